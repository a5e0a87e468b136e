#pragma once

#include <memory>
#include <optional>
#include <string>

#include "listener/access/authenticator.hpp"
#include "listener/access/origin_policy.hpp"
#include "listener/access/quota.hpp"
#include "listener/access/request_log.hpp"
#include "listener/http/http_message.hpp"
#include "listener/listener_settings.hpp"

namespace workbench::http {

/// Decides by the head of a request whether its body is read at all: answers health checks and preflight requests, and
/// refuses what is ambiguous, has a wrong origin, path, method or content type, comes from nobody who may come in, or
/// exceeds a quota. [loop thread]
class RequestCheck {
 public:
  /// All must outlive the check. `is_accepting` false: the workbench shuts down. `knows_users`: whether the kernel
  /// tells which user is at the other end of a loopback connection.
  RequestCheck(Host& host, const ListenerSettings& settings, const Authenticator& authenticator, Quota& quota,
               RequestLog& log, const bool& is_accepting, bool knows_users);

  /// Whether only processes of our own user may come in over loopback: there is nothing else by which a client could be
  /// recognised.
  [[nodiscard]] bool admits_own_user_only() const { return admits_own_user_only_; }

  /// Replaces what the head says about its client by what a trusted proxy says. To be called before check(), if the
  /// peer that has written the head is a trusted proxy.
  void apply_forwarded(Request& head) const;

  /// Sets the principal, and counts the request. The response if the body need not be read; absent: the request is
  /// allowed.
  [[nodiscard]] std::optional<Response> check(Request& head);

  /// Counts the other messages of a batch. The refusal if they are too many.
  [[nodiscard]] std::optional<Response> admit_batch(const Request& request, std::size_t members);

  /// The headers of every response to this request.
  [[nodiscard]] Headers response_headers(const Request& request) const;

 private:
  [[nodiscard]] std::optional<Response> check_health(const Request& head) const;
  [[nodiscard]] std::optional<Response> check_access(Request& head);
  [[nodiscard]] std::optional<Response> check_user(const Request& head);
  [[nodiscard]] std::optional<Response> check_rate(const Request& head, std::size_t requests, std::size_t counted);
  [[nodiscard]] Response metrics_response(const Request& head);
  [[nodiscard]] Response refuse(Refused why, const Request& head, std::string_view what, Response response);

  Host& host_;
  const ListenerSettings& settings_;
  const OriginPolicy origin_policy_;
  const Authenticator& authenticator_;
  Quota& quota_;
  RequestLog& log_;
  const bool& is_accepting_;
  const bool admits_own_user_only_;
};

}  // namespace workbench::http
