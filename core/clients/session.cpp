#include "clients/session.hpp"

#include <utility>
#include <variant>
#include <vector>

#include "clients/client_call.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/logging_level.hpp"

namespace workbench::clients {

using jsonrpc::Envelope;
using jsonrpc::Id;
using jsonrpc::Unreadable;

ClientSession::ClientSession(Host& host, std::unique_ptr<Connection> connection, Backend& offer,
                             SuspendedRequests& suspended, ClientEvents& events)
    : host_(host),
      offer_(offer),
      events_(events),
      suspended_(suspended),
      input_requests_(host, [this](Message message) { send(std::move(message)); }),
      listens_([this](Message message) { send(std::move(message)); }),
      connection_(std::move(connection)) {}

ClientSession::~ClientSession() {
  cancel_all("the workbench is ending");
}

void ClientSession::close() {
  cancel_all("the workbench is ending");
  listens_.end();
  connection_->close();
}

void ClientSession::close_when_idle() {
  is_finishing_ = true;
  end_if_finished();
}

// --- what comes in ---------------------------------------------------------------------------------------------------

void ClientSession::on_message(std::string message) {
  if (jsonrpc::is_batch(message)) return handle_batch(std::move(message));
  auto read = jsonrpc::read_message(std::move(message), host_.limits().message_depth);
  if (auto* envelope = std::get_if<jsonrpc::Envelope>(&read)) return take(std::move(*envelope), nullptr);
  handle_unreadable(std::get<jsonrpc::Unreadable>(read), nullptr);
}

void ClientSession::handle_batch(std::string message) {
  if (!negotiation_ || !protocol::has_batches(negotiation_->revision)) {
    return handle_unreadable({jsonrpc::Unreadable::Fault::not_message,
                              "JSON-RPC batches exist only in revision 2025-03-26; send one message a line",
                              {},
                              false},
                             nullptr);
  }
  auto read = jsonrpc::read_batch(std::move(message), host_.limits().message_depth);
  if (const auto* unreadable = std::get_if<jsonrpc::Unreadable>(&read)) return handle_unreadable(*unreadable, nullptr);
  const auto answers = std::make_shared<jsonrpc::BatchAnswers>(*connection_);
  for (const Json& item : std::get<std::vector<Json>>(read)) {
    auto member = jsonrpc::read_message(item);
    if (auto* envelope = std::get_if<jsonrpc::Envelope>(&member)) {
      take(std::move(*envelope), answers);
    } else {
      handle_unreadable(std::get<jsonrpc::Unreadable>(member), answers);
    }
  }
}

void ClientSession::take(jsonrpc::Envelope&& message, const std::shared_ptr<jsonrpc::BatchAnswers>& batch) {
  switch (message.kind) {
    case jsonrpc::Envelope::Kind::request: return handle_request(message, {std::move(message.id), batch});
    case jsonrpc::Envelope::Kind::notification: return handle_notification(message);
    case jsonrpc::Envelope::Kind::result:
    case jsonrpc::Envelope::Kind::error:
      if (!input_requests_.take(message)) note(LogLevel::debug, "dropped an answer that nobody waits for");
      return;
  }
}

void ClientSession::handle_unreadable(const jsonrpc::Unreadable& unreadable,
                                      const std::shared_ptr<jsonrpc::BatchAnswers>& batch) {
  note(LogLevel::warning, "refused a message: " + unreadable.what);
  const bool can_be_told =
      !unreadable.id.is_absent() || (negotiation_ && protocol::may_omit_error_id(negotiation_->revision));
  if (!can_be_told) return;
  const bool is_json = unreadable.fault == jsonrpc::Unreadable::Fault::not_message;
  answer_error({unreadable.id, batch}, is_json ? jsonrpc::kInvalidRequest : jsonrpc::kParseError,
               (is_json ? "Invalid request: " : "Parse error: ") + unreadable.what);
}

void ClientSession::on_undeliverable(const Error& what, std::string_view beginning) {
  jsonrpc::Unreadable unreadable = jsonrpc::salvage(beginning);
  unreadable.fault = jsonrpc::Unreadable::Fault::not_message;
  unreadable.what = what.message;
  handle_unreadable(unreadable, nullptr);
}

void ClientSession::handle_request(const jsonrpc::Envelope& request, jsonrpc::ReplyAddress address) {
  // The one method of the hot path; it looks at `_meta` itself.
  if (negotiation_ && request.method == "tools/call") return call_tool(request, std::move(address));
  const Json meta = json::member(request.params, "_meta");
  const Json metadata = protocol::requested_version(meta);
  // A client that is not sure of itself still gets its handshake: only a version that is served makes it modern.
  const bool is_modern =
      !metadata.is_absent() &&
      (request.method != "initialize" || json::characters(metadata) == protocol::name_of(protocol::kModernRevision));
  if (is_modern) return handle_modern_request(request, meta, std::move(address));
  handle_legacy_request(request, std::move(address));
}

void ClientSession::handle_notification(const jsonrpc::Envelope& notification) {
  if (notification.method == "notifications/cancelled") return cancel_request(notification.params);
  if (notification.method == "notifications/roots/list_changed") return offer_.roots_changed();
  note(LogLevel::trace, "ignored the notification " + notification.method);
}

void ClientSession::cancel_request(const Json& params) {
  // "Receivers MAY ignore a cancellation whose request is unknown or has completed": then there is nothing to find.
  const Id id = Id::from(json::member(params, "requestId"));
  if (listens_.cancel(id)) return update_watched();
  const auto found = requests_.find(id);
  if (found == requests_.end()) return;
  SessionRequest* request = found->second;
  requests_.erase(found);
  const Json reason = json::member(params, "reason");
  request->cancel(reason.kind() == JsonKind::string ? reason : Json());
  input_requests_.drop(request);
  end_if_finished();
}

void ClientSession::cancel_all(std::string_view reason) {
  const Json why(json::quoted(reason));
  while (!requests_.empty()) {
    SessionRequest* request = requests_.begin()->second;
    requests_.erase(requests_.begin());
    request->cancel(why);
  }
  input_requests_.clear();  // last: what waits for an answer belongs to nobody any more
}

// --- what both eras have ---------------------------------------------------------------------------------------------

/// Whether we answer this method in a revision, by the capabilities that we declare in it.
bool ClientSession::serves(std::string_view method, protocol::Revision revision) const {
  const Json capabilities = offer_.capabilities(revision);
  const auto has = [&](std::string_view name) { return !json::member(capabilities, name).is_absent(); };
  if (method.starts_with("tools/")) return method == "tools/list" || method == "tools/call";
  if (method.starts_with("prompts/")) return has("prompts") && (method == "prompts/list" || method == "prompts/get");
  if (method == "completion/complete")
    return has("completions") || (has("prompts") && !protocol::has_completions(revision));
  if (method == "logging/setLevel") return has("logging");
  if (method == "resources/list" || method == "resources/templates/list" || method == "resources/read") {
    return has("resources");
  }
  if (method == "resources/subscribe" || method == "resources/unsubscribe") return has("resources");
  return false;
}

bool ClientSession::has_room(const jsonrpc::ReplyAddress& address) {
  if (requests_.size() < host_.limits().calls_in_flight) return true;
  answer_error(address, jsonrpc::kInternalError,
               "Too many calls at once (" + std::to_string(requests_.size()) + "); wait for some to be answered");
  return false;
}

PendingRequest ClientSession::enter(std::unique_ptr<SessionRequest> request) {
  requests_.emplace(request->address().id, request.get());
  return PendingRequest(std::move(request));
}

void ClientSession::serve_list(protocol::ListKind kind, const Json& params, std::unique_ptr<SessionRequest> request) {
  if (!json::member(params, "cursor").is_absent()) {
    return enter(std::move(request))
        .fail({ErrorKind::invalid_argument,
               std::string(protocol::list_method(kind)) +
                   ": unknown cursor; the whole list is one page, ask for it without a cursor"});
  }
  const auto pending = std::make_shared<PendingRequest>(enter(std::move(request)));
  offer_.list(kind, pending->client(), [pending, kind](const Result<Json>& list) {
    if (!list) return pending->fail(list.error());
    pending->result(Json("{\"" + std::string(protocol::list_member(kind)) + "\":" + std::string(list->text()) + "}"));
  });
}

void ClientSession::serve_tool_call(const std::string& name, Json arguments, const Json& params,
                                    std::unique_ptr<SessionRequest> request) {
  MetaTool* tool = offer_.find_tool(name);
  if (tool == nullptr) return offer_.forward("tools/call", params, enter(std::move(request)));
  tool->call(
      ToolCall(std::make_unique<ClientCall>(enter(std::move(request)), offer_.toolboxes()), std::move(arguments)));
}

void ClientSession::serve_by_a_server(std::string_view method, const Json& params,
                                      std::unique_ptr<SessionRequest> request) {
  offer_.forward(method, params, enter(std::move(request)));
}

// --- what comes from the servers -------------------------------------------------------------------------------------

void ClientSession::ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) {
  const protocol::Revision revision = negotiation_ ? negotiation_->revision : protocol::kLatestLegacyRevision;
  input_requests_.ask(std::move(input_request), revision, negotiation_ ? negotiation_->capabilities : Json("{}"),
                      nullptr, std::move(answered));
}

