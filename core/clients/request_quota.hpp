#pragma once

#include <cstddef>
#include <cstdint>

#include <workbench/host.hpp>
#include <workbench/result.hpp>

namespace workbench::clients {

/// The open requests of all clients of one principal. [loop thread]
struct RequestUsage {
  struct Open {
    std::size_t requests = 0;
    std::size_t subscriptions = 0;  ///< `subscriptions/listen`, which is open for as long as its client likes
  };

  bool is_limited = true;  ///< by Limits::principal_calls
  Open all;
  Open modern;  ///< of them, those of modern clients

  // Requests that were refused since the start of the process, by the limit that they would have exceeded.
  std::uint64_t refused_by_calls_in_flight = 0;
  std::uint64_t refused_by_principal_calls = 0;
};

/// How many requests one session may have open: Limits::calls_in_flight, which all modern clients of a principal share,
/// because each of their requests may have a connection of its own; and Limits::principal_calls, which all clients of
/// the principal share. Counts them in the principal's usage until it is destroyed. [loop thread]
class RequestQuota {
 public:
  /// Both must outlive it. `is_modern`: see AcceptedClient.
  RequestQuota(const Limits& limits, RequestUsage& usage, bool is_modern)
      : limits_(limits), usage_(usage), is_modern_(is_modern) {}
  RequestQuota(const RequestQuota&) = delete;
  RequestQuota& operator=(const RequestQuota&) = delete;
  ~RequestQuota();

  /// busy: there is no room for one more request, which is counted as refused; the message names the limit.
  [[nodiscard]] Result<void> admit_request();
  /// The same for a `subscriptions/listen`.
  [[nodiscard]] Result<void> admit_subscription();

  void add_request() {
    ++own_.requests;
    ++usage_.all.requests;
    if (is_modern_) ++usage_.modern.requests;
  }
  void remove_request() {
    --own_.requests;
    --usage_.all.requests;
    if (is_modern_) --usage_.modern.requests;
  }
  void add_subscription();
  void remove_subscriptions(std::size_t count);

 private:
  /// What is counted against Limits::calls_in_flight.
  [[nodiscard]] const RequestUsage::Open& open() const { return is_modern_ ? usage_.modern : own_; }

  const Limits& limits_;
  RequestUsage& usage_;
  const bool is_modern_;
  RequestUsage::Open own_;
};

}  // namespace workbench::clients
