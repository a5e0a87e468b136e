#pragma once

#include <memory>
#include <string>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "http/http_call.hpp"
#include "login/token_source.hpp"

namespace workbench::http::transport {

/// Ensures that one request has an access token that the server accepts, if that is possible without user interaction.
/// Its callbacks are called from tasks of the loop; not at all once it was destroyed. [loop thread]
class Authorization {
 public:
  /// `tokens` null: the server has no login. Must outlive it.
  explicit Authorization(login::TokenSource* tokens) : tokens_(tokens) {}

  /// To be called before the request is sent. True: its token expires soon, and `then` is called after an attempt to
  /// get the next one. If that fails, the server's response to the old one decides what to do.
  [[nodiscard]] bool must_wait(MoveOnlyFunction<void()> then);

  /// To be called with the response. True: it demands another token, and `then` is called with the outcome of
  /// TokenSource::renew(). After a few refusals in a row, it is false.
  [[nodiscard]] bool renew_after(const ResponseHead& head, MoveOnlyFunction<void(const Result<void>& outcome)> then);

 private:
  login::TokenSource* tokens_;
  std::string sent_token_;  ///< empty: none
  int refusals_ = 0;
  bool was_renewed_ = false;                       ///< before it was sent
  std::unique_ptr<EventLoop::Subscription> wait_;  ///< null unless a token is awaited
};

}  // namespace workbench::http::transport
