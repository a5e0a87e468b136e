#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

// What the system says of a process. [any thread]

namespace bench {

/// The time that its threads have had a processor, in microseconds.
[[nodiscard]] double processor_time(pid_t process);

struct Memory {
  double resident_kib = 0;
  double private_kib = 0;  ///< written by it, so that no other process shares it
};
[[nodiscard]] Memory memory_of(pid_t process);

/// How often its threads have been woken so far.
[[nodiscard]] std::uint64_t wake_ups(pid_t process);

/// Keeps this process, and its children from now on, on the last `count` of the processors that it could use at its
/// start.
void stay_on_processors(int count);

}  // namespace bench
