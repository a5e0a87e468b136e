#pragma once

#include <memory>

#include "listener/client_connection.hpp"
#include "listener/message_head.hpp"
#include "listener/response_stream.hpp"

namespace workbench::http {

/// One modern request: a client of the host for as long as its answer takes. Closing the stream before
/// the answer is complete cancels it ("basic/patterns/cancellation"). [io thread]
class ModernCall final : public Outlet, public std::enable_shared_from_this<ModernCall> {
 public:
  /// Brings the request, whose body has the head `head`, into the host; `stream` gets what comes of it.
  static void begin(const std::shared_ptr<Reception>& reception, std::shared_ptr<AnswerStream> stream,
                    std::shared_ptr<const Principal> principal, MessageHead head, Request request);

  ModernCall(std::shared_ptr<AnswerStream> stream, MessageHead head, const JsonAccess& json)
      : stream_(std::move(stream)), head_(std::move(head)), json_(json) {}

  void take(Outgoing message, std::function<void()> written) override;
  void close(bool was_begun) override;

 private:
  [[nodiscard]] unsigned status_for(int error_code) const;
  void end(const char* why);

  std::shared_ptr<AnswerStream> stream_;
  const MessageHead head_;
  const JsonAccess& json_;
  std::shared_ptr<ClientLink> link_;  // until the end
};

/// What a client hears that came while nobody is let in any more, or could be seated.
[[nodiscard]] Answer not_served_now();

}  // namespace workbench::http
