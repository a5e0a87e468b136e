#pragma once

#include <string>

#include <workbench/error.hpp>

#include "transport/launch_record.hpp"
#include "transport/server_command.hpp"

namespace workbench::stdio {

/// Why there is no server, in words: what failed, on which path, and which option to look at.
[[nodiscard]] Error describe_failed_start(const ServerCommand& server, const LaunchRecord& failure);

/// Whether the command was looked up on PATH and is not there.
[[nodiscard]] bool is_not_on_path(const ServerCommand& server, const LaunchRecord& failure);

/// The PATH that was searched: the server's own, if the configuration gives it one. For the log; it may be long.
[[nodiscard]] std::string searched_path(const ServerCommand& server);

/// The launcher ended without a word about the server.
[[nodiscard]] Error describe_failed_launcher(const std::string& launcher, const LaunchRecord& end);

/// Why there is no server any more. `last_words` may be empty.
[[nodiscard]] Error describe_end(const LaunchRecord& end, const std::string& last_words);

/// `what` the server did before it was stopped for it.
[[nodiscard]] Error describe_lost_stream(const std::string& what, const std::string& last_words);

}  // namespace workbench::stdio
