#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/settings/read_settings.hpp"
#include "config/settings/settings.hpp"
#include "config/toolboxes_file/read_config.hpp"
#include "consent/toolboxes_choice.hpp"
#include "process/exit_status.hpp"
#include "process/output.hpp"
#include "process/process_host.hpp"
#include "registry/registry.hpp"
#include "startup/service_selection.hpp"

namespace workbench::app {

/// Where the configuration is, according to the command line. Relative paths are relative to the working directory as
/// it was when the Startup was made.
struct Sources {
  std::filesystem::path properties_file;           ///< empty: none was named
  std::map<std::string, std::string> definitions;  ///< -D key=value, and options that stand for one
  /// A toolboxes file that was found and not named; empty: the working directory is looked into.
  std::filesystem::path found_file = {};
};

/// The steps before anything is served. Each returns ok or the exit code, after it has written to `errors` why.
/// [startup]
class Startup {
 public:
  Startup(Sources sources, Output& errors);

  /// Before the toolboxes are read: also adds notes on entries that are valid and will probably not work on this
  /// machine.
  void doubt_servers() { doubts_servers_ = true; }

  /// Before prepare(): a toolboxes file that was found and may not be used counts as one without toolboxes, if
  /// there is no other. It has effect as soon as it is allowed, by read_again().
  void accept_waiting() { accepts_waiting_ = true; }

  /// Reads the settings; the following functions do so, too.
  [[nodiscard]] ExitStatus read_settings();
  /// Reads the settings and loads the plugins, once.
  [[nodiscard]] ExitStatus load_plugins();
  /// The same with this plugin alone.
  [[nodiscard]] ExitStatus load_plugin(const std::string& name);
  /// The same, then reads the toolboxes and selects the services; reports the errors of both.
  [[nodiscard]] ExitStatus prepare();

  /// After a prepare() that found errors of the toolboxes file: makes its valid part the configuration, so that
  /// other troubles can be looked for. False: nothing can be used, or something else is wrong, too.
  [[nodiscard]] bool use_valid_part();

  /// The configuration as its files are now. After prepare().
  struct Rereading {
    config::Settings settings;
    std::optional<config::Config> config;   ///< absent: a finding is an error, not of an entry alone
    std::vector<config::Finding> findings;  ///< of all files, in their order
  };
  /// Changes nothing but files(), warnings() and choice().
  [[nodiscard]] Rereading read_again();

  /// The files in which a change may be one of the configuration.
  [[nodiscard]] const std::vector<std::filesystem::path>& files() const { return files_; }

  /// Which toolboxes file is used, and why. After read_settings().
  [[nodiscard]] const ToolboxesChoice& choice() const { return choice_; }

  /// With an absolute path of the properties file and, if no toolboxes file was named, of the toolboxes file that is
  /// used; after read_settings().
  [[nodiscard]] const Sources& sources() const { return sources_; }
  [[nodiscard]] const config::Settings& settings() const { return settings_; }
  /// The host of all objects. After load_plugins().
  [[nodiscard]] ProcessHost& host() { return *host_; }
  /// Also after load_plugins(). Its objects end with the Startup, before the host.
  [[nodiscard]] registry::Registry& registry() { return *registry_; }
  /// The keys that server entries may have. Also after load_plugins().
  [[nodiscard]] config::Vocabulary vocabulary();
  [[nodiscard]] const config::Config& config() const { return config_; }
  [[nodiscard]] const ServiceSelection& selection() const { return selection_; }
  /// The inputs that a person has to enter; see ConfigReading. After prepare().
  [[nodiscard]] const std::vector<config::InputEntry>& unanswered_inputs() const { return unanswered_inputs_; }
  /// Findings that are not errors.
  [[nodiscard]] const std::vector<config::Finding>& notes() const { return notes_; }
  /// Errors of single entries, although everything else is used (config::EntryTroubles). After prepare().
  [[nodiscard]] const std::vector<config::Finding>& entry_errors() const { return entry_errors_; }
  /// Warnings about files that were named and that others can change, a sentence for each.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  [[nodiscard]] std::filesystem::path absolute(const std::filesystem::path& file) const;
  void choose_toolboxes_file(const config::Settings& settings);
  [[nodiscard]] config::SettingsReading settings_reading() const;
  [[nodiscard]] config::ConfigReading config_reading(const std::filesystem::path& file);
  [[nodiscard]] config::ConfigReading guarded_reading(const std::filesystem::path& file);
  void record_files(const config::ConfigReading& reading);
  [[nodiscard]] ExitStatus load(const std::vector<std::string>& plugins);
  [[nodiscard]] ExitStatus read_toolboxes();
  [[nodiscard]] ExitStatus select_services();
  [[nodiscard]] ExitStatus check_workspace();
  [[nodiscard]] bool report_errors(const std::vector<config::Finding>& findings);

  Sources sources_;
  ToolboxesChoice choice_;
  Output& errors_;
  std::filesystem::path working_directory_;  // empty: it does not exist
  config::Settings settings_;
  std::optional<ProcessHost> host_;
  std::optional<registry::Registry> registry_;  // after the host, which it must not outlive
  config::Config config_;
  std::optional<config::Config> valid_part_;
  ServiceSelection selection_;
  std::vector<config::InputEntry> unanswered_inputs_;
  std::vector<config::Finding> notes_;
  std::vector<config::Finding> entry_errors_;
  std::vector<std::string> warnings_;
  std::vector<std::filesystem::path> files_;
  bool doubts_servers_ = false;
  bool accepts_waiting_ = false;
};

/// A variable of this process's environment.
[[nodiscard]] std::optional<std::string> environment_of_process(std::string_view name);

/// The folder above bin/, which contains plugins, launcher and samples.
[[nodiscard]] std::filesystem::path install_prefix();

}  // namespace workbench::app
