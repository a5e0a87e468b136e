#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::event_loop {

/// Finds the addresses of hosts: the part of the SDK's Host behind resolve(). Names are resolved on a thread, one after
/// the other, which exists only while there are any. [loop thread]
class Resolver {
 public:
  /// `loop` must outlive it.
  explicit Resolver(EventLoop& loop);
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;
  /// No callback is called any more. Waits for the thread for at most kMaxWait: a name server that does not respond
  /// must not delay the end of the process. A thread that is still waiting for one is left behind, and reports to
  /// nothing.
  ~Resolver();

  static constexpr std::chrono::milliseconds kMaxWait{200};

  /// See Host::resolve().
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> resolve(std::string name, std::uint16_t port,
                                                                 MoveOnlyFunction<void(Host::Addresses)> done);

 private:
  class Query;
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace workbench::event_loop
