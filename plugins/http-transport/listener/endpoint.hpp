#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <string>

#include "listener/client_connection.hpp"
#include "listener/listener_settings.hpp"
#include "listener/message_head.hpp"
#include "listener/request_check.hpp"
#include "listener/response_stream.hpp"
#include "listener/session.hpp"

namespace workbench::http {

/// The MCP endpoint: decides which era a request belongs to, and which session, and passes it on
/// ("basic/transports/streamable-http"). [io thread]
class Endpoint final : public std::enable_shared_from_this<Endpoint> {
 public:
  Endpoint(std::shared_ptr<ListenerContext> context, ListenerSettings settings,
           std::unique_ptr<Authenticator> authenticator);

  /// Begins to end idle sessions.
  void start();

  /// Checks the head of each request first; handle() is for those that it allows.
  [[nodiscard]] RequestCheck& request_check() { return request_check_; }

  /// Responds through `exchange`, now or later.
  void handle(Request request, const std::shared_ptr<Exchange>& exchange);

  /// Ends all sessions.
  void close();

  [[nodiscard]] const ListenerSettings& settings() const { return settings_; }

 private:
  using PrincipalPtr = std::shared_ptr<const Principal>;
  using ExchangePtr = std::shared_ptr<Exchange>;

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
  RequestCheck request_check_;
  const JsonAccess& json_;
  std::map<std::string, std::shared_ptr<Session>, std::less<>> sessions_;
  boost::asio::steady_timer sweep_timer_;
};

}  // namespace workbench::http
