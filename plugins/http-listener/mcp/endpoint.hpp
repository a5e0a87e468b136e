#pragma once

#include <memory>
#include <string>
#include <vector>

#include "access/memory_budget.hpp"
#include "access/principal_list.hpp"
#include "access/quota.hpp"
#include "access/request_check.hpp"
#include "access/request_log.hpp"
#include "console/console_access.hpp"
#include "http/outgoing_response.hpp"
#include "listener_settings.hpp"
#include "mcp/client_connection.hpp"
#include "mcp/http_session.hpp"
#include "mcp/message_head.hpp"
#include "mcp/session_table.hpp"

namespace workbench::http {

class BatchReader;

/// The MCP endpoint: decides which era a request belongs to, and which session, and passes it on
/// ("basic/transports/streamable-http"). [loop thread]
class Endpoint final : public std::enable_shared_from_this<Endpoint> {
 public:
  /// `knows_users`, `verifier`: see RequestCheck.
  Endpoint(std::shared_ptr<ListenerContext> context, ListenerSettings settings, std::unique_ptr<PrincipalList> list,
           bool knows_users, std::unique_ptr<TokenVerifier> verifier = nullptr);

  /// Begins to end idle sessions, and to publish figures. `console_ended`: sessions of the console have ended, so that
  /// is_current() is false for their principals; called from a task of the loop.
  void start(MoveOnlyFunction<void()> console_ended = nullptr);

  /// Checks the head of each request first; handle() is for those that it allows.
  [[nodiscard]] RequestCheck& request_check() { return request_check_; }

  /// Responds through `response`, now or later.
  void handle(ReceivedRequest request, const std::shared_ptr<OutgoingResponse>& response);

  /// Reads the tokens again, and ends the sessions of principals that are not the same any more.
  [[nodiscard]] Result<void> reload();
  /// Whether requests of this principal would still be accepted.
  [[nodiscard]] bool is_current(const Principal& principal) const;
  /// Null: the listener serves no console.
  [[nodiscard]] ConsoleAccess* console() { return console_.get(); }
  /// The files that reload() reads.
  [[nodiscard]] std::vector<std::string> files() const { return list_->files(); }

  /// Ends all sessions.
  void close();

  [[nodiscard]] const ListenerSettings& settings() const { return settings_; }
  [[nodiscard]] Host& host() const { return context_->host; }
  [[nodiscard]] Quota& quota() { return quota_; }
  [[nodiscard]] const MemoryBudget& memory() const { return memory_; }
  [[nodiscard]] RequestLog& log() { return log_; }

 private:
  using ResponsePtr = std::shared_ptr<OutgoingResponse>;

  void end_sessions(const char* reason);
  void post(ReceivedRequest request, const ResponsePtr& response);
  void check_on(std::shared_ptr<MessageCheck> check, ReceivedRequest request, const ResponsePtr& response);
  void post_checked(ReceivedRequest request, Result<CheckedMessage> message, const ResponsePtr& response);
  void route(ReceivedRequest request, MessageHead head, CheckedMessage message, const ResponsePtr& response);
  void post_modern(ReceivedRequest request, const MessageHead& head, CheckedMessage message,
                   const ResponsePtr& response);
  void post_initialize(const ReceivedRequest& request, const MessageHead& head, CheckedMessage message,
                       const ResponsePtr& response);
  void post_batch(ReceivedRequest request, const Json& batch, const ResponsePtr& response);
  void read_batch(std::shared_ptr<BatchReader> reader, ReceivedRequest request, std::shared_ptr<HttpSession> session,
                  const ResponsePtr& response);
  void listen(const ReceivedRequest& request, const ResponsePtr& response);
  void delete_session(const ReceivedRequest& request, const ResponsePtr& response);
  void collect(MetricsWriter& writer) const;

  const std::shared_ptr<ListenerContext> context_;
  const ListenerSettings settings_;
  const std::unique_ptr<PrincipalList> list_;
  const std::unique_ptr<TokenVerifier> verifier_;  // null: no access tokens are accepted
  const JsonAccess& json_;
  Quota quota_;
  MemoryBudget memory_;
  RequestLog log_;
  const std::unique_ptr<ConsoleAccess> console_;  // null: the listener serves no console
  RequestCheck request_check_;
  const std::shared_ptr<SessionTable> sessions_;
  std::unique_ptr<EventLoop::Subscription> metrics_;
};

}  // namespace workbench::http
