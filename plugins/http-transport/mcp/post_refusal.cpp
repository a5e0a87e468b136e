// What a Post does if the server refuses it: with a status other than 2xx, or without a message in the response.
#include <string>
#include <string_view>
#include <utility>

#include "http/request_refusal.hpp"
#include "mcp/post.hpp"
#include "mcp/refusal.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::string_view kNotKnown = "whether the request was carried out is not known";

constexpr int kMaxRedirects = 5;

}  // namespace

void Post::handle_redirect(const ResponseHead& head) {
  if (!uses_http_sse_ && redirects_ < kMaxRedirects && endpoint_.follow(head, "POST", target_)) {
    ++redirects_;
    call_.reset();  // the rest of the response
    return send_post();
  }
  std::string text = describe_redirect(endpoint_.address().url, head);
  if (redirects_ == kMaxRedirects) text += "; too many redirects";
  if (!refusal_of(head).is_certain && !outgoing_.may_repeat) text.append("; ").append(kNotKnown);
  fail(text);
}

void Post::handle_refusal() {
  if (has_result()) return fail_refused();
  const bool must_wait =
      authorization_.renew_after(head_, [this](const Result<void>& outcome) { handle_token(outcome); });
  if (!must_wait) fail_refused();
}

/// Whatever the status demands, it was carried out.
bool Post::has_result() const {
  const auto answer = find_error_response(endpoint_.json(), endpoint_.origin(), head_, body_, outgoing_);
  return answer && answer->has_result;
}

void Post::handle_token(const Result<void>& outcome) {
  if (is_over_) return;
  if (outcome) return send_post();
  const auto self = shared_from_this();
  const auto reason = endpoint_.describe_no_token(outcome.error());
  if (!reason) return fail_refused();
  if (reason->kind == ErrorKind::login_required) {
    answer_.fail(*reason);
  } else {
    answer_.fail(reason->message);
  }
  finish();
}

/// What is not the answer to this very request puts the session in doubt. An answer ends nothing, whatever its status.
void Post::fail_refused() {
  const auto self = shared_from_this();
  auto error = find_error_response(endpoint_.json(), endpoint_.origin(), head_, body_, outgoing_);
  if (error && is_header_mismatch(*error)) return refresh_tools(std::move(error->message));
  if (error && error->is_answer) {
    const bool is_failure = doubt_of(head_) == SessionDoubt::failure;
    if (error->doubts_session) note_doubt(is_failure ? SessionDoubt::failure : SessionDoubt::possible);
    if (error->has_result) owner_->record_granted(outgoing_, session_id_);
    answer_.deliver_error(std::move(error->message));
    return finish();
  }
  const bool is_in_doubt = !session_id_.empty() && doubt_of(head_) != SessionDoubt::none;
  if (is_in_doubt && outgoing_.is_request() && !was_sent_again_) return await_session();
  // Some servers refuse each notification that they do not know.
  if (is_in_doubt && !outgoing_.is_request()) note_doubt(SessionDoubt::possible);
  conclude_refusal({});
}

/// "HeaderMismatch": the server has compared the headers with the body, and has not carried out the call.
bool Post::is_header_mismatch(const ErrorResponse& error) const {
  constexpr int kHeaderMismatch = -32020;
  return error.code == kHeaderMismatch && outgoing_.is_modern() && outgoing_.method == "tools/call" &&
         tools_ == nullptr;
}

/// Once, and not if the fresh list leads to the same headers.
void Post::refresh_tools(std::string error) {
  const HeaderList sent = endpoint_.tool_headers().mirror(outgoing_);
  auto then = [this, sent, error = std::move(error)]() mutable {
    const auto self = shared_from_this();
    if (is_over_) return;
    if (endpoint_.tool_headers().mirror(outgoing_) != sent) return send_post();
    answer_.deliver_error(std::move(error));
    finish();
  };
  tools_ = std::make_unique<ToolListRefresh>(endpoint_, delivery_, outgoing_, std::move(then));
  tools_->start();
}

DoubtedSession Post::doubted_session(SessionDoubt doubt) const {
  return {session_id_, doubt, outgoing_.is_list_request()};
}

void Post::await_session() {
  phase_ = Phase::awaiting_session;
  owner_->doubt_session(doubted_session(doubt_of(head_)),
                        [this, self = shared_from_this()](SessionVerdict verdict, const std::string& why) {
                          if (!is_over_) handle_verdict(verdict, why);
                        });
}

