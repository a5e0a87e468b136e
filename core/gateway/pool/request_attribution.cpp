#include "gateway/pool/request_attribution.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

using servers::InFlightRequests;

constexpr const char* kCancelled = "the request that it belongs to was cancelled";

/// The requests that their clients still wait for, the latest one first.
std::vector<detail::ClientRequest*> live_requests(InFlightRequests& in_flight) {
  std::vector<std::pair<std::uint64_t, detail::ClientRequest*>> live;
  in_flight.entries().for_each([&](std::uint64_t id, const InFlightRequests::Entry& entry) {
    if (entry.request != nullptr && entry.request->is_open()) live.emplace_back(id, entry.request);
  });
  std::sort(live.begin(), live.end(), std::greater<>());
  std::vector<detail::ClientRequest*> requests;
  for (const auto& [id, request] : live) requests.push_back(request);
  return requests;
}

bool is_running(const detail::ClientRequest* request) {
  return !request->is_suspended();
}

/// The only request that does not itself wait for its client, or the only one at all; null: there are several, or none.
detail::ClientRequest* find_asking(const std::vector<detail::ClientRequest*>& live) {
  if (live.size() == 1) return live.front();
  if (std::count_if(live.begin(), live.end(), is_running) != 1) return nullptr;
  return *std::find_if(live.begin(), live.end(), is_running);
}

/// The latest of one owner's requests that does not itself wait for its client, or else the latest of all.
detail::ClientRequest& likeliest(const std::vector<detail::ClientRequest*>& live) {
  const auto running = std::find_if(live.begin(), live.end(), is_running);
  return running == live.end() ? *live.front() : **running;
}

Error unavailable(std::string what) {
  return {ErrorKind::unavailable, std::move(what)};
}

}  // namespace

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
  using Attribution = servers::ServerConnection::Attribution;
  if (const auto named = connection.in_flight().find(requested.related_request)) {
    if (named->request == nullptr || !named->request->is_open()) return requested.respond(unavailable(kCancelled));
    return connection.ask(*named->request, std::move(requested), Attribution::certain);
  }
  if (!connection.in_flight().belong_together()) {
    return requested.respond(unavailable(
        "requests of several clients are in flight, or were until a moment ago, and it cannot be determined "
        "which of them is meant"));
  }
  const std::vector<detail::ClientRequest*> live = live_requests(connection.in_flight());
  if (detail::ClientRequest* request = find_asking(live)) {
    return connection.ask(*request, std::move(requested), Attribution::certain);
  }
  const bool is_the_session = std::none_of(
      live.begin(), live.end(), [](const detail::ClientRequest* request) { return request->identity().is_modern; });
  if (has_session && is_the_session) return connection.ask(std::move(requested), ask_session);
  if (live.empty()) return requested.respond(unavailable(kCancelled));
  connection.ask(likeliest(live), std::move(requested), Attribution::guessed);
}

detail::ClientRequest* find_request_of_notification(servers::Server& server, std::uint64_t related_request) {
  servers::ServerRun* run = server.ready_run();
  if (run == nullptr) return nullptr;
  InFlightRequests& in_flight = run->connection().in_flight();
  if (const auto named = in_flight.find(related_request)) return named->request;
  const InFlightRequests::Entry* entry = in_flight.only_one();
  return entry == nullptr ? nullptr : entry->request;
}

detail::ClientRequest* find_request_of_log_message(servers::Server& server, std::uint64_t related_request) {
  servers::ServerRun* run = server.ready_run();
  if (run == nullptr) return nullptr;
  InFlightRequests& in_flight = run->connection().in_flight();
  if (in_flight.find(related_request) || !in_flight.belong_together() || in_flight.only_one() != nullptr) {
    return find_request_of_notification(server, related_request);
  }
  const std::vector<detail::ClientRequest*> live = live_requests(in_flight);
  const auto asked_for = std::find_if(live.begin(), live.end(), [](const detail::ClientRequest* request) {
    return request->identity().is_modern && !request->identity().log_level.empty();
  });
  return asked_for == live.end() ? nullptr : *asked_for;
}

Json with_logger(const Json& params, const std::string& server) {
  const std::string own = json::characters(json::member(params, "logger"));
  JsonWriter writer(params.text().size() + server.size() + 16);
  writer.object().member("logger", own.empty() ? server : server + ": " + own);
  writer.raw_items(json::members_without(params, [](std::string_view key) { return key == "logger"; })).end();
  return std::move(writer).json();
}

}  // namespace workbench::gateway
