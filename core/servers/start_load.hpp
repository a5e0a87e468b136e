#pragma once

#include <cstddef>
#include <optional>

namespace workbench::servers {

/// How many of the `newest` children of this thread, and of the processes below them, are running or want to (or wait
/// for a disk) at this moment. Absent: /proc does not tell. Other programs are left out, so that a busy machine
/// delays no start. About 10 microseconds for each process.
[[nodiscard]] std::optional<std::size_t> busy_descendants(std::size_t newest);

/// How many processors this process may use; at least one.
[[nodiscard]] std::size_t processors();

}  // namespace workbench::servers
