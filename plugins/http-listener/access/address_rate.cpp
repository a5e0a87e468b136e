#include "access/address_rate.hpp"

#include <algorithm>

#include "access/quota.hpp"

namespace workbench::http {
namespace {

constexpr std::size_t kMaxAddresses = 10'000;

}  // namespace

bool AddressRate::has_room(std::string_view address, Clock::time_point now) const {
  if (counts_.empty()) return true;
  const auto count = counts_.find(address_group(address));
  return count == counts_.end() || used_at(count->second, now) + 1 <= burst_;
}

void AddressRate::add(std::string_view address, Clock::time_point now) {
  std::string group = address_group(address);
  if (burst_ == 0 || is_local_group(group)) return;
  if (counts_.size() >= kMaxAddresses && !counts_.contains(group)) make_room(now);
  Count& count = counts_.try_emplace(std::move(group), Count{0, now}).first->second;
  count = {std::min(used_at(count, now) + 1, burst_), now};
}

double AddressRate::used_at(const Count& count, Clock::time_point now) const {
  return std::max(0.0, count.used - std::chrono::duration<double>(now - count.updated).count() * per_second_);
}

void AddressRate::make_room(Clock::time_point now) {
  std::erase_if(counts_, [&](const auto& one) { return used_at(one.second, now) == 0; });
  if (counts_.size() >= kMaxAddresses) counts_.clear();  // a flood of addresses: a count of each would bound nothing
}

}  // namespace workbench::http
