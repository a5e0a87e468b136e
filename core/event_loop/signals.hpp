#pragma once

#include <initializer_list>
#include <map>

#include <csignal>

#include <workbench/move_only_function.hpp>

#include "event_loop/descriptor.hpp"

namespace workbench::event_loop {

/// Signals of the process, heard on the loop thread instead of in the middle of something. One object at a time hears
/// them. [loop thread]
class Signals {
 public:
  Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  /// What the signals did before, they do again.
  ~Signals();

  /// From now on `signals` arrive here. Throws std::system_error for one that there is not.
  void hear(std::initializer_list<int> signals, MoveOnlyFunction<void(int signal)> received);

  /// Readable when a signal has arrived. For the loop to wait on.
  [[nodiscard]] int arrival() const { return arrival_.fd(); }

  /// Tells of the signals that have arrived.
  void tell();

 private:
  Descriptor arrival_;
  std::map<int, struct sigaction> before_;
  MoveOnlyFunction<void(int signal)> received_;
};

}  // namespace workbench::event_loop
