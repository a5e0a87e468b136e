#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::stdio {

/// A report of the launcher about the server.
struct LaunchRecord {
  enum class What {
    started,
    failed,              ///< at `step`, with errno `number`
    ended_with_code,     ///< `number`
    ended_by_signal,     ///< `number`
    too_many_processes,  ///< `number`, for which the launcher ends them all
    container_left,      ///< the container could not be removed; `step`: `left`, or `unknown` if its engine is silent
    denied,              ///< the server was refused `text`, such as `write /x`
    unconfined,          ///< it runs although the kernel cannot enforce `text`
  };
  What what = What::started;
  std::string step;
  int number = 0;
  std::string text = {};  ///< of what failed in a sandbox, too
};

/// Reads a line of the pipe for records. Empty: it is not a report that this workbench knows.
[[nodiscard]] std::optional<LaunchRecord> read_launch_record(std::string_view line);

}  // namespace workbench::stdio
