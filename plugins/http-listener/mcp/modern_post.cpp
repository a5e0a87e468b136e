#include "mcp/modern_post.hpp"

#include <utility>

#include "http-shared/json_text.hpp"
#include "http-shared/sse.hpp"

namespace workbench::http {
namespace {

/// Does not keep the whole text that `part` belongs to.
Json copy_of(const Json& part) {
  return part.is_absent() ? Json() : Json(std::string(part.text()));
}

AcceptedClient client_of(ReceivedRequest& request, const MessageHead& head) {
  AcceptedClient client{nullptr, std::move(request.principal), true, copy_of(head.capabilities), {}};
  client.operator_view = request.operator_view;
  return client;
}

/// Discards messages of the host to a client that has only notified it.
class NoSink final : public MessageSink {
 public:
  void send(Message) override {}
  [[nodiscard]] std::size_t unsent() const override { return 0; }
  void close(bool) override {}
};

}  // namespace

void ModernPost::start(const std::shared_ptr<ListenerContext>& context, std::shared_ptr<OutgoingResponse> response,
                       ReceivedRequest request, const MessageHead& head, CheckedMessage message) {
  const auto modern = std::make_shared<ModernPost>(context, std::move(response), head, request.operator_view);
  modern->connection_ = std::make_shared<ClientConnection>(context);
  modern->response_->on_disconnect([weak = std::weak_ptr(modern)] {
    if (const auto cancelled = weak.lock()) cancelled->end("the client closed the stream");
  });
  modern->response_->on_end_of_access([weak = std::weak_ptr(modern)](const char* reason) {
    if (const auto refused = weak.lock()) refused->handle_end_of_access(reason);
  });
  modern->response_->on_drained([weak = std::weak_ptr(modern)] {
    const auto drained = weak.lock();
    if (drained != nullptr && drained->connection_ != nullptr) drained->connection_->handle_drained();
  });
  AcceptedClient client = client_of(request, head);
  const auto connection = modern->connection_;
  connection->open(modern, std::move(client), std::make_shared<const Headers>(std::move(request.headers)),
                   std::move(message));
}

void ModernPost::send(Message message) {
  if (!message.is_response) return response_->send(format_event(std::move(message), {}));
  const unsigned status = status_for(message.error_code);
  response_->respond(message.needed_scopes.empty() ? json_response(status, std::move(message))
                                                   : context_->scope_challenge.response(std::move(message)));
  end("answered");
}

/// "basic/transports/streamable-http": an error in the request itself is also reported by the HTTP status; an error
/// that occurred while it was processed is not. An operator's page reads the error itself.
unsigned ModernPost::status_for(int error_code) const {
  if (is_of_operator_) return 200;
  switch (error_code) {
    case -32601: return 404;
    case -32602: return has_complete_metadata_ ? 200 : 400;
    case -32700:
    case -32600:
    case -32020:
    case -32021:
    case -32022: return 400;
    default: return 200;
  }
}

// A client may repeat a request that got 503, so a request that the host has received must not be answered with it.
void ModernPost::close(bool was_delivered) {
  response_->respond(was_delivered ? json_response(200, outcome_unknown(id_, "the workbench has ended"))
                                   : shutting_down_response());
  end("closed");
}

// Not 401: a client may get another token and repeat a request that got it, so it is only for requests that were not
// passed on. The host cancels the request, as if the client had closed the stream.
void ModernPost::handle_end_of_access(const char* reason) {
  response_->respond(json_response(200, outcome_unknown(id_, reason)));
  end(reason);
}

void ModernPost::end(const char* reason) {
  if (const auto connection = std::exchange(connection_, nullptr)) connection->end({ErrorKind::cancelled, reason});
}

void deliver_notification(const std::shared_ptr<ListenerContext>& context, ReceivedRequest request,
                          const MessageHead& head, CheckedMessage message) {
  const auto connection = std::make_shared<ClientConnection>(context);
  connection->open(std::make_shared<NoSink>(), client_of(request, head), nullptr, std::move(message));
  connection->end({ErrorKind::cancelled, "delivered"});
}

}  // namespace workbench::http
