#include "servers/connection.hpp"

#include <utility>
#include <variant>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::servers {

using jsonrpc::Envelope;
using jsonrpc::Id;

ServerConnection::ServerConnection(Host& host, std::string source, std::unique_ptr<Connection> connection,
                                   ServerEvents& events)
    : host_(host),
      source_(std::move(source)),
      events_(events),
      waiting_(host.loop(), [this](std::uint64_t id, std::chrono::milliseconds limit) { expire(id, limit); }),
      connection_(std::move(connection)),
      input_requests_(*connection_) {}

void ServerConnection::request(std::uint64_t id, Message message, std::chrono::milliseconds limit,
                               std::unique_ptr<jsonrpc::WaitingRequest> request) {
  const std::size_t backlog = connection_->backlog();
  // One message of legal size always fits an empty backlog.
  if (backlog > 0 && backlog + message.size() > host_.limits().server_backlog_bytes) {
    request->answered(Error{ErrorKind::busy, "the server does not read what it was sent (" + std::to_string(backlog) +
                                                 " bytes are waiting for it); try again later"});
    return;
  }
  waiting_.enter(id, limit, std::move(request));
  connection_->send(std::move(message));
}

void ServerConnection::cancel(std::uint64_t id, const Json& reason) {
  const std::unique_ptr<jsonrpc::WaitingRequest> dropped = waiting_.take(id);
  if (dropped != nullptr) notify_cancelled(id, reason);
}

void ServerConnection::notify_cancelled(std::uint64_t id, const Json& reason) {
  Message message = jsonrpc::begin_notification("notifications/cancelled");
  message.append("{\"requestId\":").append(std::to_string(id));
  if (!reason.is_absent()) message.append(",\"reason\":").append(reason);
  connection_->send(std::move(message.append("}}")));
}

void ServerConnection::expire(std::uint64_t id, std::chrono::milliseconds limit) {
  std::unique_ptr<jsonrpc::WaitingRequest> expired = waiting_.take(id);
  if (expired == nullptr) return;
  const std::string text = "no answer within " + format_duration(limit);
  log(LogLevel::warning, text + "; the request is given up");
  if (expired->is_cancellable()) notify_cancelled(id, Json(json::quoted(text)));
  expired->answered(Error{ErrorKind::timed_out, text});
}

void ServerConnection::on_message(std::string message) {
  if (jsonrpc::is_batch(message)) {
    auto batch = jsonrpc::read_batch(std::move(message), host_.limits().message_depth);
    if (const auto* unreadable = std::get_if<jsonrpc::Unreadable>(&batch)) return handle_unreadable(*unreadable);
    // Taken from every server: one that batches means well, and its answers are waited for.
    for (const Json& item : std::get<std::vector<Json>>(batch)) {
      auto read = jsonrpc::read_message(item);
      if (auto* envelope = std::get_if<jsonrpc::Envelope>(&read))
        take(std::move(*envelope));
      else
        handle_unreadable(std::get<jsonrpc::Unreadable>(read));
    }
    return;
  }
  auto read = jsonrpc::read_message(std::move(message), host_.limits().message_depth);
  if (auto* envelope = std::get_if<jsonrpc::Envelope>(&read)) return take(std::move(*envelope));
  handle_unreadable(std::get<jsonrpc::Unreadable>(read));
}

void ServerConnection::take(jsonrpc::Envelope&& message) {
  switch (message.kind) {
    case jsonrpc::Envelope::Kind::result: return answer(message.id, std::move(message.result));
    case jsonrpc::Envelope::Kind::error: {
      std::string text = json::characters(json::member(message.error, "message"));
      if (text.empty()) text = "the server answered with an error that has no message";
      return answer(message.id, PeerError{std::move(message.error), std::move(text)});
    }
    case jsonrpc::Envelope::Kind::request: return answer_request(message);
    case jsonrpc::Envelope::Kind::notification: return handle_notification(message);
  }
}

void ServerConnection::handle_unreadable(const jsonrpc::Unreadable& unreadable) {
  if (!unreadable.id.is_absent() && !unreadable.is_request) {
    log(LogLevel::warning, "an answer could not be read: " + unreadable.what);
    return answer(unreadable.id,
                  Error{ErrorKind::protocol, "the server's answer could not be read: " + unreadable.what});
  }
  log(LogLevel::warning, "dropped a line that is no message: " + unreadable.what);
}

