#include "uses_keeper.hpp"

#include <pthread.h>

#include <condition_variable>
#include <csignal>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "tool_uses_file.hpp"
#include "utc_text.hpp"

namespace workbench::call_log {

/// What the loop's thread and the writing thread share.
class UsesKeeper::Worker : public std::enable_shared_from_this<Worker> {
 public:
  using Reports = std::vector<MoveOnlyFunction<void(Json)>>;

  Worker(Host& host, std::filesystem::path file) : host_(host), json_(host.json()), file_(std::move(file)) {}

  void add(const ToolUses& uses) {
    const std::lock_guard lock(mutex_);
    unsaved_.add(uses);
  }

  void order(MoveOnlyFunction<void(Json)> report) {
    const std::lock_guard lock(mutex_);
    is_ordered_ = true;
    if (report) reports_.push_back(std::move(report));
    if (!is_running_) start();
    has_order_.notify_one();
  }

  /// False: the thread has not ended in time.
  void end() {
    std::unique_lock lock(mutex_);
    is_ending_ = true;
    if (!unsaved_.empty() && !is_running_) start();
    has_order_.notify_one();
    ended_.wait_for(lock, kMaxWait, [this] { return !is_running_; });
    is_detached_ = true;
  }

 private:
  /// With the lock. The thread is detached: end() waits for what it does.
  void start() {
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the loop's thread
    try {
      is_running_ = true;
      std::thread([self = shared_from_this()] { self->run(); }).detach();
    } catch (const std::system_error&) {
      is_running_ = false;
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void run() {
    ::pthread_setname_np(::pthread_self(), "tool-uses");
    std::unique_lock lock(mutex_);
    while (true) {
      has_order_.wait(lock, [this] { return is_ordered_ || is_ending_; });
      if (!is_ordered_ && unsaved_.empty()) break;
      is_ordered_ = false;
      const bool is_last = is_ending_;  // what comes while it works needs another turn
      work(lock);
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
    lock.lock();
    if (!merged) {
      unsaved_.add(more);
      log_once(merged.error().message + "; the counts of tools are not kept");
      merged = MergedUses{unsaved_, {}};
      limit(merged->all);
    } else if (file_.empty()) {
      unsaved_.add(merged->all);
    } else {
      has_failed_ = false;
    }
    if (!merged->remark.empty()) log(merged->remark);
    answer(std::move(reports), merged->all);
  }

  [[nodiscard]] Result<MergedUses> merge(const ToolUses& more) const {
    try {
      if (!file_.empty()) return merge_into_file(file_, more, std::chrono::system_clock::now(), json_);
      MergedUses merged{more, {}};
      limit(merged.all);
      return merged;
    } catch (const std::exception& exception) {  // out of memory
      return Error{ErrorKind::internal, exception.what()};
    }
  }

  static void limit(ToolUses& uses) {
    const auto now = std::chrono::system_clock::now();
    uses.limit(first_day_of(now), format_day(now));
  }

  void answer(Reports reports, const ToolUses& uses) {
    if (reports.empty() || is_detached_) return;
    host_.loop().post([reports = std::move(reports), report = uses.report()]() mutable {
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
  const JsonAccess& json_;
  const std::filesystem::path file_;

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
