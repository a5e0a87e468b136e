#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

// Figures of a process from the system. All functions throw std::runtime_error once the process has ended. [any thread]

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

/// Keeps this process, and its children from now on, on the last `count` (at least 1) of the processors that it could
/// use at its start. On one, all that takes part in a round trip counts, and a measurement can be repeated: on more, a
/// round trip has one of two speeds, by chance.
void stay_on_processors(int count);

}  // namespace bench
