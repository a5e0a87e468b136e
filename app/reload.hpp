#pragma once

#include <optional>
#include <string>
#include <vector>

#include "file_watch.hpp"
#include "service.hpp"
#include "startup.hpp"

namespace workbench::app {

/// Changes the configuration of a service while it runs: at each SIGHUP and, unless `config.watch` is false, when one
/// of its files changes. Files with errors change nothing; the errors are logged with their places. [loop thread]
class Reload {
 public:
  /// Both must outlive it; `startup` is prepared, and `service` is not running yet.
  Reload(Startup& startup, Service& service);

  /// Reads all files again, and applies what is different.
  void run();

 private:
  void watch_files();
  void apply_settings(const config::Settings& settings);
  void apply_toolboxes(config::Config config);
  void log(LogLevel level, const std::string& text) { host_.log(level, "configuration", text); }

  Startup& startup_;
  Service& service_;
  ProcessHost& host_;
  config::Settings settings_;  // as they have effect now, or would after a restart
  config::Config config_;      // as it has effect now
  std::optional<FileWatch> watch_;
};

/// The settings that differ and have effect at the start alone, by their keys.
[[nodiscard]] std::vector<std::string> settings_for_a_restart(const config::Settings& before,
                                                              const config::Settings& after);

}  // namespace workbench::app
