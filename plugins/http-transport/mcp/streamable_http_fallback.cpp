// How a session comes to speak HTTP+SSE (2024-11-05): because its server refuses the POST of `initialize`, or because
// the entry of the server says so.
#include <utility>

#include "mcp/refusal.hpp"
#include "mcp/streamable_http_session.hpp"

namespace workbench::http::transport {

/// Nothing is sent before the stream has named its endpoint, and the modern era has no such stream.
void StreamableHttpSession::begin_with_http_sse(const OutgoingMessage& first) {
  if (first.method == "initialize") return try_http_sse(first, {});
  if (!first.is_request()) return;
  endpoint_.host().loop().post([weak = weak_from_this(), id = first.id] {
    const auto self = weak.lock();
    if (self != nullptr) self->delivery_.fail_request(id, "HTTP+SSE (\"type\": \"sse\") begins with initialize");
  });
}

void StreamableHttpSession::try_http_sse(const OutgoingMessage& initialize, PostRefusal refusal) {
  state_ = State::falling_back;
  http_sse_initialize_ = initialize;
  http_sse_refusal_ = std::move(refusal);
  open_stream(ServerStream::Kind::http_sse);
}

void StreamableHttpSession::begin_http_sse(std::string target) {
  if (!http_sse_initialize_) return;
  endpoint_.log(LogLevel::information, "speaks HTTP+SSE (2024-11-05)");
  endpoint_.set_http_sse_target(std::move(target));
  OutgoingMessage initialize = *std::exchange(http_sse_initialize_, {});
  backlog_ += initialize.text->size();
  start_post(std::move(initialize));
  release_held_messages();
}

void StreamableHttpSession::end_http_sse(std::string_view reason, std::optional<Error> refusal) {
  stream_.reset();
  if (!http_sse_initialize_) {
    return end({ErrorKind::unavailable,
                "the event stream of the server at " + endpoint_.origin() + " ended: " + std::string(reason)});
  }
  const OutgoingMessage initialize = *std::exchange(http_sse_initialize_, {});
  endpoint_.log(LogLevel::debug, "does not speak HTTP+SSE: " + std::string(reason));
  if (refusal && refusal->kind == ErrorKind::login_required) {
    delivery_.refuse_request(initialize.id, *refusal);
  } else if (!http_sse_refusal_.error.empty()) {
    const std::string why = refusal ? refusal->message : std::string(reason);
    delivery_.deliver(with_remark(endpoint_.json(), http_sse_refusal_.error, "HTTP+SSE was tried as well: " + why));
  } else if (refusal) {
    delivery_.fail_request(initialize.id, refusal->message);
  } else {
    delivery_.fail_request(initialize.id, describe_no_http_sse(reason));
  }
  if (state_ == State::falling_back) release_held_messages();
}

/// The refusal of the POST comes first: most servers of that kind have never spoken HTTP+SSE.
std::string StreamableHttpSession::describe_no_http_sse(std::string_view reason) const {
  if (!http_sse_refusal_.text.empty()) {
    return http_sse_refusal_.text + "; HTTP+SSE was tried as well: " + std::string(reason);
  }
  return "the server at " + endpoint_.origin() + " does not speak HTTP+SSE: " + std::string(reason) +
         R"(; check "url" and "type")";
}

}  // namespace workbench::http::transport
