#pragma once

#include <string>
#include <utility>

#include "process.hpp"

namespace test_support {

/// What a command has written, and its exit code; -1 if a signal has ended it.
struct Outcome {
  int code;
  std::string output;
  std::string errors;
};

/// The outcome of a command that gets no further input. Waits for its end, as long as Process does.
inline Outcome outcome_of(Process& process) {
  process.close_input();
  std::string output = process.read_all();
  const Process::End end = process.wait();
  return {end.was_signalled ? -1 : end.code_or_signal, std::move(output), process.errors()};
}

}  // namespace test_support
