#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::stdio {

/// A report of the launcher about the server, between the lines of the server's own stderr.
struct LaunchRecord {
  enum class What {
    started,
    failed,              ///< at `step`, with errno `number`; `text` is what failed of the sandbox
    ended_with_code,     ///< `number`
    ended_by_signal,     ///< `number`
    too_many_processes,  ///< `number`, for which the launcher ends them all
    denied,              ///< `text` ("write PATH", "connect NAME:PORT", ...), by the sandbox
    unconfined,          ///< `text` is what the sandbox does not enforce
  };
  What what = What::started;
  std::string step;
  int number = 0;
  std::string text = {};
};

/// A line of stderr, separated into its two sources.
struct StderrLine {
  std::string_view text;  ///< from the server
  std::optional<LaunchRecord> record;
};

/// Recognises a record by `token`, which only the launcher knows, even after text that the server did not end with a
/// newline.
[[nodiscard]] StderrLine read_stderr_line(std::string_view line, std::string_view token);

}  // namespace workbench::stdio
