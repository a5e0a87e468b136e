#include "servers/in_flight_requests.hpp"

#include <algorithm>

namespace workbench::servers {
namespace {

bool have_one_owner(const InFlightRequests::Entry& one, const InFlightRequests::Entry& other) {
  if (one.principal == nullptr || other.principal == nullptr) {
    return one.principal == other.principal && one.toolboxes == other.toolboxes;
  }
  return *one.principal == *other.principal;
}

}  // namespace

void InFlightRequests::add(std::uint64_t id, detail::ClientRequest& request) {
  forget_overdue();
  nodes_.insert(entries_, id, Entry{&request, request.identity().principal, &request.toolboxes()});
  was_used_ = true;
}

void InFlightRequests::remove(std::uint64_t id) {
  const auto found = entries_.find(id);
  if (found == entries_.end()) return;
  if (nodes_.extract(entries_, found).request == nullptr) --abandoned_;
}

void InFlightRequests::abandon(std::uint64_t id, std::chrono::milliseconds time) {
  const auto found = entries_.find(id);
  if (found == entries_.end() || found->second.request == nullptr) return;
  found->second.request = nullptr;
  found->second.until = Clock::now() + time;
  ++abandoned_;
}

const InFlightRequests::Entries& InFlightRequests::entries() {
  forget_overdue();
  return entries_;
}

bool InFlightRequests::belong_together() {
  forget_overdue();
  return std::all_of(entries_.begin(), entries_.end(),
                     [this](const auto& entry) { return have_one_owner(entry.second, entries_.begin()->second); });
}

const InFlightRequests::Entry* InFlightRequests::only_one() {
  forget_overdue();
  return entries_.size() == 1 ? &entries_.begin()->second : nullptr;
}

void InFlightRequests::forget_overdue() {
  if (abandoned_ == 0) return;
  const Clock::time_point now = Clock::now();
  abandoned_ -= std::erase_if(
      entries_, [&](const auto& entry) { return entry.second.request == nullptr && entry.second.until <= now; });
}

}  // namespace workbench::servers
