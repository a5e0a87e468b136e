#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <workbench/error.hpp>

namespace workbench::stdio {

struct ServerCommand;

/// What the launcher reports about the server, between the lines of the server's own stderr.
struct LaunchRecord {
  enum class What {
    started,
    failed,              ///< at `step`, with errno `number`
    ended_with_code,     ///< `number`
    ended_by_signal,     ///< `number`
    too_many_processes,  ///< `number`, for which the launcher ends them all
  };
  What what = What::started;
  std::string step;
  int number = 0;
};

/// A line of stderr, separated into its two sources.
struct StderrLine {
  std::string_view text;  ///< from the server
  std::optional<LaunchRecord> record;
};

/// Recognises a record by `token`, which only the launcher knows, even after text that the server did not end with a
/// newline.
[[nodiscard]] StderrLine read_stderr_line(std::string_view line, std::string_view token);

/// Why the server could not be started: what failed, on which path, and which option to check.
[[nodiscard]] Error describe_failed_start(const ServerCommand& server, const LaunchRecord& failure);

/// Whether the command was looked up on PATH and not found.
[[nodiscard]] bool is_not_on_path(const ServerCommand& server, const LaunchRecord& failure);

/// The launcher ended before it reported anything about the server.
[[nodiscard]] Error describe_failed_launcher(const std::string& launcher, const LaunchRecord& end);

/// How the server ended.
[[nodiscard]] Error describe_end(const LaunchRecord& end);

/// The server was stopped because of what it did (`what`).
[[nodiscard]] Error describe_stop(const std::string& what);

}  // namespace workbench::stdio
