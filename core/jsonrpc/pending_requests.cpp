#include "jsonrpc/pending_requests.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace workbench::jsonrpc {
namespace {

constexpr WaitingRequests::Clock::time_point kHeld = WaitingRequests::Clock::time_point::max();

}  // namespace

void WaitingRequests::enter(std::uint64_t id, std::chrono::milliseconds limit,
                            std::unique_ptr<WaitingRequest> request) {
  const Clock::time_point deadline = Clock::now() + limit;
  waiting_.insert_or_assign(id, Entry{std::move(request), limit, deadline});
  arm(deadline);
}

std::unique_ptr<WaitingRequest> WaitingRequests::take(std::uint64_t id) {
  const auto found = waiting_.find(id);
  if (found == waiting_.end()) return nullptr;
  std::unique_ptr<WaitingRequest> request = std::move(found->second.request);
  waiting_.erase(found);
  return request;
}

void WaitingRequests::progressed(std::uint64_t id, const Json& params) {
  const auto found = waiting_.find(id);
  if (found == waiting_.end()) return;
  if (found->second.deadline != kHeld) found->second.deadline = Clock::now() + found->second.limit;
  found->second.request->progressed(params);
}

void WaitingRequests::acknowledged(std::uint64_t id) {
  const auto found = waiting_.find(id);
  if (found != waiting_.end()) found->second.request->acknowledged();
}

void WaitingRequests::hold(std::uint64_t id) {
  const auto found = waiting_.find(id);
  if (found == waiting_.end()) return;
  found->second.deadline = kHeld;
  ++found->second.holds;
}

void WaitingRequests::resume(std::uint64_t id) {
  const auto found = waiting_.find(id);
  if (found == waiting_.end() || found->second.holds == 0 || --found->second.holds > 0) return;
  found->second.deadline = Clock::now() + found->second.limit;
  arm(found->second.deadline);
}

void WaitingRequests::fail_all(const Error& reason) {
  auto failing = std::exchange(waiting_, {});
  timer_.reset();
  armed_for_ = Clock::time_point::max();
  for (auto& [id, entry] : failing) entry.request->answered(reason);
}

void WaitingRequests::arm(Clock::time_point deadline) {
  if (deadline >= armed_for_) return;
  armed_for_ = deadline;
  // One millisecond more: the timer counts whole ones, and must not come before the deadline.
  const auto delay = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
  timer_ = loop_.after(std::max(delay, std::chrono::milliseconds(0)) + std::chrono::milliseconds(1),
                       [this] { look_for_expired(); });
}

void WaitingRequests::look_for_expired() {
  armed_for_ = Clock::time_point::max();
  const Clock::time_point now = Clock::now();
  Clock::time_point next = Clock::time_point::max();
  std::vector<std::pair<std::uint64_t, std::chrono::milliseconds>> expired;
  for (const auto& [id, entry] : waiting_) {
    if (entry.deadline <= now) {
      expired.emplace_back(id, entry.limit);
    } else {
      next = std::min(next, entry.deadline);
    }
  }
  if (next != Clock::time_point::max()) arm(next);
  for (const auto& [id, limit] : expired) expired_(id, limit);
}

}  // namespace workbench::jsonrpc
