#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>

#include "transport/http_client.hpp"
#include "transport/sse_reader.hpp"

namespace workbench::http::transport {

class StreamableHttpSession;

/// The stream that a GET opens, for messages of a legacy server that are not related to a request. [loop thread]
class ServerStream final : public ResponseObserver, public std::enable_shared_from_this<ServerStream> {
 public:
  enum class Kind {
    listening,  ///< optional; opened again when it ends
    http_sse,   ///< of HTTP+SSE (2024-11-05): names the URL for POSTs and carries all responses; its end ends the
                ///< session
  };

  ServerStream(std::shared_ptr<StreamableHttpSession> session, Kind kind);

  void start();
  /// Handles what was received while the session was paused.
  void read_on();
  void stop();

 private:
  void on_written() override {}
  void on_part(ResponsePart part) override;
  void on_failed(HttpFailure failure) override;

  void send_get();
  void handle_part(const ResponsePart& part);
  [[nodiscard]] bool handle_head(const ResponseHead& head);
  void handle_event(SseEvent event);
  void handle_endpoint(const std::string& reference);
  void handle_end(const std::string& reason);

  const std::shared_ptr<StreamableHttpSession> session_;
  const Kind kind_;
  SseReader reader_;
  std::unique_ptr<HttpCall> call_;
  EventLoop::Timer timer_;  ///< until the next attempt, or until the endpoint must have been named
  std::optional<ResponsePart> held_part_;
  std::chrono::milliseconds retry_delay_{0};
  bool has_been_open_ = false;
  bool is_over_ = false;
};

}  // namespace workbench::http::transport
