#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/result.hpp>

#include "http/request_refusal.hpp"
#include "mcp/authorization.hpp"
#include "mcp/response_reader.hpp"
#include "mcp/session_renewal.hpp"

namespace workbench::http::transport {

/// What a stream needs of the session that it belongs to. [loop thread]
class StreamOwner {
 public:
  /// The stream of HTTP+SSE has named the target of POSTs.
  virtual void begin_http_sse(std::string target) = 0;
  /// The stream of HTTP+SSE has ended, or could not be opened. `refusal`: the response to `initialize`, if it
  /// has more information than the refusal of its POST.
  virtual void end_http_sse(std::string_view reason, std::optional<Error> refusal) = 0;
  /// As PostOwner's.
  virtual void doubt_session(const DoubtedSession& session, SessionRenewal::Waiting done) = 0;
  /// Ends the session for this reason.
  virtual void end(const Error& reason) = 0;

 protected:
  ~StreamOwner() = default;
};

/// The stream that a GET opens, for messages of a legacy server that are not related to a request. [loop thread]
class ServerStream final : public ResponseReader {
 public:
  enum class Kind {
    listening,  ///< optional; opened again when it ends
    http_sse,   ///< of HTTP+SSE (2024-11-05): names the URL for POSTs and carries all responses; its end ends the
                ///< session
  };

  /// `endpoint` and `delivery` are parts of `owner`, or live as long.
  ServerStream(std::shared_ptr<StreamOwner> owner, ServerEndpoint& endpoint, MessageDelivery& delivery, Kind kind);

  void start() { open(); }

 private:
  [[nodiscard]] bool handle_head(const ResponseHead& head) override;
  void handle_body(std::string bytes) override;
  void handle_event(SseEvent event) override;
  void handle_complete() override;
  void handle_failure(const HttpFailure& failure) override;

  void open();
  void send_get();
  void limit_time();
  void handle_refusal(std::optional<Error> no_token = {});
  void handle_token(const Result<void>& outcome);
  void handle_endpoint(const std::string& reference);
  void refuse_endpoint(const std::string& elsewhere);
  [[nodiscard]] bool open_later(const RequestRefusal& refusal);
  /// `least`: how long the server wants to be left alone.
  void handle_end(const std::string& reason, std::chrono::milliseconds least = {});

  const std::shared_ptr<StreamOwner> owner_;
  const Kind kind_;
  std::chrono::milliseconds retry_delay_{0};
  bool has_been_open_ = false;
  int redirects_ = 0;
  int repetitions_ = 0;  ///< at the time that the server named
  Authorization authorization_;
  std::optional<ResponseHead> refused_;  ///< the server requires authorization
  std::string refusal_body_;
};

}  // namespace workbench::http::transport
