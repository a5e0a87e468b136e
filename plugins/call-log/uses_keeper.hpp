#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include <workbench/host.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>

#include "tool_uses.hpp"

namespace workbench::call_log {

/// Keeps the uses of tools in a file, which a thread of its own reads and writes: the loop never waits for the disk.
/// The thread is started when there is something to do. What cannot be written is tried again with the next
/// save(). [loop thread]
class UsesKeeper {
 public:
  /// `host` must outlive it. `file`: empty: the uses are in memory alone.
  UsesKeeper(Host& host, std::filesystem::path file);
  /// Saves what is not saved, but waits no longer than kMaxWait for it.
  ~UsesKeeper();
  UsesKeeper(const UsesKeeper&) = delete;
  UsesKeeper& operator=(const UsesKeeper&) = delete;

  /// Adds uses to those that are to be saved.
  void add(const ToolUses& uses);
  /// Saves them, in a while.
  void save();
  /// The same; then calls `done` with all that is on record, of other processes too (see RecentCalls::tool_uses()).
  void report(MoveOnlyFunction<void(Json)> done);

  static constexpr std::chrono::milliseconds kMaxWait{300};

 private:
  class Worker;

  const std::shared_ptr<Worker> worker_;  // shared with its thread, which is left behind if it does not end in time
};

}  // namespace workbench::call_log
