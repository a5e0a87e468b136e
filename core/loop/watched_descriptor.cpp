#include "loop/watched_descriptor.hpp"

#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace workbench {
namespace {

using boost::asio::posix::stream_descriptor;

}  // namespace

class WatchedDescriptor::WatchSubscription final : public EventLoop::Subscription {
 public:
  WatchSubscription(std::shared_ptr<WatchedDescriptor> descriptor, Readiness readiness)
      : descriptor_(std::move(descriptor)), readiness_(readiness) {}
  ~WatchSubscription() override { descriptor_->stop_watching(readiness_); }

 private:
  std::shared_ptr<WatchedDescriptor> descriptor_;
  Readiness readiness_;
};

WatchedDescriptor::WatchedDescriptor(boost::asio::io_context& context, WatchedDescriptors& watched, int fd)
    : watched_(watched), fd_(fd), descriptor_(context) {
  boost::system::error_code refused;
  descriptor_.assign(fd, refused);
  if (refused) throw std::system_error(refused, "cannot watch descriptor " + std::to_string(fd));
  watched_.emplace(fd, this);
}

WatchedDescriptor::~WatchedDescriptor() {
  give_back();  // if it never came to a watch
}

void WatchedDescriptor::give_back() {
  if (!descriptor_.is_open()) return;
  watched_.erase(fd_);
  descriptor_.release();  // not closed: it was never ours
}

EventLoop::Watch WatchedDescriptor::watch(Readiness readiness, MoveOnlyFunction<void()> ready) {
  Side& watched_side = side(readiness);
  if (watched_side.ready) {
    throw std::logic_error("descriptor " + std::to_string(fd_) + " has a watch for this direction already");
  }
  auto subscription = std::make_unique<WatchSubscription>(shared_from_this(), readiness);
  watched_side.ready = std::make_shared<MoveOnlyFunction<void()>>(std::move(ready));
  if (!watched_side.waiting) wait(readiness);
  return subscription;
}

void WatchedDescriptor::wait(Readiness readiness) {
  side(readiness).waiting = true;
  const auto kind = readiness == Readiness::readable ? stream_descriptor::wait_read : stream_descriptor::wait_write;
  // The error is of no interest here: whoever reads or writes will meet it. For what cannot be waited for (a regular
  // file) Asio completes at once with an error, by way of its queue, so that other work gets its turn: always ready.
  descriptor_.async_wait(
      kind, [self = shared_from_this(), readiness](const boost::system::error_code&) { self->on_ready(readiness); });
}

void WatchedDescriptor::on_ready(Readiness readiness) {
  Side& ready_side = side(readiness);
  ready_side.waiting = false;
  if (!ready_side.ready) return;

  // Waits again when the callback has returned or thrown, unless it ended the watch or has begun another one.
  struct WaitAgain {
    ~WaitAgain() {
      if (ready_side.ready && !ready_side.waiting) descriptor.wait(readiness);
    }
    WatchedDescriptor& descriptor;
    Side& ready_side;
    Readiness readiness;
  } const wait_again{*this, ready_side, readiness};

  const auto ready = ready_side.ready;  // kept alive: the call may destroy the watch
  (*ready)();
}

void WatchedDescriptor::stop_watching(Readiness readiness) {
  Side& ended = side(readiness);
  // Moved out first: destroying what the callback captured may come back here for the other direction.
  const auto last_reference = std::exchange(ended.ready, nullptr);
  if (!sides_[0].ready && !sides_[1].ready) give_back();
}

}  // namespace workbench
