#include "transport/session_deletion.hpp"

#include <utility>

#include "transport/streamable_http_session.hpp"

namespace workbench::http::remote {

SessionDeletion::SessionDeletion(StreamableHttpSession& conversation, MoveOnlyFunction<void()> done)
    : conversation_(conversation), done_(std::move(done)) {}

void SessionDeletion::start() {
  HttpRequest request;
  request.method = "DELETE";
  request.target = conversation_.post_target();
  request.headers = conversation_.common_headers() + conversation_.session_headers();
  request.may_repeat = true;
  call_ = conversation_.request(std::move(request), weak_from_this());
  Host& host = conversation_.host();
  limit_ = host.loop().after(host.limits().shutdown / 2, [this] { finish(); });
}

void SessionDeletion::finish() {
  const auto self = shared_from_this();  // the end may be that of the conversation
  call_.reset();
  limit_.reset();
  if (done_) std::exchange(done_, {})();
}

}  // namespace workbench::http::remote
