#pragma once

#include <memory>
#include <string>

#include "http/outgoing_response.hpp"
#include "mcp/client_connection.hpp"
#include "mcp/message_head.hpp"

namespace workbench::http {

/// One modern request, or one of an operator, which is alone on its connection, too: a client of the host until its
/// response is sent. Closing the stream before the response is complete cancels the request
/// ("basic/patterns/cancellation"). [loop thread]
class ModernPost final : public MessageSink, public std::enable_shared_from_this<ModernPost> {
 public:
  /// Passes `message`, the body of `request`, to the host; it has the head `head`. Everything the host sends goes to
  /// `response`.
  static void start(const std::shared_ptr<ListenerContext>& context, std::shared_ptr<OutgoingResponse> response,
                    ReceivedRequest request, const MessageHead& head, CheckedMessage message);

  ModernPost(std::shared_ptr<ListenerContext> context, std::shared_ptr<OutgoingResponse> response,
             const MessageHead& head, OperatorView view)
      : context_(std::move(context)),
        response_(std::move(response)),
        id_(head.id.text()),
        has_complete_metadata_(head.has_complete_metadata),
        is_of_operator_(view != OperatorView::none) {}

  void send(Message message) override;
  [[nodiscard]] std::size_t unsent() const override { return response_->unsent(); }
  void close(bool was_delivered) override;

 private:
  [[nodiscard]] unsigned status_for(int error_code) const;
  void handle_end_of_access(const char* reason);
  void end(const char* reason);

  const std::shared_ptr<ListenerContext> context_;
  const std::shared_ptr<OutgoingResponse> response_;
  // Copies, because a part of the body keeps all of it, and a subscription may stay open for days.
  const std::string id_;  // as raw JSON
  const bool has_complete_metadata_;
  const bool is_of_operator_;
  std::shared_ptr<ClientConnection> connection_;  // null: ended
};

/// Passes a modern notification, the body of `request`, to the host, as a client of its own that is removed afterwards:
/// in this era notifications belong to no session. It is not answered. [loop thread]
void deliver_notification(const std::shared_ptr<ListenerContext>& context, ReceivedRequest request,
                          const MessageHead& head, CheckedMessage message);

}  // namespace workbench::http
