#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>

#include "transport/http_client.hpp"
#include "transport/sse_reader.hpp"

namespace workbench::http::remote {

class StreamableHttpSession;

/// The stream, asked for with GET, of what a legacy server says by itself. [loop thread]
class ServerStream final : public ResponseObserver, public std::enable_shared_from_this<ServerStream> {
 public:
  enum class Kind {
    listening,  ///< it may be missing, and is taken up again when it ends
    http_sse,   ///< by the transport of 2024-11-05: it names where to POST to, brings all answers, and ends with all
  };

  ServerStream(std::shared_ptr<StreamableHttpSession> conversation, Kind kind);

  void start();
  /// Reads on what was not read while the conversation was paused.
  void read_on();
  void stop();

 private:
  void on_written() override {}
  void on_part(ResponsePart part) override;
  void on_failed(HttpFailure failure) override;

  void ask();
  void take_part(const ResponsePart& part);
  [[nodiscard]] bool take_head(const ResponseHead& head);
  void take_event(SseEvent event);
  void take_endpoint(const std::string& reference);
  void take_end(const std::string& why);

  const std::shared_ptr<StreamableHttpSession> conversation_;
  const Kind kind_;
  SseReader reader_;
  std::unique_ptr<HttpCall> call_;
  EventLoop::Timer timer_;  ///< to the next attempt, or for the endpoint to be named
  std::optional<ResponsePart> held_part_;
  std::chrono::milliseconds pause_{0};
  bool has_been_open_ = false;
  bool is_over_ = false;
};

}  // namespace workbench::http::remote
