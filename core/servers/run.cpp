#include "servers/run.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "json/lookup.hpp"
#include "jsonrpc/callback_request.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/logging_level.hpp"
#include "protocol/request_meta.hpp"

namespace workbench::servers {

using protocol::ListKind;

ServerRun::ServerRun(Host& host, const std::string& source, std::unique_ptr<Connection> connection, StartupPlan plan,
                     ServerRunEvents& events)
    : host_(host),
      source_(source),
      plan_(std::move(plan)),
      events_(events),
      connection_(host, source, std::move(connection), *this) {}

void ServerRun::start() {
  connection_.start();
  opening_ = std::make_shared<Startup>(host_, source_, connection_, plan_,
                                       [this](Result<StartupResult> outcome) { handle_startup(std::move(outcome)); });
  opening_->start();
}

void ServerRun::handle_startup(Result<StartupResult> outcome) {
  has_died_of_the_probe_ = !outcome && opening_->is_probing() && outcome.error().kind != ErrorKind::timed_out;
  opening_.reset();
  if (!outcome) return events_.on_failed(*this, outcome.error());
  opened_ = *std::move(outcome);
  is_ready_ = true;
  listen_.emplace(host_, source_, connection_, opened_.revision, opened_.capabilities, plan_.limit,
                  [this] { report_missed_changes(); });
  listen_->start();
  host_.log(LogLevel::information, source_,
            "ready: protocol version " + std::string(protocol::name_of(opened_.revision)) + ", " +
                std::to_string(items(protocol::ListKind::tools).size()) + " tools");
  events_.on_ready(*this);
  for (const protocol::ListKind kind : protocol::kListKinds) {
    if (std::exchange(refresh_of(kind).has_changed_again, false)) list_again(kind);
  }
}

void ServerRun::watch_resources(std::set<std::string> uris) {
  listen_->watch(std::move(uris));
}

void ServerRun::want_log_level(std::string_view level) {
  if (is_modern(opened_.revision) || json::member(opened_.capabilities, "logging").is_absent()) return;
  if (!log_level_.empty() && protocol::severity_of(level) >= protocol::severity_of(log_level_)) return;
  log_level_ = level;
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), "logging/setLevel");
  message.append("{\"level\":").append(json::quoted(level)).append("}}");
  connection_.request(id, std::move(message), plan_.limit,
                      std::make_unique<jsonrpc::CallbackRequest>([](const Response&) {}));
}

// --- what the server says by itself ----------------------------------------------------------------------------------

void ServerRun::on_input_request(InputRequest input_request, MoveOnlyFunction<void(Response)> answer) {
  if (is_ready_ && is_modern(opened_.revision)) {
    host_.log(LogLevel::warning, source_, "a modern server may not send requests: " + input_request.method);
    return answer(Error{ErrorKind::protocol, "in this protocol version servers send no requests"});
  }
  events_.on_input_request(std::move(input_request), std::move(answer));
}

void ServerRun::on_list_changed(protocol::ListKind kind) {
  if (!plan_.lists_everything && kind != protocol::ListKind::tools) return;
  Refresh& refresh = refresh_of(kind);
  if (!is_ready_ || refresh.listing != nullptr) {
    refresh.has_changed_again = true;
    return;
  }
  list_again(kind);
}

// Whatever it would have told of is taken to have changed.
void ServerRun::report_missed_changes() {
  for (const protocol::ListKind kind : protocol::kListKinds) {
    if (listen_->hears_of(kind)) on_list_changed(kind);
  }
  for (const std::string& uri : listen_->watched()) {
    events_.on_resource_updated(Json("{\"uri\":" + json::quoted(uri) + "}"));
  }
}

void ServerRun::list_again(protocol::ListKind kind) {
  Refresh& refresh = refresh_of(kind);
  refresh.listing = std::make_shared<ListPages>(
      host_, source_, connection_, kind,
      is_modern(opened_.revision) ? protocol::modern_request_metadata(plan_.client_capabilities, {}) : std::string(),
      std::chrono::steady_clock::now() + plan_.limit,
      [this, kind](Result<std::vector<protocol::ListedItem>> items) { handle_listing(kind, std::move(items)); });
  refresh.listing->start();
}

void ServerRun::handle_listing(protocol::ListKind kind, Result<std::vector<protocol::ListedItem>> items) {
  Refresh& refresh = refresh_of(kind);
  refresh.listing.reset();
  const std::string what(protocol::list_member(kind));
  if (items && *items == this->items(kind)) {
    host_.log(LogLevel::debug, source_, "its " + what + " have been listed again, and are the same");
  } else if (items) {
    opened_.lists[static_cast<std::size_t>(kind)] = *std::move(items);
    host_.log(LogLevel::information, source_,
              "its " + what + " have changed: " + std::to_string(this->items(kind).size()) + " now");
    events_.on_list_changed(*this, kind);
  } else {
    host_.log(LogLevel::warning, source_,
              "its " + what + " have changed, but the new list is not to be had: " + items.error().message);
  }
  if (std::exchange(refresh.has_changed_again, false)) return list_again(kind);
  for (auto& listed : std::exchange(refresh.waiting, {})) listed();
}

void ServerRun::when_listed(protocol::ListKind kind, MoveOnlyFunction<void()> listed) {
  if (!is_listing(kind)) return listed();
  refresh_of(kind).waiting.push_back(std::move(listed));
}

void ServerRun::on_ended(const Error& reason) {
  is_ready_ = false;
  opening_.reset();
  std::vector<MoveOnlyFunction<void()>> waiting;
  for (Refresh& refresh : refreshes_) {
    refresh.listing.reset();
    std::move(refresh.waiting.begin(), refresh.waiting.end(), std::back_inserter(waiting));
  }
  events_.on_ended(*this, reason);
  for (auto& listed : waiting) listed();
}

}  // namespace workbench::servers