/// Once more, and not if it may have been carried out.
void Post::handle_verdict(SessionVerdict verdict, const std::string& why) {
  phase_ = Phase::under_way;
  if (verdict == SessionVerdict::known) return conclude_refusal({});
  if (verdict == SessionVerdict::lost && was_certainly_refused()) {
    return fail(describe_lost_session(endpoint_.origin(), head_, body_, why));
  }
  const bool may_send_again = was_certainly_refused() || outgoing_.may_repeat;
  if (verdict == SessionVerdict::renewed && may_send_again) {
    was_sent_again_ = true;
    return send_post();
  }
  conclude_refusal(kNotKnown);
}

/// The server did not know its session, and said so by refusing the HTTP request, or with nothing but an error that
/// names no request. A failure of the server itself (5xx) may have come after it had begun, and so may an error at the
/// end of a stream with other messages, or of one that was resumed.
bool Post::was_certainly_refused() const {
  return refusal_of(head_).is_certain || (head_.status / 100 == 2 && !is_resumed_ && answer_.was_not_taken_up());
}

/// Nothing waits for it.
void Post::note_doubt(SessionDoubt doubt) {
  if (session_id_.empty() || doubt == SessionDoubt::none) return;
  owner_->doubt_session(doubted_session(doubt), [](SessionVerdict, const std::string&) {});
}

/// "Retry-After": the request is sent again if the server can be waited for. The time of the host limits that, too.
bool Post::send_later() {
  if (repetitions_ == kMaxRepetitions) return false;
  const auto most = outgoing_.may_repeat ? kMaxWaitOfReader : kMaxWaitOfCall;
  const auto wait = wait_before_repeating(refusal_of(head_), outgoing_.may_repeat, most);
  if (!wait) return false;
  ++repetitions_;
  phase_ = Phase::awaiting_time;
  const std::string what = outgoing_.method.empty() ? "a response" : outgoing_.method;
  endpoint_.log(LogLevel::information, "answered " + status_of(head_) + " to " + what + ", which is sent again in " +
                                           std::to_string(wait->count()) + " s, as it says");
  timer_ = endpoint_.host().loop().after(*wait, [this] { send_post(); });
  return true;
}

/// `remark` empty: it has no other reason than the response.
void Post::conclude_refusal(std::string_view remark) {
  if (remark.empty() && send_later()) return;
  auto error = find_error_response(endpoint_.json(), endpoint_.origin(), head_, body_, outgoing_);
  const bool is_http_sse_next = may_be_http_sse(error);
  const bool has_error = error && remark.empty();
  const bool may_have_begun = outgoing_.is_request() && !outgoing_.may_repeat && !was_certainly_refused();
  if (may_have_begun) remark = kNotKnown;
  PostRefusal refusal{describe_refusal(endpoint_.origin(), head_, body_),
                      has_error ? std::move(error->message) : std::string()};
  if (!remark.empty()) {
    refusal.text.append("; ").append(remark);
    if (has_error) refusal.error = with_remark(endpoint_.json(), std::move(refusal.error), std::string(remark));
  }
  if (is_http_sse_next) return fall_back(std::move(refusal));
  if (refusal.error.empty()) return fail(refusal.text);
  answer_.deliver_error(std::move(refusal.error));
  finish();
}

/// "If it fails with an HTTP 4xx status code (e.g., 405 Method Not Allowed or 404 Not Found): Issue a GET request"
/// ("basic/transports", Backwards Compatibility), but not if the status or a JSON-RPC error says what else is wrong.
/// The error of a server that has nothing here for a POST says no more than its status.
bool Post::may_be_http_sse(const std::optional<ErrorResponse>& error) const {
  constexpr int kMethodNotFound = -32601;
  const bool is_first = outgoing_.method == "initialize" && !uses_http_sse_;
  if (!is_first || head_.status / 100 != 4 || doubt_of(head_) == SessionDoubt::none) return false;
  const bool has_no_post = head_.status == 404 || head_.status == 405;
  return !error || (has_no_post && (error->code == kMethodNotFound || may_concern_session(error->code)));
}

void Post::fall_back(PostRefusal refusal) {
  const auto self = shared_from_this();
  record_written();
  answer_.drop();
  owner_->try_http_sse(outgoing_, std::move(refusal));
  finish();
}

}  // namespace workbench::http::transport
