#pragma once

#include <memory>

#include "listener/client_connection.hpp"
#include "listener/message_head.hpp"
#include "listener/response_stream.hpp"

namespace workbench::http {

/// One modern request: a client of the host until its response is sent. Closing the stream before the response is
/// complete cancels the request ("basic/patterns/cancellation"). [io thread]
class ModernCall final : public MessageSink, public std::enable_shared_from_this<ModernCall> {
 public:
  /// Passes the request to the host; its body has the head `head`. Everything the host sends goes to `stream`.
  static void start(const std::shared_ptr<ListenerContext>& context, std::shared_ptr<ResponseStream> stream,
                    std::shared_ptr<const Principal> principal, MessageHead head, Request request);

  ModernCall(std::shared_ptr<ResponseStream> stream, MessageHead head)
      : stream_(std::move(stream)), head_(std::move(head)) {}

  void send(OutgoingMessage message, std::function<void()> written) override;
  void close(bool was_delivered) override;

 private:
  [[nodiscard]] unsigned status_for(int error_code) const;
  void end(const char* reason);

  std::shared_ptr<ResponseStream> stream_;
  const MessageHead head_;
  std::shared_ptr<ClientConnection> connection_;  // null: ended
};

}  // namespace workbench::http
