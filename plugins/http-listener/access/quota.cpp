#include "access/quota.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace workbench::http {
namespace {

constexpr std::size_t kMaxBuckets = 10'000;

std::optional<in_addr> read_v4(const std::string& text) {
  in_addr address{};
  if (::inet_pton(AF_INET, text.c_str(), &address) != 1) return std::nullopt;
  return address;
}

/// Without a zone, which belongs to the interface and not to the peer.
std::optional<in6_addr> read_v6(const std::string& text) {
  in6_addr address{};
  if (::inet_pton(AF_INET6, text.substr(0, text.find('%')).c_str(), &address) != 1) return std::nullopt;
  return address;
}

std::string text_of(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  return ::inet_ntop(family, address, text.data(), text.size());
}

}  // namespace

std::string address_group(std::string_view ip_address) {
  std::string text(ip_address);
  auto v6 = read_v6(text);
  if (!v6) return text;
  constexpr std::size_t kHalf = sizeof(v6->s6_addr) / 2;
  if (IN6_IS_ADDR_V4MAPPED(&*v6)) return text_of(AF_INET, &v6->s6_addr[12]);
  std::fill_n(&v6->s6_addr[kHalf], kHalf, std::uint8_t{0});
  return text_of(AF_INET6, &*v6).append("/64");
}

std::string quota_client(const Principal* principal, std::string_view peer_address) {
  // No principal's name begins with a NUL, so that none can be the key of an address.
  if (principal != nullptr && !principal->name.empty()) return principal->name;
  return std::string(1, '\0').append(address_group(peer_address));
}

bool is_local_group(const std::string& group) {
  const auto v4 = read_v4(group);
  if (v4) return (ntohl(v4->s_addr) >> 24) == 127;
  return !group.ends_with("/64") || group == "::/64";  // of the latter, only ::1 can be a peer's
}

// --- requests ------------------------------------------------------------------------------------------------------

Quota::Quota(QuotaLimits limits) : limits_(limits) {}

std::optional<std::chrono::seconds> Quota::admit(const std::string& client, std::size_t requests, Clock::time_point now,
                                                 std::size_t counted) {
  if (limits_.requests_per_second == 0 || requests == 0) return std::nullopt;
  const auto rate = static_cast<double>(limits_.requests_per_second);
  Bucket& bucket = bucket_of(client, now);
  const double possible = std::max(0.0, rate - static_cast<double>(counted));
  const double needed = std::min(static_cast<double>(requests), possible);
  if (bucket.left < needed) {
    return std::chrono::seconds(static_cast<std::int64_t>(std::ceil((needed - bucket.left) / rate)));
  }
  bucket.left -= static_cast<double>(requests);
  return std::nullopt;
}

Quota::Bucket& Quota::bucket_of(const std::string& client, Clock::time_point now) {
  forget_idle(now);
  const auto known = bucket_index_.find(client);
  if (known != bucket_index_.end()) {
    buckets_.splice(buckets_.begin(), buckets_, known->second);
    buckets_.front().left = left_at(buckets_.front(), now);
    buckets_.front().updated = now;
    return buckets_.front();
  }
  buckets_.push_front({client, static_cast<double>(limits_.requests_per_second), now});
  bucket_index_.emplace(buckets_.front().client, buckets_.begin());
  return buckets_.front();
}

/// Two for each request are enough to become fewer.
void Quota::forget_idle(Clock::time_point now) {
  for (int i = 0; i != 2 && !buckets_.empty(); ++i) {
    const bool is_full = left_at(buckets_.back(), now) >= static_cast<double>(limits_.requests_per_second);
    if (!is_full && buckets_.size() < kMaxBuckets) return;
    bucket_index_.erase(buckets_.back().client);
    buckets_.pop_back();
  }
}

double Quota::left_at(const Bucket& bucket, Clock::time_point now) const {
  const auto rate = static_cast<double>(limits_.requests_per_second);
  return std::min(rate, bucket.left + std::chrono::duration<double>(now - bucket.updated).count() * rate);
}

// --- sessions and connections --------------------------------------------------------------------------------------

std::optional<Quota::Slot> Quota::open_session(const std::string& client) {
  return open(sessions_, client, limits_.sessions_per_principal);
}

std::optional<Quota::Slot> Quota::open_connection(std::string_view peer_address) {
  const std::string group = address_group(peer_address);
  if (is_local_group(group)) return Slot();
  return open(connections_, group, limits_.connections_per_address);
}

std::optional<Quota::Slot> Quota::open(const std::shared_ptr<Slot::Counts>& counts, const std::string& name,
                                       std::size_t limit) {
  if (limit == 0) return Slot();
  const auto place = counts->try_emplace(name, 0).first;
  if (place->second >= limit) return std::nullopt;
  ++place->second;
  return Slot(counts, place);
}

Quota::Slot& Quota::Slot::operator=(Slot&& other) noexcept {
  Slot taken(std::move(other));
  std::swap(counts_, taken.counts_);
  std::swap(place_, taken.place_);
  return *this;
}

void Quota::Slot::release() noexcept {
  if (counts_ == nullptr) return;
  if (--place_->second == 0) counts_->erase(place_);
  counts_ = nullptr;
}

}  // namespace workbench::http
