#include "running_calls.hpp"

#include <utility>

namespace workbench::call_log {

RunningCalls::~RunningCalls() {
  while (newest_ != nullptr) remove(*newest_);
}

RunningCall& RunningCalls::add() {
  std::unique_ptr<RunningCall> made;
  if (spare_.empty()) {
    made = std::make_unique<RunningCall>();
  } else {
    made = std::move(spare_.back());
    spare_.pop_back();
  }
  made->older = newest_;
  made->newer = nullptr;
  if (newest_ != nullptr) newest_->newer = made.get();
  ++size_;
  newest_ = made.release();
  return *newest_;
}

void RunningCalls::remove(RunningCall& running) noexcept {
  std::unique_ptr<RunningCall> removed(&running);
  if (running.older != nullptr) running.older->newer = running.newer;
  (running.newer != nullptr ? running.newer->older : newest_) = running.older;
  --size_;
  if (spare_.size() == kMaxSpare) return;
  removed->call = KeptCall();
  spare_.push_back(std::move(removed));
}

}  // namespace workbench::call_log
