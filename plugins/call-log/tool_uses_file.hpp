#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include <workbench/result.hpp>

#include "tool_uses.hpp"

namespace workbench::call_log {

/// What merge_into_file() has done.
struct MergedUses {
  ToolUses all;        ///< what is on record now, with what was added
  std::string remark;  ///< for the log: the file was not usable, and is replaced; empty: all is well
};

/// Reads the text of a file. protocol: it is not one of ours.
using ReadToolUses = std::function<Result<ToolUses>(std::string text)>;

/// Adds `more` to the file, which several processes may do at once: each waits for the others, and readers see a whole
/// file or none. It has the mode 0600; its folder is made if it is missing. Nothing is written if `more` is empty.
/// What is older than 30 days before `now` is removed. Waits for the disk: not for a thread with an event loop.
/// unavailable: the file cannot be read or written; the message says why.
[[nodiscard]] Result<MergedUses> merge_into_file(const std::filesystem::path& file, const ToolUses& more,
                                                 std::chrono::system_clock::time_point now, const ReadToolUses& read);

}  // namespace workbench::call_log
