#include "listener/modern_call.hpp"

#include <utility>

#include "listener/origin_policy.hpp"
#include "listener/sse.hpp"

namespace workbench::http {

Answer not_served_now() {
  Answer answer = plain_answer(503, "Nobody is served here now; try again, there may be another one to serve you.");
  answer.fields.add("Retry-After", "1");
  answer.fields.add("Connection", "close");
  return answer;
}

void ModernCall::begin(const std::shared_ptr<Reception>& reception, std::shared_ptr<AnswerStream> stream,
                       std::shared_ptr<const Principal> principal, MessageHead head, Request request) {
  std::string capabilities = head.capabilities;
  const auto call = std::make_shared<ModernCall>(std::move(stream), std::move(head), reception->host.json());
  call->link_ = std::make_shared<ClientLink>(reception);
  call->stream_->start([weak = std::weak_ptr(call)] {
    if (const auto gone = weak.lock()) gone->end("the client closed the stream");
  });
  auto fields = std::make_shared<const Fields>(std::move(request.fields));
  call->link_->enter(call, {std::move(principal), true, std::move(capabilities), std::move(fields)},
                     std::move(request.body));
}

void ModernCall::take(Outgoing message, std::function<void()> written) {
  if (!message.is_response) return stream_->send(event_of(message.text, {}), std::move(written));
  const unsigned status = status_for(message.error_code);
  stream_->answer({status, {{"Content-Type", "application/json"}}, std::move(message.text)});
  written();
  end("answered");
}

/// "basic/transports/streamable-http": what is wrong with the request as such is told by the status as well; what went
/// wrong while it was worked on is not.
unsigned ModernCall::status_for(int error_code) const {
  switch (error_code) {
    case -32601: return 404;
    case -32602: return head_.is_claim_whole ? 200 : 400;
    case -32700:
    case -32600:
    case -32020:
    case -32021:
    case -32022: return 400;
    default: return 200;
  }
}

// Whoever hears 503 may send the request elsewhere; what has been begun must not be done twice.
void ModernCall::close(bool was_begun) {
  constexpr int kInternalError = -32603;
  if (was_begun) {
    stream_->answer(
        {200,
         {{"Content-Type", "application/json"}},
         error_response(head_.id, kInternalError,
                        "the workbench has ended; whether the request was carried out is not known", json_)});
  } else {
    stream_->answer(not_served_now());
  }
  end("closed");
}

void ModernCall::end(const char* why) {
  if (const auto link = std::exchange(link_, nullptr)) link->end({ErrorKind::cancelled, why});
}

}  // namespace workbench::http
