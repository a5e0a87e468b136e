#include "login/store_lock.hpp"

#include <sys/file.h>

#include <algorithm>
#include <utility>

namespace workbench::http::login {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kInterval{20};

class FileLock final : public StoreLock {
 public:
  explicit FileLock(FileDescriptor file) : file_(std::move(file)) {}
  // A child that is being started has a copy of the descriptor until it runs its program, and would keep the lock.
  ~FileLock() override { ::flock(file_.get(), LOCK_UN); }

 private:
  const FileDescriptor file_;
};

class LockWait final : public EventLoop::Subscription {
 public:
  LockWait(EventLoop& loop, std::shared_ptr<const LoginFiles> files, std::string name, std::chrono::milliseconds limit,
           TokenStore::Locked done)
      : loop_(loop),
        files_(std::move(files)),
        name_(std::move(name)),
        limit_(limit),
        deadline_(Clock::now() + limit),
        done_(std::move(done)) {
    try_after(std::chrono::milliseconds(0));
  }

 private:
  void try_after(std::chrono::milliseconds delay) {
    timer_ = loop_.after(delay, [this] { attempt(); });
  }

  void attempt() {
    auto locked = files_->try_lock(name_);
    if (!locked) return finish(std::move(locked).error());
    if (*locked) return finish(std::unique_ptr<StoreLock>(std::make_unique<FileLock>(*std::move(*locked))));
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
    if (left.count() > 0) return try_after(std::min(left, kInterval));
    finish(Error{ErrorKind::timed_out,
                 "another one has been renewing this login for " + std::to_string(limit_.count()) + " ms; try again"});
  }

  void finish(Result<std::unique_ptr<StoreLock>> outcome) {
    TokenStore::Locked done = std::move(done_);  // it may destroy this object
    done(std::move(outcome));
  }

  EventLoop& loop_;
  const std::shared_ptr<const LoginFiles> files_;
  const std::string name_;
  const std::chrono::milliseconds limit_;
  const Clock::time_point deadline_;
  TokenStore::Locked done_;
  EventLoop::Timer timer_;
};

}  // namespace

TokenStore::Subscription wait_for_lock(EventLoop& loop, std::shared_ptr<const LoginFiles> files,
                                       const std::string& name, std::chrono::milliseconds limit,
                                       TokenStore::Locked done) {
  return std::make_unique<LockWait>(loop, std::move(files), name + ".lock", limit, std::move(done));
}

}  // namespace workbench::http::login
