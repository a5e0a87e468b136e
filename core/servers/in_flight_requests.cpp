#include "servers/in_flight_requests.hpp"

#include <algorithm>

namespace workbench::servers {
namespace {

bool are_same(const InFlightRequests::Owner& one, const InFlightRequests::Owner& other) {
  if (one == other) return true;
  return one != nullptr && other != nullptr && !one->name.empty() && *one == *other;
}

}  // namespace

void InFlightRequests::add(std::uint64_t id, detail::ClientRequest& request) {
  forget_overdue();
  Owner owner = request.identity().principal;
  record_owner(owner);
  entries_.insert(id, Entry{&request, std::move(owner)});
  was_used_ = true;
}

void InFlightRequests::remove(std::uint64_t id) {
  const std::optional<Entry> removed = entries_.extract(id);
  if (!removed) return;
  if (removed->request == nullptr) abandoned_.erase({removed->until, id});
  if (has_several_owners_) record_answer(removed->owner, Clock::now());
  if (empty_ && entries_.empty()) std::exchange(empty_, {})();
}

void InFlightRequests::abandon(std::uint64_t id, std::chrono::milliseconds time) {
  Entry* const found = entries_.find(id);
  if (found == nullptr || found->request == nullptr) return;
  found->request = nullptr;
  found->until = Clock::now() + time;
  abandoned_.emplace(found->until, id);
  if (abandoned_.size() > kMaxAbandoned) drop_first_abandoned();
}

const InFlightRequests::Entries& InFlightRequests::entries() {
  forget_overdue();
  return entries_;
}

std::optional<InFlightRequests::Entry> InFlightRequests::find(std::uint64_t id) {
  forget_overdue();
  const Entry* const found = entries_.find(id);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::optional<InFlightRequests::Clock::time_point> InFlightRequests::end_of_abandoned() const {
  if (abandoned_.empty() || abandoned_.size() != entries_.size()) return std::nullopt;
  return abandoned_.rbegin()->first;
}

bool InFlightRequests::belong_together() {
  forget_overdue();
  const Entry* const any = entries_.any();
  if (any == nullptr || has_past_of_another(any->owner)) return false;
  return entries_.all_of([&](std::uint64_t, const Entry& entry) { return are_same(entry.owner, any->owner); });
}

const InFlightRequests::Entry* InFlightRequests::only_one() {
  forget_overdue();
  if (entries_.size() != 1) return nullptr;
  const Entry* const only = entries_.any();
  return has_past_of_another(only->owner) ? nullptr : only;
}

void InFlightRequests::forget_overdue() {
  if (abandoned_.empty()) return;
  const Clock::time_point now = Clock::now();
  while (!abandoned_.empty() && abandoned_.begin()->first <= now) {
    static_cast<void>(entries_.extract(abandoned_.begin()->second));
    abandoned_.erase(abandoned_.begin());
  }
}

// --- what is not in flight any more ----------------------------------------------------------------------------------

// While there was one owner, no answer was recorded: the latest may have been sent just now.
void InFlightRequests::record_owner(const Owner& owner) {
  if (has_several_owners_) return;
  if (!only_owner_) {
    only_owner_ = owner;
    return;
  }
  if (are_same(*only_owner_, owner)) return;
  has_several_owners_ = true;
  record_answer(*only_owner_, Clock::now());
  only_owner_.reset();
}

void InFlightRequests::record_answer(const Owner& owner, Clock::time_point now) {
  if (answered_[0] && !are_same(*answered_[0]->owner, owner)) answered_[1] = std::move(answered_[0]);
  answered_[0] = Past{owner, now + after_answer_};
}

void InFlightRequests::drop_first_abandoned() {
  const std::optional<Entry> first = entries_.extract(abandoned_.begin()->second);
  const Owner& owner = first->owner;
  const bool is_shared =
      dropped_ && dropped_->until > Clock::now() && (!dropped_->owner || !are_same(*dropped_->owner, owner));
  const Clock::time_point until = dropped_ ? std::max(dropped_->until, first->until) : first->until;
  dropped_ = Past{is_shared ? std::nullopt : std::optional(owner), until};
  abandoned_.erase(abandoned_.begin());
}

bool InFlightRequests::has_past_of_another(const Owner& owner) const {
  if (!has_several_owners_) return false;
  const auto is_of_another = [&, now = Clock::now()](const std::optional<Past>& past) {
    return past && past->until > now && (!past->owner || !are_same(*past->owner, owner));
  };
  return is_of_another(dropped_) || std::any_of(answered_.begin(), answered_.end(), is_of_another);
}

}  // namespace workbench::servers
