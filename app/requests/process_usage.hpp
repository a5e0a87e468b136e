#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace workbench::app {

/// The resources of a process and its descendants.
struct ProcessUsage {
  std::size_t processes = 0;
  std::uint64_t memory_bytes =
      0;  ///< each page divided by the number of processes that share it, if the system reports it
};

/// The processes of this machine at one moment, as far as this user may see them. Not tied to a thread.
class ProcessTree {
 public:
  /// Reads /proc.
  ProcessTree();

  /// Absent: there is no such process.
  [[nodiscard]] std::optional<ProcessUsage> usage_below(int root) const;

 private:
  std::multimap<int, int> children_;  // by parent
  std::map<int, int> parents_;
};

}  // namespace workbench::app
