#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/host.hpp>

#include "access/memory_budget.hpp"
#include "access/quota.hpp"
#include "access/request_log.hpp"
#include "http/outgoing_response.hpp"
#include "listener_settings.hpp"
#include "mcp/client_connection.hpp"
#include "mcp/http_session.hpp"
#include "mcp/message_head.hpp"

namespace workbench::http {

inline constexpr std::string_view kVersionHeader = "MCP-Protocol-Version";

/// The sessions of legacy clients: opens them within their limits, finds the session that a request names, and ends
/// those that are idle ("basic/transports", Session Management). [loop thread]
class SessionTable final : public std::enable_shared_from_this<SessionTable> {
 public:
  /// All outlive it and its sessions.
  SessionTable(std::shared_ptr<ListenerContext> context, const ListenerSettings& settings, Quota& quota,
               MemoryBudget& memory, RequestLog& log);

  /// Begins to end idle sessions.
  void start();

  /// Opens a session with the message, an `initialize`; or responds that there are too many.
  void open(const ReceivedRequest& request, const MessageHead& head, CheckedMessage message,
            const std::shared_ptr<OutgoingResponse>& response);

  /// The session that the request names. Null: there is none, and the error response has been sent. `id`: of the
  /// message, as raw JSON.
  [[nodiscard]] std::shared_ptr<HttpSession> find(const ReceivedRequest& request, std::string_view id,
                                                  const std::shared_ptr<OutgoingResponse>& response);

  /// Ends those that are meant; see HttpSession::end().
  void end_if(const std::function<bool(const HttpSession&)>& is_meant, const char* reason);
  /// Ends all.
  void close(const char* reason);

  void collect(MetricsWriter& writer) const;

 private:
  void start_sweep_timer();
  void sweep();

  const std::shared_ptr<ListenerContext> context_;
  const ListenerSettings& settings_;
  Quota& quota_;
  MemoryBudget& memory_;
  RequestLog& log_;
  std::map<std::string, std::shared_ptr<HttpSession>, std::less<>> sessions_;
  EventLoop::Timer sweep_timer_;
};

}  // namespace workbench::http
