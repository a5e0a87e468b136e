#pragma once

#include <initializer_list>
#include <map>

#include <csignal>

#include <workbench/move_only_function.hpp>

#include "event_loop/event_descriptor.hpp"

namespace workbench::event_loop {

/// Handles signals of the process on the loop thread, instead of in a signal handler. At most one object at a time may
/// handle any. [loop thread]
class Signals {
 public:
  Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  /// Restores the previous actions of the signals.
  ~Signals();

  /// Handles `signals` from now on. Throws std::system_error for one that cannot be handled.
  void handle(std::initializer_list<int> signals, MoveOnlyFunction<void(int signal)> received);

  /// Readable when a signal has arrived. The loop waits on it.
  [[nodiscard]] int arrival() const { return arrival_.get(); }

  /// Calls `received` for each signal that has arrived.
  void dispatch();

 private:
  FileDescriptor arrival_;
  std::map<int, struct sigaction> before_;
  MoveOnlyFunction<void(int signal)> received_;
};

}  // namespace workbench::event_loop
