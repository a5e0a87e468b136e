#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "config/settings/settings.hpp"
#include "config/toolboxes_file/read_config.hpp"
#include "exit_status.hpp"
#include "registry/registry.hpp"
#include "service_selection.hpp"

namespace workbench::app {

/// What the command line says about where the configuration is.
struct Sources {
  std::filesystem::path properties_file;           ///< empty: none was named
  std::map<std::string, std::string> definitions;  ///< -D key=value, and what other options stand for
};

/// Start-up in steps, each of which needs the one before: settings, plugins, toolboxes and wiring. Each returns ok or
/// the code to exit with, after it has told on `complaints` why. [startup]
class Startup {
 public:
  Startup(Sources sources, std::ostream& complaints);

  [[nodiscard]] ExitStatus read_settings();
  [[nodiscard]] ExitStatus load_plugins();
  [[nodiscard]] ExitStatus read_toolboxes();
  [[nodiscard]] ExitStatus select_services();

  /// When nothing is served any more: what plugins have running ends while the host that it speaks to is still there.
  void dismiss_plugins() { registry_.dismiss(); }

  [[nodiscard]] const config::Settings& settings() const { return settings_; }
  [[nodiscard]] const registry::Registry& registry() const { return registry_; }
  [[nodiscard]] const config::Config& config() const { return config_; }
  [[nodiscard]] const ServiceSelection& selection() const { return selection_; }
  /// What deserves to be known although nothing is wrong.
  [[nodiscard]] const std::vector<config::Finding>& notes() const { return notes_; }

 private:
  [[nodiscard]] bool handle_findings(const std::vector<config::Finding>& findings);

  Sources sources_;
  std::ostream& complaints_;
  config::Settings settings_;
  registry::Registry registry_;
  config::Config config_;
  ServiceSelection selection_;
  std::vector<config::Finding> notes_;
};

/// The folder above bin/: where plugins, launcher and samples are.
[[nodiscard]] std::filesystem::path install_prefix();

}  // namespace workbench::app
