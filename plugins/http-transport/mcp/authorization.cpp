#include "mcp/authorization.hpp"

#include <utility>

#include "http/request_refusal.hpp"
#include "login/challenge.hpp"

namespace workbench::http::transport {
namespace {

constexpr int kMaxRefusals = 3;

}  // namespace

bool Authorization::must_wait(MoveOnlyFunction<void()> then) {
  wait_.reset();
  if (tokens_ == nullptr) return false;
  if (!was_renewed_ && tokens_->needs_renewal()) {
    was_renewed_ = true;
    wait_ = tokens_->renew({}, {}, [then = std::move(then)](const Result<void>&) mutable { then(); });
    return true;
  }
  sent_token_ = tokens_->token();
  return false;
}

bool Authorization::renew_after(const ResponseHead& head, MoveOnlyFunction<void(const Result<void>& outcome)> then) {
  const bool is_refused = refusal_of(head).reason == RequestRefusal::Reason::authorization;
  if (!is_refused || tokens_ == nullptr || refusals_ >= kMaxRefusals) return false;
  http::Headers headers;
  for (const auto& [name, value] : head.headers) headers.add(name, value);
  const login::Challenge challenge = login::read_challenge(headers);
  // Another 403 means that no token would allow this.
  if (head.status == 403 && challenge.error != "insufficient_scope") return false;
  ++refusals_;
  wait_ = tokens_->renew(sent_token_, challenge,
                         [then = std::move(then)](const Result<void>& outcome) mutable { then(outcome); });
  return true;
}

}  // namespace workbench::http::transport