// A session that has not said what it wants gets what is not for debugging alone.
void ClientSession::log(const Json& params) {
  if (!negotiation_) return;
  const std::string level = json::characters(json::member(params, "level"));
  const std::string_view least = negotiation_->log_level.empty() ? std::string_view("info") : negotiation_->log_level;
  if (protocol::severity_of(level) < protocol::severity_of(least)) return;
  send(jsonrpc::write_notification("notifications/message", params));
}

void ClientSession::list_changed(protocol::ListKind kind) {
  listens_.list_changed(kind);
  if (negotiation_) send(jsonrpc::write_notification(changed_method(kind), {}));
}

void ClientSession::resource_updated(const std::string& uri, const Json& params) {
  listens_.resource_updated(uri, params);
  if (subscribed_.find(uri) != subscribed_.end()) {
    send(jsonrpc::write_notification("notifications/resources/updated", params));
  }
}

void ClientSession::elicitation_complete(const Json& params) {
  if (!negotiation_ || negotiation_->revision < protocol::Revision::v2025_11_25) return;
  send(jsonrpc::write_notification("notifications/elicitation/complete", params));
}

void ClientSession::update_watched() {
  std::set<std::string> all = listens_.watched();
  all.insert(subscribed_.begin(), subscribed_.end());
  offer_.watch_resources(all);
}

