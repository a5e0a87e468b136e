#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <workbench/principal.hpp>

namespace workbench::http {

/// Each: 0, no limit.
struct QuotaLimits {
  std::size_t requests_per_second = 0;      ///< of one client; so many may also come at once after a second without any
  std::size_t sessions_per_principal = 0;   ///< of one client
  std::size_t connections_per_address = 0;  ///< of one address group, except loopback and Unix sockets
};

/// The name under which a client's requests and sessions are counted: the principal's name; for an anonymous one (no
/// name, or null), and for those that are refused, the address group of its peer.
[[nodiscard]] std::string quota_client(const Principal* principal, std::string_view peer_address);

/// The peers that are counted as one: an IPv4 address (also when mapped into IPv6) is one of its own, IPv6 addresses
/// belong together by their /64, which one machine or household commonly has to itself: "2001:db8:0:1::/64". Anything
/// else than an IP address, such as the text for a Unix socket, is returned unchanged. `ip_address` has no port.
[[nodiscard]] std::string address_group(std::string_view ip_address);

/// Whether an address group (address_group()) is this machine: loopback addresses and Unix sockets, behind which there
/// may be a proxy with many clients.
[[nodiscard]] bool is_local_group(const std::string& group);

/// How much each client and each address uses of the listener. The time is passed in. [loop thread]
class Quota {
 public:
  using Clock = std::chrono::steady_clock;

  /// Counts one session or connection until it is destroyed. May outlive the quota. Move-only.
  class Slot {
   public:
    Slot(Slot&& other) noexcept = default;
    Slot& operator=(Slot&& other) noexcept;
    ~Slot() { release(); }

   private:
    friend class Quota;
    using Counts = std::map<std::string, std::size_t, std::less<>>;

    Slot() = default;
    Slot(std::shared_ptr<Counts> counts, Counts::iterator place) : counts_(std::move(counts)), place_(place) {}
    void release() noexcept;

    std::shared_ptr<Counts> counts_;  // null: nothing is counted
    Counts::iterator place_{};
  };

  explicit Quota(QuotaLimits limits);

  /// Counts `requests` of a client (quota_client()); all of them, or none. Absent: they are within the limit; else the
  /// time after which they would be, in whole seconds of at least 1, for Retry-After. A batch counts each member: its
  /// head has been admitted as one request, so call again with the others, and with `counted` = 1. A batch that is
  /// larger than the limit is admitted when nothing else was requested for a second, and the requests after it wait for
  /// longer.
  [[nodiscard]] std::optional<std::chrono::seconds> admit(const std::string& client, std::size_t requests,
                                                          Clock::time_point now, std::size_t counted = 0);

  /// Absent: the client (quota_client()) has as many sessions as it may.
  [[nodiscard]] std::optional<Slot> open_session(const std::string& client);

  /// Absent: the address has reached its limit of connections. `peer_address` is the socket's address, without port.
  [[nodiscard]] std::optional<Slot> open_connection(std::string_view peer_address);

  /// How many clients are remembered for admit(); at most 10,000. A client that is idle is forgotten, and where they
  /// are too many, the one whose last request is the longest ago.
  [[nodiscard]] std::size_t remembered_clients() const { return buckets_.size(); }

 private:
  /// A token bucket (the requests that are left) that is full after a second without requests.
  struct Bucket {
    std::string client;
    double left;  // below 0 after a batch that is larger than the limit
    Clock::time_point updated;
  };
  using Buckets = std::list<Bucket>;  // the latest use first

  [[nodiscard]] Bucket& bucket_of(const std::string& client, Clock::time_point now);
  void forget_idle(Clock::time_point now);
  [[nodiscard]] static std::optional<Slot> open(const std::shared_ptr<Slot::Counts>& counts, const std::string& name,
                                                std::size_t limit);
  [[nodiscard]] double left_at(const Bucket& bucket, Clock::time_point now) const;

  const QuotaLimits limits_;
  Buckets buckets_;
  std::unordered_map<std::string_view, Buckets::iterator> bucket_index_;  // the keys are in buckets_
  const std::shared_ptr<Slot::Counts> sessions_ = std::make_shared<Slot::Counts>();
  const std::shared_ptr<Slot::Counts> connections_ = std::make_shared<Slot::Counts>();
};

}  // namespace workbench::http
