#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include <workbench/principal.hpp>

#include "listener/authenticator.hpp"
#include "listener/http_message.hpp"
#include "listener/listener_settings.hpp"
#include "listener/origin_policy.hpp"

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

/// Decides by the head of a request whether its body is read at all: answers health checks, and refuses what has a
/// wrong origin, path, token, method or content type, or exceeds its principal's rate. [io thread]
class RequestCheck {
 public:
  using PrincipalPtr = std::shared_ptr<const Principal>;

  /// `settings` and `is_accepting` (false: the workbench shuts down) must outlive the check.
  RequestCheck(const ListenerSettings& settings, std::unique_ptr<Authenticator> authenticator,
               const std::atomic<bool>& is_accepting)
      : settings_(settings),
        origin_policy_(settings),
        authenticator_(std::move(authenticator)),
        is_accepting_(is_accepting) {}

  /// Counts the request. The response if the body need not be read; absent: the request is allowed.
  [[nodiscard]] std::optional<Response> check(const Request& head);

  /// The principal of the request, or the refusal.
  [[nodiscard]] std::variant<PrincipalPtr, Response> authenticate(const Request& head) const;

  [[nodiscard]] const OriginPolicy& origin_policy() const { return origin_policy_; }

 private:
  [[nodiscard]] std::optional<Response> check_health(const Request& head) const;
  [[nodiscard]] std::optional<Response> check_post(const Request& head) const;
  [[nodiscard]] bool is_within_rate(const Principal& principal);

  const ListenerSettings& settings_;
  const OriginPolicy origin_policy_;
  const std::unique_ptr<Authenticator> authenticator_;
  const std::atomic<bool>& is_accepting_;
  std::map<const Principal*, RateLimit> rates_;
};

}  // namespace workbench::http
