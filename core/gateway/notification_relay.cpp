#include "gateway/notification_relay.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {
namespace {

/// Several servers that start together change a list several times in a moment; the client is notified once.
constexpr std::chrono::milliseconds kBatchWindow{10};

using servers::InFlightRequests;

/// Those that somebody waits for.
std::vector<detail::ClientRequest*> live_requests(InFlightRequests& in_flight) {
  std::vector<detail::ClientRequest*> live;
  for (const InFlightRequests::Entry& entry : in_flight.entries()) {
    if (entry.request != nullptr) live.push_back(entry.request);
  }
  return live;
}

/// The only one that does not wait for its client, or the only one at all; null: there are several, or none.
detail::ClientRequest* find_asking(const std::vector<detail::ClientRequest*>& live) {
  if (live.size() == 1) return live.front();
  const auto is_running = [](const detail::ClientRequest* request) { return !request->is_suspended(); };
  if (std::count_if(live.begin(), live.end(), is_running) != 1) return nullptr;
  return *std::find_if(live.begin(), live.end(), is_running);
}

Error unavailable(std::string what) {
  return {ErrorKind::unavailable, std::move(what)};
}

}  // namespace

void NotificationRelay::connect(Mode& mode, clients::Client& client) {
  mode_ = &mode;
  client_ = &client;
  mode.on_changed([this](protocol::ListKind kind, Mode::Urgency urgency) { notify_list_changed(kind, urgency); });
  mode.on_message([this](const Json& params) { client_->notify(protocol::LogMessage{params}); });
}

void NotificationRelay::on_event(servers::Server& server, servers::Event event) {
  std::visit([&](auto&& one) { handle(server, std::move(one)); }, std::move(event));
}

void NotificationRelay::handle(servers::Server& server, servers::ListChanged changed) {
  if (mode_ != nullptr) mode_->handle_list_change(server, changed.kind, changed.is_first);
}

void NotificationRelay::handle(servers::Server& server, servers::InputRequested requested) {
  send_input_request(server, std::move(requested), client_);
}

void NotificationRelay::handle(servers::Server& server, const protocol::LogMessage& message) {
  const protocol::LogMessage named{with_logger(message.params, server.name())};
  detail::ClientRequest* request = find_logging_request(server);
  if (request != nullptr && request->identity().is_modern) return request->log(named.params);
  if (client_ != nullptr) client_->notify(named);
}

void NotificationRelay::handle(servers::Server&, const protocol::ResourceUpdated& updated) {
  if (client_ != nullptr) client_->notify(updated);
}

void NotificationRelay::handle(servers::Server&, const protocol::ElicitationComplete& complete) {
  if (client_ != nullptr) client_->notify(complete);
}

protocol::Revision NotificationRelay::client_revision() const {
  return client_ != nullptr && !client_->has_session() ? protocol::kModernRevision : protocol::kLatestLegacyRevision;
}

Json NotificationRelay::client_capabilities() const {
  return client_ != nullptr ? client_->capabilities() : Json("{}");
}

void NotificationRelay::notify_list_changed(protocol::ListKind kind, Mode::Urgency urgency) {
  EventLoop::Timer& timer = list_changed_timers_[static_cast<std::size_t>(kind)];
  if (urgency == Mode::Urgency::at_once) {
    timer.reset();
    return client_->notify(protocol::ListChanged{kind});
  }
  if (timer != nullptr) return;
  timer = host_.loop().after(kBatchWindow, [this, kind] {
    list_changed_timers_[static_cast<std::size_t>(kind)].reset();
    client_->notify(protocol::ListChanged{kind});
  });
}

void send_input_request(servers::Server& server, servers::InputRequested requested, clients::Client* client) {
  const auto ask_session = [client](InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) {
    client->ask(std::move(input_request), std::move(done));
  };
  const bool has_session = client != nullptr && client->has_session();
  servers::ServerRun* run = server.ready_run();
  if (run == nullptr || run->connection().in_flight().entries().empty()) {
    if (!has_session) return requested.respond(unavailable("no request is in flight whose client could be asked"));
    return ask_session(std::move(requested.input_request), std::move(requested.respond));
  }
  servers::ServerConnection& connection = run->connection();
  if (!connection.in_flight().belong_together()) {
    return requested.respond(
        unavailable("requests of several clients are in flight, and it cannot be told which of them is meant"));
  }
  const std::vector<detail::ClientRequest*> live = live_requests(connection.in_flight());
  if (detail::ClientRequest* request = find_asking(live)) return connection.ask(*request, std::move(requested));
  const bool is_the_session = std::none_of(
      live.begin(), live.end(), [](const detail::ClientRequest* request) { return request->identity().is_modern; });
  if (has_session && is_the_session) return connection.ask(std::move(requested), ask_session);
  requested.respond(unavailable(live.empty() ? "the request that it belongs to was cancelled"
                                             : "several requests are in flight, and it cannot be told which is meant"));
}

detail::ClientRequest* find_logging_request(servers::Server& server) {
  servers::ServerRun* run = server.ready_run();
  if (run == nullptr) return nullptr;
  const InFlightRequests::Entry* entry = run->connection().in_flight().only_one();
  return entry == nullptr ? nullptr : entry->request;
}

Json with_logger(const Json& params, const std::string& server) {
  const std::string own = json::characters(json::member(params, "logger"));
  JsonWriter writer(params.text().size() + server.size() + 16);
  writer.object().member("logger", own.empty() ? server : server + ": " + own);
  writer.raw_items(json::members_without(params, [](std::string_view key) { return key == "logger"; })).end();
  return std::move(writer).json();
}

}  // namespace workbench::gateway
