#include "login/blocking_worker.hpp"

namespace workbench::http::login {

BlockingWorker::~BlockingWorker() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool BlockingWorker::finish(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  if (!thread_.joinable()) return true;
  is_ending_ = true;
  changed_.notify_all();
  return changed_.wait_for(lock, limit, [this] { return has_ended_; });
}

void BlockingWorker::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  if (thread_.joinable()) {
    changed_.notify_all();
  } else {
    thread_ = std::thread([this] { work(); });
  }
}

void BlockingWorker::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_ending_ || !jobs_.empty(); });
    if (jobs_.empty()) break;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    const bool is_ending = is_ending_;
    lock.unlock();
    job(is_ending);
    job = nullptr;
    lock.lock();
  }
  has_ended_ = true;
  changed_.notify_all();
}

}  // namespace workbench::http::login
