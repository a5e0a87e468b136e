#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <memory>
#include <unordered_map>

#include "workbench/event_loop.hpp"

namespace workbench {

class WatchedDescriptor;

/// The descriptors of one loop that are being watched now, by number.
using WatchedDescriptors = std::unordered_map<int, WatchedDescriptor*>;

/// A descriptor of somebody else's while at least one watch is on it. Asio takes each descriptor once, so the watch for
/// reading and the one for writing share this. [loop thread]
class WatchedDescriptor final : public std::enable_shared_from_this<WatchedDescriptor> {
 public:
  /// Throws std::system_error if the operating system refuses to watch `fd`. All references must outlive the watches.
  WatchedDescriptor(boost::asio::io_context& context, WatchedDescriptors& watched, int fd);
  WatchedDescriptor(const WatchedDescriptor&) = delete;
  WatchedDescriptor& operator=(const WatchedDescriptor&) = delete;
  ~WatchedDescriptor();

  /// Throws std::logic_error if there is a watch for this readiness already.
  [[nodiscard]] EventLoop::Watch watch(Readiness readiness, MoveOnlyFunction<void()> ready);

 private:
  class WatchSubscription;

  /// One direction: what to call, and what Asio is doing about it.
  struct Side {
    std::shared_ptr<MoveOnlyFunction<void()>> ready;  // null: nobody watches
    bool waiting = false;                             // Asio holds a wait of ours, perhaps of an earlier watch
  };

  Side& side(Readiness readiness) { return sides_[readiness == Readiness::readable ? 0 : 1]; }
  void wait(Readiness readiness);
  void on_ready(Readiness readiness);
  void stop_watching(Readiness readiness);
  void give_back();

  WatchedDescriptors& watched_;
  int fd_;
  boost::asio::posix::stream_descriptor descriptor_;
  std::array<Side, 2> sides_;
};

}  // namespace workbench
