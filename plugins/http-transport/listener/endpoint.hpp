#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "listener/authenticator.hpp"
#include "listener/client_connection.hpp"
#include "listener/listener_settings.hpp"
#include "listener/message_head.hpp"
#include "listener/origin_policy.hpp"
#include "listener/rate_limit.hpp"
#include "listener/response_stream.hpp"
#include "listener/session.hpp"

namespace workbench::http {

/// Everything that is decided about a request between the socket and the host: who may come in, which era it is of,
/// whose session it belongs to ("basic/transports/streamable-http"). [io thread]
class Endpoint final : public std::enable_shared_from_this<Endpoint> {
 public:
  Endpoint(std::shared_ptr<Reception> reception, ListenerSettings settings,
           std::unique_ptr<Authenticator> authenticator);

  /// Ends sessions that nobody uses, from now on.
  void start();

  /// Looks at a request whose body has not been read yet. The answer that makes reading it needless, or absent.
  [[nodiscard]] std::optional<Answer> examine(const Request& head);

  /// Answers a request, now or later, through `exchange`.
  void take(Request request, const std::shared_ptr<Exchange>& exchange);

  /// Ends all sessions.
  void close();

  [[nodiscard]] const ListenerSettings& settings() const { return settings_; }
  [[nodiscard]] const OriginPolicy& gate() const { return gate_; }

 private:
  using Who = std::shared_ptr<const Principal>;

  [[nodiscard]] std::optional<Answer> examine_health(const Request& head) const;
  [[nodiscard]] std::optional<Answer> examine_post(const Request& head) const;
  [[nodiscard]] bool is_within_rate(const Principal& principal);
  [[nodiscard]] std::shared_ptr<AnswerStream> stream_for(const std::shared_ptr<Exchange>& exchange) const;

  void post(Request request, const Who& who, const std::shared_ptr<Exchange>& exchange);
  void post_stateless(Request request, MessageHead head, const Who& who, const std::shared_ptr<Exchange>& exchange);
  void post_initialize(Request request, const MessageHead& head, const Who& who,
                       const std::shared_ptr<Exchange>& exchange);
  void post_in_session(Request request, const MessageHead& head, const Who& who,
                       const std::shared_ptr<Exchange>& exchange);
  void post_batch(const Request& request, const Json& batch, const Who& who, const std::shared_ptr<Exchange>& exchange);
  void listen(const Request& request, const Who& who, const std::shared_ptr<Exchange>& exchange);
  void end_session(const Request& request, const Who& who, const std::shared_ptr<Exchange>& exchange);
  /// The session that the request names; null: it has been answered that there is none.
  [[nodiscard]] std::shared_ptr<Session> find_session(const Request& request, const std::string& id, const Who& who,
                                                      const std::shared_ptr<Exchange>& exchange);
  void refuse(const std::shared_ptr<Exchange>& exchange, unsigned status, const std::string& id, int code,
              const std::string& message) const;
  void sweep_later();
  void sweep();

  const std::shared_ptr<Reception> reception_;
  const ListenerSettings settings_;
  const OriginPolicy gate_;
  const std::unique_ptr<Authenticator> authenticator_;
  const JsonAccess& json_;
  std::map<const Principal*, RateLimit> rates_;
  std::map<std::string, std::shared_ptr<Session>, std::less<>> sessions_;
  boost::asio::steady_timer sweep_;
};

}  // namespace workbench::http
