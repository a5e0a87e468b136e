#pragma once

#include <memory>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

#include "http/http_call.hpp"
#include "http/http_exchange.hpp"
#include "mcp/server_endpoint.hpp"

namespace workbench::http::transport {

/// The DELETE that ends a legacy session ("basic/transports", Session Management: "Clients that no longer need a
/// particular session ... SHOULD send an HTTP DELETE"). Best effort, with a short timeout. [loop thread]
class SessionDeletion final : public ResponseObserver, public std::enable_shared_from_this<SessionDeletion> {
 public:
  /// `endpoint` must outlive it. `done` is called once: after any response or failure, or when the time is over.
  SessionDeletion(ServerEndpoint& endpoint, MoveOnlyFunction<void()> done)
      : endpoint_(endpoint), done_(std::move(done)) {}

  void start() {
    HttpRequest request;
    request.method = "DELETE";
    request.target = endpoint_.post_target();
    request.headers = endpoint_.common_headers();
    endpoint_.append_session_headers(endpoint_.negotiated().session_id, request.headers);
    request.may_repeat = true;
    call_ = endpoint_.request(std::move(request), weak_from_this());
    Host& host = endpoint_.host();
    timeout_ = host.loop().after(host.limits().shutdown / 2, [this] { finish(); });
  }

 private:
  void on_written() override {}
  void on_part(ResponsePart) override { finish(); }
  void on_failed(HttpFailure) override { finish(); }

  void finish() {
    const auto self = shared_from_this();  // `done` may destroy the session, which owns this
    call_.reset();
    timeout_.reset();
    if (done_) std::exchange(done_, {})();
  }

  ServerEndpoint& endpoint_;
  MoveOnlyFunction<void()> done_;
  std::unique_ptr<HttpCall> call_;
  EventLoop::Timer timeout_;
};

}  // namespace workbench::http::transport
