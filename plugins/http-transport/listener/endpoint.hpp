#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "listener/authenticator.hpp"
#include "listener/client_connection.hpp"
#include "listener/listener_settings.hpp"
#include "listener/message_head.hpp"
#include "listener/origin_policy.hpp"
#include "listener/response_stream.hpp"
#include "listener/session.hpp"

namespace workbench::http {

/// A token bucket that holds the requests of one second.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  /// `per_second` 0: no limit.
  explicit RateLimit(std::size_t per_second) : per_second_(static_cast<double>(per_second)), left_(per_second_) {}

  /// Counts one request. False: it exceeds the limit.
  [[nodiscard]] bool admits(Clock::time_point now);

 private:
  double per_second_;
  double left_;
  Clock::time_point last_ = Clock::now();
};

/// Decides everything about a request between the socket and the host: whether it is allowed, which era it belongs to,
/// and which session ("basic/transports/streamable-http"). [io thread]
class Endpoint final : public std::enable_shared_from_this<Endpoint> {
 public:
  Endpoint(std::shared_ptr<ListenerContext> context, ListenerSettings settings,
           std::unique_ptr<Authenticator> authenticator);

  /// Begins to end idle sessions.
  void start();

  /// Checks a request whose body has not been read yet. The response if the body need not be read, else absent.
  [[nodiscard]] std::optional<Response> check_head(const Request& head);

  /// Responds through `exchange`, now or later.
  void handle(Request request, const std::shared_ptr<Exchange>& exchange);

  /// Ends all sessions.
  void close();

  [[nodiscard]] const ListenerSettings& settings() const { return settings_; }
  [[nodiscard]] const OriginPolicy& origin_policy() const { return origin_policy_; }

 private:
  using PrincipalPtr = std::shared_ptr<const Principal>;
  using ExchangePtr = std::shared_ptr<Exchange>;

  [[nodiscard]] std::optional<Response> check_health(const Request& head) const;
  [[nodiscard]] std::optional<Response> check_post(const Request& head) const;
  [[nodiscard]] bool is_within_rate(const Principal& principal);
  [[nodiscard]] std::shared_ptr<ResponseStream> stream_for(const ExchangePtr& exchange) const;

  void post(Request request, const PrincipalPtr& principal, const ExchangePtr& exchange);
  void post_modern(Request request, MessageHead head, const PrincipalPtr& principal, const ExchangePtr& exchange);
  void post_initialize(Request request, const MessageHead& head, const PrincipalPtr& principal,
                       const ExchangePtr& exchange);
  void post_in_session(Request request, const MessageHead& head, const PrincipalPtr& principal,
                       const ExchangePtr& exchange);
  void post_batch(const Request& request, const Json& batch, const PrincipalPtr& principal,
                  const ExchangePtr& exchange);
  void listen(const Request& request, const PrincipalPtr& principal, const ExchangePtr& exchange);
  void delete_session(const Request& request, const PrincipalPtr& principal, const ExchangePtr& exchange);
  /// The session that the request names. Null: there is none, and the error response has been sent.
  [[nodiscard]] std::shared_ptr<Session> find_session(const Request& request, const std::string& id,
                                                      const PrincipalPtr& principal, const ExchangePtr& exchange);
  void refuse(const ExchangePtr& exchange, unsigned status, const std::string& id, int code,
              const std::string& message) const;
  void start_sweep_timer();
  void end_idle_sessions();

  const std::shared_ptr<ListenerContext> context_;
  const ListenerSettings settings_;
  const OriginPolicy origin_policy_;
  const std::unique_ptr<Authenticator> authenticator_;
  const JsonAccess& json_;
  std::map<const Principal*, RateLimit> rates_;
  std::map<std::string, std::shared_ptr<Session>, std::less<>> sessions_;
  boost::asio::steady_timer sweep_timer_;
};

}  // namespace workbench::http
