#include "gateway/requests/input_round.hpp"

#include <chrono>
#include <utility>
#include <variant>

#include "json/escape.hpp"

namespace workbench::gateway {
namespace {

/// Before a request is sent again that the server answered with a requestState but without input requests.
constexpr std::chrono::milliseconds kRoundPause{250};

/// For the responses of one round, which a user may have to give.
constexpr std::chrono::minutes kMaxRoundTime{10};

}  // namespace

void InputRound::run(EventLoop& loop, Caller& caller, protocol::InputRequired required, Done done) {
  std::make_shared<InputRound>(loop, caller, std::move(required), std::move(done))->begin();
}

InputRound::InputRound(EventLoop& loop, Caller& caller, protocol::InputRequired required, Done done)
    : loop_(loop),
      caller_(caller),
      required_(std::move(required)),
      left_(required_.input_requests.size()),
      done_(std::move(done)) {}

// The round is owned by the functions that receive the responses, and by the request's own on_cancel(): when the client
// disconnects or cancels, the former may be destroyed first, and the request must not be answered as a dropped one.
// The circle ends when the round has finished or the request is cancelled.
void InputRound::begin() {
  caller_.on_cancel([self = shared_from_this()](const Json&) {
    self->timer_.reset();
    self->done_ = {};
  });
  if (!done_) return;
  if (left_ == 0) {
    timer_ = loop_.after(kRoundPause, [self = shared_from_this()] { self->finish(std::string()); });
    return;
  }
  timer_ = loop_.after(kMaxRoundTime, [this] {
    finish(Error{ErrorKind::timed_out, "the client has not answered the server's input request"});
  });
  for (auto& [key, input_request] : required_.input_requests) {
    if (!done_) return;
    caller_.ask(std::move(input_request), [self = shared_from_this(), key = key](InputResponse response) {
      self->handle_response(key, std::move(response));
    });
  }
}

void InputRound::handle_response(const std::string& key, InputResponse response) {
  if (!done_) return;
  const Json* const result = std::get_if<Json>(&response);
  if (result == nullptr)
    return finish(as_error(response).within("the client did not answer the server's input request"));
  responses_.append(responses_.empty() ? "" : ",").append(json::quoted(key)).append(":").append(result->text());
  if (--left_ == 0) finish(std::move(responses_));
}

void InputRound::finish(Result<std::string> responses) {
  const EventLoop::Timer on_the_stack = std::move(timer_);
  if (Done done = std::exchange(done_, {})) done(std::move(responses));
}

}  // namespace workbench::gateway
