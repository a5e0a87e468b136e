#include "uses_keeper.hpp"

#include <pthread.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <workbench/signals_blocked.hpp>

#include "tool_uses_file.hpp"
#include "utc_text.hpp"

namespace workbench::call_log {

/// What the loop's thread and the writing thread share.
class UsesKeeper::Worker : public std::enable_shared_from_this<Worker> {
 public:
  using Reports = std::vector<MoveOnlyFunction<void(Json)>>;

  Worker(Host& host, std::filesystem::path file) : host_(host), file_(std::move(file)), json_(&host.json()) {}

  void add(const ToolUses& uses) {
    const std::lock_guard lock(mutex_);
    unsaved_.add(uses);
  }

  void order(MoveOnlyFunction<void(Json)> report) {
    const std::lock_guard lock(mutex_);
    is_ordered_ = true;
    if (report) reports_.push_back(std::move(report));
    if (!is_running_) start();
    if (!is_running_) return answer_without_thread();
    has_order_.notify_one();
  }

  /// The thread may not have ended in time; then it reports nothing any more.
  void end() {
    std::unique_lock lock(mutex_);
    is_ending_ = true;
    if (!unsaved_.empty() && !is_running_) start();
    has_order_.notify_one();
    ended_.wait_for(lock, kMaxWait, [this] { return !is_running_; });
    is_detached_ = true;
    lock.unlock();
    const std::lock_guard reading(json_mutex_);
    json_ = nullptr;
  }

 private:
  /// With the lock. The thread is detached: end() waits for what it does.
  void start() {
    const SignalsBlocked blocked;
    try {
      is_running_ = true;
      std::thread([self = shared_from_this()] { self->run(); }).detach();
    } catch (const std::system_error&) {
      is_running_ = false;
    }
  }

  void run() {
    ::pthread_setname_np(::pthread_self(), "tool-uses");
    std::unique_lock lock(mutex_);
    while (true) {
      has_order_.wait(lock, [this] { return is_ordered_ || is_ending_; });
      if (!is_ordered_ && unsaved_.empty()) break;
      is_ordered_ = false;
      const bool is_last = is_ending_;  // what comes while it works needs another turn
      try {
        work(lock);
      } catch (const std::exception& exception) {  // out of memory
        if (!lock.owns_lock()) lock.lock();
        log_once(std::string("the counts of tools are not kept: ") + exception.what());
      }
      if (is_last) break;
    }
    is_running_ = false;
    ended_.notify_all();
  }

  /// Begins and ends with the lock, but does not have it while it waits for the disk.
  void work(std::unique_lock<std::mutex>& lock) {
    const ToolUses more = std::exchange(unsaved_, {});
    Reports reports = std::exchange(reports_, {});
    lock.unlock();
    auto merged = merge(more);
    Json report = merged && !reports.empty() ? merged->all.report() : Json();
    lock.lock();
    if (!merged) {
      unsaved_.add(more);
      log_once(merged.error().message + "; the counts of tools are not kept");
      merged = MergedUses{unsaved_, {}};
      limit(merged->all);
      report = merged->all.report();
    } else if (file_.empty()) {
      unsaved_.add(merged->all);
    } else {
      has_failed_ = false;
    }
    if (!merged->remark.empty()) log(merged->remark);
    answer(std::move(reports), std::move(report));
  }

  [[nodiscard]] Result<MergedUses> merge(const ToolUses& more) const {
    if (!file_.empty()) {
      return merge_into_file(file_, more, std::chrono::system_clock::now(),
                             [this](std::string text) { return read(std::move(text)); });
    }
    MergedUses merged{more, {}};
    limit(merged.all);
    return merged;
  }

  [[nodiscard]] Result<ToolUses> read(std::string text) const {
    const std::lock_guard lock(json_mutex_);
    if (json_ == nullptr) return Error{ErrorKind::unavailable, "the workbench has ended"};
    return ToolUses::read(std::move(text), *json_);
  }

  /// With the lock. Nothing but this is left to do with the orders.
  void answer_without_thread() {
    is_ordered_ = false;
    ToolUses uses = unsaved_;
    limit(uses);
    answer(std::exchange(reports_, {}), uses.report());
  }

  static void limit(ToolUses& uses) {
    const auto now = std::chrono::system_clock::now();
    uses.limit(first_day_of(now), format_day(now));
  }

  void answer(Reports reports, Json report) {
    if (reports.empty() || is_detached_) return;
    host_.loop().post([reports = std::move(reports), report = std::move(report)]() mutable {
      for (auto& done : reports) done(report);
    });
  }

  void log_once(const std::string& text) {
    if (!std::exchange(has_failed_, true)) log(text);
  }
  void log(const std::string& text) {
    if (!is_detached_) host_.log(LogLevel::information, {}, text);
  }

  Host& host_;  // not used once is_detached_
  const std::filesystem::path file_;

  mutable std::mutex json_mutex_;  // not taken by the loop's thread before the end
  const JsonAccess* json_;         // null: the host may not exist any more

  std::mutex mutex_;
  std::condition_variable has_order_;
  std::condition_variable ended_;
  ToolUses unsaved_;
  Reports reports_;
  bool is_ordered_ = false;
  bool is_running_ = false;
  bool is_ending_ = false;
  bool is_detached_ = false;
  bool has_failed_ = false;  // the last attempt, which was logged
};

UsesKeeper::UsesKeeper(Host& host, std::filesystem::path file)
    : worker_(std::make_shared<Worker>(host, std::move(file))) {}

UsesKeeper::~UsesKeeper() {
  worker_->end();
}

void UsesKeeper::add(const ToolUses& uses) {
  worker_->add(uses);
}

void UsesKeeper::save() {
  worker_->order({});
}

void UsesKeeper::report(MoveOnlyFunction<void(Json)> done) {
  worker_->order(std::move(done));
}

}  // namespace workbench::call_log