// --- what goes out ---------------------------------------------------------------------------------------------------

void ClientSession::finish_request(SessionRequest& request, Message&& message) {
  forget_request(request);
  input_requests_.drop(&request);
  answer(request.address(), std::move(message));
  end_if_finished();
}

void ClientSession::forget_request(SessionRequest& request) {
  const auto [first, last] = requests_.equal_range(request.address().id);
  for (auto entry = first; entry != last; ++entry) {
    if (entry->second != &request) continue;
    requests_.erase(entry);
    break;
  }
}

void ClientSession::answer(const jsonrpc::ReplyAddress& address, Message&& message) {
  if (address.batch != nullptr) return address.batch->add(std::move(message));
  message.related_request = address.id.raw();
  send(std::move(message));
}

void ClientSession::answer_error(const jsonrpc::ReplyAddress& address, int code, std::string_view message,
                                 const Json& data) {
  answer(address, jsonrpc::write_error(address.id, code, message, data));
}

void ClientSession::send(Message&& message) {
  connection_->send(std::move(message));
  if (servers_are_paused_ || connection_->backlog() <= host_.limits().client_backlog_bytes) return;
  servers_are_paused_ = true;
  offer_.pause_servers(true);
}

void ClientSession::on_drained() {
  if (!std::exchange(servers_are_paused_, false)) return;
  offer_.pause_servers(false);
}

// --- the end ---------------------------------------------------------------------------------------------------------

void ClientSession::on_end_of_input() {
  is_finishing_ = true;
  events_.on_client_finished();
  end_if_finished();
}

// Listens and parked requests wait for a client that will say nothing more: they do not keep it.
void ClientSession::end_if_finished() {
  if (!is_finishing_ || !requests_.empty()) return;
  listens_.end();
  connection_->close();
}

void ClientSession::on_closed(const Error& reason) {
  cancel_all("the client is gone");
  events_.on_client_gone(reason);
}

}  // namespace workbench::clients
