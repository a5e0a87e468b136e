#pragma once

#include <memory>

#include <workbench/event_loop.hpp>

#include "transport/http_client.hpp"

namespace workbench::http::remote {

class StreamableHttpSession;

/// The DELETE that ends a legacy session. What comes of it is of no interest, and soon nor is whether
/// anything comes. [loop thread]
class SessionDeletion final : public ResponseObserver, public std::enable_shared_from_this<SessionDeletion> {
 public:
  SessionDeletion(StreamableHttpSession& conversation, MoveOnlyFunction<void()> done);

  void start();

 private:
  void on_written() override {}
  void on_part(ResponsePart) override { finish(); }
  void on_failed(HttpFailure) override { finish(); }
  void finish();

  StreamableHttpSession& conversation_;  // owns this
  MoveOnlyFunction<void()> done_;
  std::unique_ptr<HttpCall> call_;
  EventLoop::Timer limit_;
};

}  // namespace workbench::http::remote
