#include "jsonrpc/pending_requests.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace workbench::jsonrpc {
namespace {

using Clock = PendingRequests::Clock;

constexpr Clock::time_point kNever = Clock::time_point::max();

Clock::time_point deadline_after(Clock::time_point now, std::chrono::milliseconds limit) {
  return limit == PendingRequests::kNoLimit ? kNever : now + limit;
}

}  // namespace

void PendingRequests::add(std::uint64_t id, std::chrono::milliseconds limit, std::unique_ptr<PendingRequest> request) {
  const Clock::time_point now = Clock::now();
  const Clock::time_point deadline = deadline_after(now, limit);
  pending_.insert(id, Entry{std::move(request), limit, deadline, now});
  arm(deadline);
}

std::unique_ptr<PendingRequest> PendingRequests::extract(std::uint64_t id) {
  auto extracted = pending_.extract(id);
  return extracted ? std::move(extracted->request) : nullptr;
}

bool PendingRequests::handle_progress(std::uint64_t id, const Json& params) {
  Entry* const entry = pending_.find(id);
  if (entry == nullptr) return false;
  if (entry->deadline != kNever) {
    entry->deadline = std::min(deadline_after(Clock::now(), entry->limit), entry->added + kMaxTime);
  }
  entry->request->handle_progress(params);
  return true;
}

void PendingRequests::hold(std::uint64_t id) {
  Entry* const entry = pending_.find(id);
  if (entry == nullptr) return;
  entry->deadline = kNever;
  ++entry->holds;
}

void PendingRequests::resume(std::uint64_t id) {
  Entry* const entry = pending_.find(id);
  if (entry == nullptr || entry->holds == 0 || --entry->holds > 0) return;
  entry->deadline = deadline_after(Clock::now(), entry->limit);
  arm(entry->deadline);
}

void PendingRequests::fail_all(const Error& reason) {
  std::vector<Entry> failing = pending_.extract_all();
  timer_.reset();
  armed_for_ = kNever;
  for (Entry& entry : failing) {
    PendingRequest& request = *entry.request;
    request.handle_response(std::move(entry.request), reason);
  }
}

void PendingRequests::arm(Clock::time_point deadline) {
  if (deadline >= armed_for_) return;
  armed_for_ = deadline;
  // One millisecond more: the timer counts whole ones, and must not fire before the deadline.
  const auto delay = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
  timer_ = loop_.after(std::max(delay, std::chrono::milliseconds(0)) + std::chrono::milliseconds(1),
                       [this] { find_expired(); });
}

void PendingRequests::find_expired() {
  armed_for_ = kNever;
  const Clock::time_point now = Clock::now();
  Clock::time_point next = kNever;
  struct Overdue {
    Clock::time_point deadline;
    std::uint64_t id;
    std::chrono::milliseconds limit;
  };
  std::vector<Overdue> expired;
  pending_.for_each([&](std::uint64_t id, const Entry& entry) {
    if (entry.deadline <= now) {
      expired.push_back({entry.deadline, id, now - entry.added < kMaxTime ? entry.limit : kMaxTime});
    } else {
      next = std::min(next, entry.deadline);
    }
  });
  if (next != kNever) arm(next);
  std::sort(expired.begin(), expired.end(),
            [](const Overdue& one, const Overdue& other) { return one.deadline < other.deadline; });
  for (const Overdue& one : expired) expired_(one.id, one.limit);
}

}  // namespace workbench::jsonrpc
