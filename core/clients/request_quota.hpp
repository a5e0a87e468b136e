#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <workbench/host.hpp>
#include <workbench/result.hpp>

#include "base/process_limits.hpp"

namespace workbench::clients {

/// The open requests of all clients of one principal. [loop thread]
struct RequestUsage {
  struct Open {
    std::size_t requests = 0;
    std::size_t request_bytes = 0;  ///< of their texts, which some of them need until they are answered
    std::size_t subscriptions = 0;  ///< `subscriptions/listen`, which is open for as long as its client likes
    std::size_t watched = 0;        ///< resources in them
  };

  bool is_limited = true;  ///< by `limits.principalCalls`
  Open all;
  Open modern;  ///< of them: of modern clients

  // Requests that were refused since the start of the process, by the limit that they would have exceeded.
  std::uint64_t refused_by_calls_in_flight = 0;
  std::uint64_t refused_by_principal_calls = 0;
};

/// How many requests one session may have open: `limits.callsInFlight`, which all modern clients of a principal share,
/// because each of their requests may have a connection of its own; and `limits.principalCalls`, which all clients of
/// the principal share. The texts of the requests are limited in the same way, to kMaxOpenMessages times
/// `limits.messageBytes`. Counts them in the principal's usage until it is destroyed. [loop thread]
class RequestQuota {
 public:
  static constexpr std::size_t kMaxOpenMessages = 4;

  /// The resources that one client may watch, or all modern clients of a principal: each change reassigns all of them
  /// to their servers.
  static constexpr std::size_t kMaxWatchedResources = 1'000;

  /// Bytes in the URI of a resource that a client watches.
  static constexpr std::size_t kMaxUri = 8 * 1024;

  /// Both must outlive it. `is_modern`: see AcceptedClient.
  RequestQuota(const base::ProcessLimits& limits, RequestUsage& usage, bool is_modern)
      : limits_(limits), usage_(usage), is_modern_(is_modern) {}
  RequestQuota(const RequestQuota&) = delete;
  RequestQuota& operator=(const RequestQuota&) = delete;
  ~RequestQuota();

  /// `size`: bytes of the request's text. busy: there is no room for it, which is counted as refused; the message names
  /// the limit. A single request always has room.
  [[nodiscard]] Result<void> admit_request(std::size_t size);
  /// The same for a `subscriptions/listen`.
  [[nodiscard]] Result<void> admit_subscription();

  void add_request(std::size_t size) {
    for (RequestUsage::Open* counted : {&own_, &usage_.all, is_modern_ ? &usage_.modern : nullptr}) {
      if (counted == nullptr) continue;
      ++counted->requests;
      counted->request_bytes += size;
    }
  }
  void remove_request(std::size_t size) {
    for (RequestUsage::Open* counted : {&own_, &usage_.all, is_modern_ ? &usage_.modern : nullptr}) {
      if (counted == nullptr) continue;
      --counted->requests;
      counted->request_bytes -= size;
    }
  }

  /// How many more resources may be watched.
  [[nodiscard]] std::size_t room_for_watched() const {
    return kMaxWatchedResources - std::min(open().watched, kMaxWatchedResources);
  }
  /// `watched`: the resources in it.
  void add_subscription(std::size_t watched);
  void remove_subscription(std::size_t watched);
  /// One of the resources in a subscription is not watched in the end.
  void remove_watched();

 private:
  /// What is counted against `limits.callsInFlight`.
  [[nodiscard]] const RequestUsage::Open& open() const { return is_modern_ ? usage_.modern : own_; }

  const base::ProcessLimits& limits_;
  RequestUsage& usage_;
  const bool is_modern_;
  RequestUsage::Open own_;
};

}  // namespace workbench::clients
