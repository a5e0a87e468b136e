#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::stdio {

/// What the launcher says of the server, between the lines of the server's own stderr.
struct LaunchRecord {
  enum class What {
    started,
    failed,           ///< at `step`, with errno `number`
    ended_with_code,  ///< `number`
    ended_by_signal,  ///< `number`
  };
  What what = What::started;
  std::string step;
  int number = 0;
};

/// A line of stderr, taken apart.
struct StderrLine {
  std::string_view words;  ///< the server's own
  std::optional<LaunchRecord> record;
};

/// Recognises a record by `token`, which nobody but the launcher knows, even behind a line that the server left open.
[[nodiscard]] StderrLine read_stderr_line(std::string_view line, std::string_view token);

}  // namespace workbench::stdio
