#pragma once

#include <memory>

#include "listener/http/outgoing_response.hpp"
#include "listener/mcp/client_connection.hpp"
#include "shared/message_head.hpp"

namespace workbench::http {

/// One modern request: a client of the host until its response is sent. Closing the stream before the response is
/// complete cancels the request ("basic/patterns/cancellation"). [loop thread]
class ModernRequest final : public MessageSink, public std::enable_shared_from_this<ModernRequest> {
 public:
  /// Passes `message`, the body of `request`, to the host; it has the head `head`. Everything the host sends goes to
  /// `response`.
  static void start(const std::shared_ptr<ListenerContext>& context, std::shared_ptr<OutgoingResponse> response,
                    Request request, MessageHead head, CheckedMessage message);

  ModernRequest(std::shared_ptr<OutgoingResponse> response, MessageHead head)
      : response_(std::move(response)), head_(std::move(head)) {}

  void send(Message message) override;
  [[nodiscard]] std::size_t unsent() const override { return response_->unsent(); }
  void close(bool was_delivered) override;

 private:
  [[nodiscard]] unsigned status_for(int error_code) const;
  void end(const char* reason);

  const std::shared_ptr<OutgoingResponse> response_;
  const MessageHead head_;
  std::shared_ptr<ClientConnection> connection_;  // null: ended
};

}  // namespace workbench::http
