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
  entries_.push_back({id, &request, request.identity().principal, &request.toolboxes(), {}});
  was_used_ = true;
}

// Most requests are removed soon after they were added: the last entries are looked at first.
void InFlightRequests::remove(std::uint64_t id) {
  const auto found =
      std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& entry) { return entry.id == id; });
  if (found == entries_.rend()) return;
  if (found->request == nullptr) --abandoned_;
  std::swap(*found, entries_.back());
  entries_.pop_back();
}

void InFlightRequests::abandon(std::uint64_t id, std::chrono::milliseconds time) {
  const auto found =
      std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& entry) { return entry.id == id; });
  if (found == entries_.rend() || found->request == nullptr) return;
  found->request = nullptr;
  found->until = Clock::now() + time;
  ++abandoned_;
}

const std::vector<InFlightRequests::Entry>& InFlightRequests::entries() {
  forget_overdue();
  return entries_;
}

bool InFlightRequests::belong_together() {
  forget_overdue();
  return std::all_of(entries_.begin(), entries_.end(),
                     [this](const Entry& entry) { return have_one_owner(entry, entries_.front()); });
}

const InFlightRequests::Entry* InFlightRequests::only_one() {
  forget_overdue();
  return entries_.size() == 1 ? &entries_.front() : nullptr;
}

void InFlightRequests::forget_overdue() {
  if (abandoned_ == 0) return;
  const Clock::time_point now = Clock::now();
  abandoned_ -=
      std::erase_if(entries_, [&](const Entry& entry) { return entry.request == nullptr && entry.until <= now; });
}

}  // namespace workbench::servers
