#include "listener/modern_call.hpp"

#include <utility>

#include "shared/json_text.hpp"

namespace workbench::http {

void ModernCall::start(const std::shared_ptr<ListenerContext>& context, std::shared_ptr<ResponseStream> stream,
                       std::shared_ptr<const Principal> principal, MessageHead head, Request request) {
  std::string capabilities = head.capabilities;
  const auto call = std::make_shared<ModernCall>(std::move(stream), std::move(head));
  call->connection_ = std::make_shared<ClientConnection>(context);
  call->stream_->start([weak = std::weak_ptr(call)] {
    if (const auto cancelled = weak.lock()) cancelled->end("the client closed the stream");
  });
  auto headers = std::make_shared<const Headers>(std::move(request.headers));
  call->connection_->open(call, {std::move(principal), true, std::move(capabilities), std::move(headers)},
                          std::move(request.body));
}

void ModernCall::send(OutgoingMessage message, std::function<void()> written) {
  if (!message.is_response) return stream_->send(format_event(message.text, {}), std::move(written));
  stream_->respond(json_response(status_for(message.error_code), std::move(message.text)));
  written();
  end("answered");
}

/// "basic/transports/streamable-http": an error in the request itself is also reported by the HTTP status; an error
/// that occurred while it was processed is not.
unsigned ModernCall::status_for(int error_code) const {
  switch (error_code) {
    case -32601: return 404;
    case -32602: return head_.has_complete_metadata ? 200 : 400;
    case -32700:
    case -32600:
    case -32020:
    case -32021:
    case -32022: return 400;
    default: return 200;
  }
}

// A client may repeat a request that got 503, so a request that the host has received must not be answered with it.
void ModernCall::close(bool was_delivered) {
  constexpr int kInternalError = -32603;
  if (was_delivered) {
    stream_->respond(json_response(
        200, error_response(head_.id, kInternalError,
                            "the workbench has ended; whether the request was carried out is not known")));
  } else {
    stream_->respond(shutting_down_response());
  }
  end("closed");
}

void ModernCall::end(const char* reason) {
  if (const auto connection = std::exchange(connection_, nullptr)) connection->end({ErrorKind::cancelled, reason});
}

}  // namespace workbench::http
