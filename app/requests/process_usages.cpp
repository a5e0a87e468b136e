#include "requests/process_usages.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace workbench::app {
namespace {

/// What cannot be measured is missing.
UsageByRoot usages_of(const std::vector<int>& roots, const std::atomic<bool>& is_ending) {
  UsageByRoot usages;
  try {
    const ProcessTree processes;
    for (const int root : roots) {
      if (is_ending) break;
      if (const auto usage = processes.usage_below(root)) usages.emplace(root, *usage);
    }
  } catch (const std::exception&) {  // a folder of /proc that vanished while it was read, or no memory
  }
  return usages;
}

}  // namespace

ProcessUsages::~ProcessUsages() {
  *is_ending_ = true;
  if (thread_.joinable()) thread_.join();
}

void ProcessUsages::measure(std::vector<int> roots, Done done) {
  if (roots.empty() || knows(roots)) return done(latest_);
  waiting_.push_back({std::move(roots), std::move(done)});
  if (!is_measuring_) start();
}

bool ProcessUsages::knows(const std::vector<int>& roots) const {
  return !latest_roots_.empty() && Clock::now() - measured_at_ < kMaxAge &&
         std::all_of(roots.begin(), roots.end(),
                     [&](int root) { return std::binary_search(latest_roots_.begin(), latest_roots_.end(), root); });
}

void ProcessUsages::start() {
  std::vector<int> roots;
  for (const Waiting& one : waiting_) roots.insert(roots.end(), one.roots.begin(), one.roots.end());
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  if (thread_.joinable()) thread_.join();  // it has posted its result, and ends
  try {
    thread_ = std::thread([this, roots, is_ending = is_ending_] {
      UsageByRoot usages = usages_of(roots, *is_ending);
      if (*is_ending) return;
      loop_.post([this, is_ending, roots, usages = std::move(usages)]() mutable {
        if (!*is_ending) handle_measured(std::move(usages), roots);
      });
    });
    is_measuring_ = true;
  } catch (const std::system_error&) {  // there may be no more threads: nothing is known then
    handle_measured({}, roots);
  }
}

void ProcessUsages::handle_measured(UsageByRoot measured, const std::vector<int>& roots) {
  latest_ = std::move(measured);
  latest_roots_ = roots;
  measured_at_ = Clock::now();
  is_measuring_ = false;
  std::vector<Waiting> answered;
  std::vector<Waiting> again;
  for (Waiting& one : waiting_) (knows(one.roots) ? answered : again).push_back(std::move(one));
  waiting_ = std::move(again);
  if (!waiting_.empty()) start();
  const UsageByRoot latest = latest_;  // a callback may begin another measurement
  for (Waiting& one : answered) one.done(latest);
}

}  // namespace workbench::app
