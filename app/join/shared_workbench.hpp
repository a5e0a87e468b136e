#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

#include "config/settings/settings.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// The one workbench that the user's clients share, for one configuration: where it listens, and how it is started. It
/// runs detached from the process that started it, has none of that process's descriptors, and ends when it has had no
/// client for limits.idleExit.
///
/// A configuration is a toolboxes file and a properties file, however their paths are spelled, with the settings of the
/// command line, except those about logging and the end of the process, which have no effect on what is served.
/// [startup]
class SharedWorkbench {
 public:
  /// For the configuration of `sources`, whose settings have been read. Any error: there is no folder for its socket.
  [[nodiscard]] static Result<SharedWorkbench> of(const Sources& sources, const config::Settings& settings);

  [[nodiscard]] const std::filesystem::path& socket() const { return socket_; }
  [[nodiscard]] const std::filesystem::path& log() const { return log_; }

  /// A connection to the one that runs. Does not wait. unavailable: none does. busy: it does not accept connections.
  [[nodiscard]] Result<FileDescriptor> connect() const;

  /// The same, but starts it if none runs. It may still fail to start: the connection ends then, and log_lines_since()
  /// has the reason. unavailable: there is no process or descriptor left. busy: it does not accept connections, or
  /// another process has been starting one for too long.
  [[nodiscard]] Result<FileDescriptor> connect_or_start() const;

  /// Makes this process the shared workbench, which stays until it is stopped, unless limits.idleExit says otherwise.
  /// Returns only if that fails. busy: one runs already.
  [[nodiscard]] Error become() const;

  /// The size of its log now, 0 if there is none.
  [[nodiscard]] std::uintmax_t log_size() const;
  /// The last lines that were added to its log when it had `begin` bytes, for a person.
  [[nodiscard]] std::string log_lines_since(std::uintmax_t begin) const;

 private:
  [[nodiscard]] Result<FileDescriptor> listen() const;

  std::filesystem::path socket_;
  std::filesystem::path log_;
  std::vector<std::string> command_;
  bool has_idle_exit_ = false;  // of the settings
};

}  // namespace workbench::app
