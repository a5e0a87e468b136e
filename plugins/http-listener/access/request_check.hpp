#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "access/address_rate.hpp"
#include "access/authentication_chain.hpp"
#include "access/memory_budget.hpp"
#include "access/origin_policy.hpp"
#include "access/principal_list.hpp"
#include "access/quota.hpp"
#include "access/request_log.hpp"
#include "access_tokens/protected_resource.hpp"
#include "access_tokens/token_verifier.hpp"
#include "console/console_access.hpp"
#include "http/http_message.hpp"
#include "listener_settings.hpp"
#include "routes.hpp"

namespace workbench::http {

/// Decides by the head of a request whether its body is read at all: finds its route, checks what the route requires
/// (host name, origin, credentials, quotas), and answers preflight requests, and requests for which the route needs no
/// body. Requests with ambiguous framing are refused first. [loop thread]
class RequestCheck {
 public:
  /// The outcome of the check of a head.
  struct Verdict {
    std::optional<Response> response;  ///< absent: the request is allowed, or has to wait
    bool must_wait = false;            ///< call wait(), and check the head again when it is done
  };

  /// All must outlive the check. `verifier` null: no access tokens are accepted. `console` null: it is not served.
  /// `is_accepting` false: the workbench shuts down. `knows_users`: whether the kernel reports the user at the other
  /// end of a loopback connection.
  RequestCheck(Host& host, const ListenerSettings& settings, const PrincipalList& list, Quota& quota,
               const MemoryBudget& memory, RequestLog& log, const bool& is_accepting, bool knows_users,
               TokenVerifier* verifier, ConsoleAccess* console);

  /// Whether only processes of our own user may connect over loopback, because nothing else identifies a client.
  [[nodiscard]] bool admits_own_user_only() const { return admits_own_user_only_; }

  /// Checks the head. Unless the request must wait, sets its principal and counts it. `may_wait` false: it does not
  /// wait for its access token.
  [[nodiscard]] Verdict check(ReceivedRequest& head, bool may_wait);
  /// Calls `done` once, from a task of the loop, when the head can be checked again; not at all once the returned
  /// object was destroyed.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> wait(ReceivedRequest& head, MoveOnlyFunction<void()> done);
  /// Whether wait() waits for the plugins' authenticators. The head may then have to wait for its access token, too.
  [[nodiscard]] bool must_ask_authenticators(const ReceivedRequest& head) const {
    return !authenticators_.is_empty() && head.authentication == nullptr;
  }

  /// Counts the messages of a batch after the first. Returns the refusal if they are too many.
  [[nodiscard]] std::optional<Response> admit_batch(const ReceivedRequest& request, std::size_t members);

  /// The refusal of a request because too much memory is held for clients; it ends the connection.
  [[nodiscard]] Response refuse_for_memory(MemoryBudget::Excess excess, std::string_view address,
                                           const Principal* principal);

  /// The headers of every response to this request.
  [[nodiscard]] Headers response_headers(const ReceivedRequest& request) const;

 private:
  [[nodiscard]] Verdict check_console(ReceivedRequest& head, const Route& route);
  [[nodiscard]] Verdict check_access(ReceivedRequest& head, bool may_wait);
  /// Refuses a principal whose scopes (absent: all) lack one that every request needs, then does check_quotas().
  [[nodiscard]] Verdict check_scopes(ReceivedRequest& head, const std::optional<Scopes>& granted);
  [[nodiscard]] Verdict check_token(ReceivedRequest& head, std::string_view token, bool may_wait);
  [[nodiscard]] Verdict check_authentication(ReceivedRequest& head, const Authenticated& accepted);
  [[nodiscard]] Verdict refuse_authentication(const ReceivedRequest& head, const AuthenticationRefused& refused);
  [[nodiscard]] Response without_credentials(Response response) const;
  [[nodiscard]] std::optional<Response> check_user(const ReceivedRequest& head);
  /// The last check: refuses a request that is beyond the memory or the rate of its client.
  [[nodiscard]] std::optional<Response> check_quotas(const ReceivedRequest& head);
  [[nodiscard]] std::optional<Response> check_memory(const ReceivedRequest& head);
  [[nodiscard]] std::optional<Response> check_rate(const ReceivedRequest& head, std::size_t requests,
                                                   std::size_t counted);
  [[nodiscard]] Response refuse(RefusalCause why, const ReceivedRequest& head, std::string_view what,
                                Response response);

  Host& host_;
  const ListenerSettings& settings_;
  const OriginPolicy origin_policy_;
  const PrincipalList& list_;
  Quota& quota_;
  const MemoryBudget& memory_;
  RequestLog& log_;
  const bool admits_own_user_only_;
  AuthenticationChain authenticators_;
  AddressRate refused_checks_{kMaxRefusedChecks, kRefusedChecksPerSecond};  // by authenticators
  TokenVerifier* const verifier_;
  ConsoleAccess* const console_;
  const std::optional<ProtectedResource> resource_;  // absent: there is no verifier
  const std::vector<Route> routes_;
};

}  // namespace workbench::http
