#pragma once

#include <string>

#include <workbench/error.hpp>
#include <workbench/process_launcher.hpp>

#include "process/launch_record.hpp"

namespace workbench::stdio {

/// Why the server could not be started: what failed, on which path, and which option to check.
[[nodiscard]] Error describe_failed_start(const ProcessCommand& server, const LaunchRecord& failure);

/// Whether the command was looked up on PATH and not found.
[[nodiscard]] bool is_not_on_path(const ProcessCommand& server, const LaunchRecord& failure);

/// The launcher ended before it reported anything about the server.
[[nodiscard]] Error describe_failed_launcher(const std::string& launcher, const LaunchRecord& end);

/// How the server ended.
[[nodiscard]] Error describe_end(const LaunchRecord& end);

/// The server was stopped because of its behaviour (`what`).
[[nodiscard]] Error describe_stop(const std::string& what);

}  // namespace workbench::stdio
