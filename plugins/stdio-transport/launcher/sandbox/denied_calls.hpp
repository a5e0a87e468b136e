#pragma once

#include <cstddef>

namespace launcher {

/// A system call that no server may make, whatever its arguments.
struct DeniedCall {
  int number;
  const char* name;
  int error;         ///< what it returns
  bool is_recorded;  ///< false: programs try it as a matter of course, and do without it
};

/// All of them.
extern const DeniedCall kDeniedCalls[];
extern const std::size_t kDeniedCallCount;

/// The record of `number`, or null.
[[nodiscard]] const DeniedCall* find_denied_call(int number);

/// System calls from this number on are newer than the table. To a server, the kernel does not have them.
constexpr unsigned kFirstUnknownCall = 470;

}  // namespace launcher