void ServerConnection::on_undeliverable(const Error& what, std::string_view beginning) {
  jsonrpc::Unreadable unreadable = jsonrpc::salvage(beginning);
  unreadable.what = what.message;
  handle_unreadable(unreadable);
}

void ServerConnection::answer(const Id& id, Response answer) {
  const std::unique_ptr<jsonrpc::WaitingRequest> request = waiting_.take(id.own_number());
  if (request == nullptr) {
    log(LogLevel::debug, "dropped an answer that nobody waits for (id " + (id.is_absent() ? "absent" : id.raw()) + ")");
    return;
  }
  request->answered(std::move(answer));
}

void ServerConnection::answer_request(const jsonrpc::Envelope& request) {
  if (request.method == "ping") return connection_->send(jsonrpc::write_result(request.id, Json("{}")));
  if (InputRequests::is_input_request(request.method)) {
    return events_.on_input_request(input_requests_.take(request), input_requests_.answer_to(request.id));
  }
  log(LogLevel::debug, "refused a request that the workbench did not offer to answer: " + request.method);
  connection_->send(jsonrpc::write_error(request.id, jsonrpc::kMethodNotFound, "Method not found: " + request.method));
}

namespace {

/// The `subscriptions/listen` request that a notification belongs to ("basic/patterns/subscriptions"); absent: none.
Json subscription_of(const Json& params) {
  return json::member(json::member(params, "_meta"), "io.modelcontextprotocol/subscriptionId");
}

}  // namespace

void ServerConnection::handle_notification(const jsonrpc::Envelope& notification) {
  const std::string& method = notification.method;
  if (method == "notifications/progress") {
    const Id token = Id::from(json::member(notification.params, "progressToken"));
    return waiting_.progressed(token.own_number(), notification.params);
  }
  if (method == "notifications/message") {
    log_server_message(notification.params);
    return events_.on_log(notification.params);
  }
  if (method == "notifications/tools/list_changed") return events_.on_list_changed(protocol::ListKind::tools);
  if (method == "notifications/prompts/list_changed") return events_.on_list_changed(protocol::ListKind::prompts);
  if (method == "notifications/resources/list_changed") {
    events_.on_list_changed(protocol::ListKind::resources);
    return events_.on_list_changed(protocol::ListKind::resource_templates);
  }
  if (method == "notifications/resources/updated") return handle_resource_update(notification.params);
  if (method == "notifications/subscriptions/acknowledged") {
    return waiting_.acknowledged(Id::from(subscription_of(notification.params)).own_number());
  }
  if (method == "notifications/elicitation/complete") return events_.on_elicitation_complete(notification.params);
  if (method == "notifications/cancelled") {
    return input_requests_.cancel(Id::from(json::member(notification.params, "requestId")));
  }
  log(LogLevel::trace, "ignored the notification " + method);
}

void ServerConnection::handle_resource_update(const Json& params) {
  const Json uri = json::member(params, "uri");
  if (uri.kind() != JsonKind::string) return log(LogLevel::debug, "dropped the update of a resource without a URI");
  if (subscription_of(params).is_absent()) return events_.on_resource_updated(params);
  events_.on_resource_updated(Json("{\"uri\":" + std::string(uri.text()) + "}"));
}

void ServerConnection::log_server_message(const Json& params) {
  const std::string level = json::characters(json::member(params, "level"));
  const Json data = json::member(params, "data");
  const std::string text = data.kind() == JsonKind::string ? json::characters(data) : std::string(data.text());
  const bool is_grave = level == "error" || level == "critical" || level == "alert" || level == "emergency";
  log(is_grave ? LogLevel::warning : LogLevel::debug, "server log (" + level + "): " + text);
}

void ServerConnection::on_closed(const Error& reason) {
  waiting_.fail_all(reason);
  input_requests_.cancel_all();
  events_.on_ended(reason);
}

std::string format_duration(std::chrono::milliseconds duration) {
  const auto count = duration.count();
  if (count % 1000 == 0) return std::to_string(count / 1000) + " s";
  if (count < 1000 || count % 100 != 0) return std::to_string(count) + " ms";
  return std::to_string(count / 1000) + "." + std::to_string(count % 1000 / 100) + " s";
}

}  // namespace workbench::servers
