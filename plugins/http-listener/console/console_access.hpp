#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

#include "access/address_rate.hpp"
#include "access/origin_policy.hpp"
#include "access/principal_list.hpp"
#include "access/request_log.hpp"
#include "console/console_sessions.hpp"
#include "console/one_time_codes.hpp"
#include "http/http_message.hpp"
#include "listener_settings.hpp"

namespace workbench::http {

/// Decides who may use the console. A session is opened with a one-time code, or with the token or the certificate of a
/// principal that has the right. That a process is of the own user is not enough: a server that an agent uses is, too,
/// and could approve its own calls. A request of a session needs its cookie and its key, and has to come from the page
/// that has opened it. [loop thread]
class ConsoleAccess {
 public:
  /// All outlive it.
  ConsoleAccess(Host& host, const ListenerSettings& settings, const PrincipalList& list, RequestLog& log);

  /// Begins to end idle sessions. `ended` is called, from a task of the loop, when sessions have ended, for whatever
  /// reason but a change of the list: requests whose principals are not current any more have to end.
  void start(MoveOnlyFunction<void()> ended);

  /// Why a request may not pass.
  struct Refusal {
    Response response;
    RefusalCause cause = RefusalCause::credentials;
    std::string reason{};  ///< for the log; empty: it gets no line, as for a session that has ended
  };

  /// Refuses a request that the page of this listener has not sent.
  [[nodiscard]] std::optional<Refusal> check_page(const ReceivedRequest& head) const;
  /// The same of a request that needs a session, whose principal and view it sets.
  [[nodiscard]] std::optional<Refusal> admit(ReceivedRequest& head);

  /// Refuses the head of a request to open a session. Absent: its body is to be read.
  [[nodiscard]] std::optional<Response> check_opening(const ReceivedRequest& head) const;
  /// The response to the request: the key of a new session, and its cookie; or a refusal, which is logged.
  [[nodiscard]] Response open(const ReceivedRequest& request);
  /// Ends the session that was admitted.
  [[nodiscard]] Response close(const ReceivedRequest& head);

  /// A new code, with which a session opens that sees everything.
  [[nodiscard]] std::string make_code() { return codes_.make(OneTimeCodes::Clock::now()); }

  /// The list was read again: ends the sessions whose principal, or whose right, is not the same any more.
  void review();
  /// Whether the session with this principal is open. Absent: it is not the principal of a session.
  [[nodiscard]] std::optional<bool> is_open(const Principal& principal) const { return sessions_.is_open(principal); }

 private:
  /// The person that the request to open a session identifies.
  [[nodiscard]] std::variant<ConsoleUser, Refusal> identify(const ReceivedRequest& request);
  [[nodiscard]] std::variant<ConsoleUser, Refusal> identify_listed(const ReceivedRequest& request) const;
  [[nodiscard]] Response refuse_opening(const ReceivedRequest& request, Refusal refusal);
  void report_end();
  void sweep();

  EventLoop& loop_;
  const JsonAccess& json_;
  const ListenerSettings& settings_;
  const OriginPolicy origin_policy_;
  const PrincipalList& list_;
  RequestLog& log_;
  OneTimeCodes codes_;
  ConsoleSessions sessions_;
  AddressRate refused_{kMaxRefusedChecks, kRefusedChecksPerSecond};
  MoveOnlyFunction<void()> ended_;
  EventLoop::Timer sweep_timer_;
};

}  // namespace workbench::http
