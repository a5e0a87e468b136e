#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <workbench/testing/recording_host.hpp>

namespace workbench::test {

namespace detail {

/// The workbench's own event loop, name resolution and JSON access.
class LoopHostParts {
 protected:
  struct Parts;

  LoopHostParts();
  ~LoopHostParts();
  [[nodiscard]] EventLoop& own_loop();
  [[nodiscard]] const JsonAccess& own_json();

  const std::unique_ptr<Parts> parts_;
};

}  // namespace detail

/// A host for tests with the event loop, the name resolution and the JSON access of the workbench itself. The thread
/// that runs the loop is the loop thread. It must outlive everything that it was given to.
class LoopHost : private detail::LoopHostParts, public RecordingHost {
 public:
  LoopHost() : RecordingHost(own_loop(), &own_json()) {}

  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> resolve(std::string name, std::uint16_t port,
                                                                 MoveOnlyFunction<void(Addresses)> done) override;

  /// Runs the loop until `done` returns true. False: it has not within `patience`.
  [[nodiscard]] bool run_until(const std::function<bool()>& done,
                               std::chrono::milliseconds patience = std::chrono::seconds(10));

  /// Runs what is due now, and within some milliseconds.
  void run_what_is_due();
};

}  // namespace workbench::test
