#include "startup.hpp"

#include <Poco/Environment.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <ostream>
#include <string_view>
#include <system_error>
#include <utility>

#include "gateway/workspaces.hpp"
#include "own_variables.hpp"
#include "servers/catalog_cache.hpp"
#include "servers/start_queue.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::app {
namespace {

std::optional<std::string> from_environment(std::string_view name) {
  const std::string variable(name);
  if (!Poco::Environment::has(variable)) return std::nullopt;
  return Poco::Environment::get(variable);
}

/// What server entries may contain depends on the loaded plugins.
config::Vocabulary vocabulary_of(const config::Settings& settings, const registry::Registry& registry, Host& host) {
  config::Vocabulary vocabulary;
  for (const std::string& name : registry.transport_names()) {
    vocabulary.transports[name] = registry.find_transport(name)->server_options;
  }
  vocabulary.check_server = [&registry, &host](const std::string& transport, const Options& options) {
    return registry.find_transport(transport)->check(options, host);
  };
  vocabulary.check_tool_filter = [&registry](std::string_view entry) -> Result<void> {
    auto filter = servers::make_tool_filter(entry, registry);
    if (!filter) return filter.error();
    return {};
  };
  vocabulary.variables_with = [own = OwnVariables(settings, registry)](std::string_view beginning) {
    return own.others_with(beginning);
  };
  return vocabulary;
}

}  // namespace

Startup::Startup(Sources sources, std::ostream& errors) : sources_(std::move(sources)), errors_(errors) {
  std::error_code has_none;
  working_directory_ = std::filesystem::current_path(has_none);
}

/// The path of a file that can still be found when the working directory has been replaced.
std::filesystem::path Startup::absolute(const std::filesystem::path& file) const {
  if (file.is_absolute()) return file;
  std::filesystem::path path = working_directory_;
  for (const std::filesystem::path& part : file) {
    if (part != ".") path /= part;
  }
  return path;
}

ExitStatus Startup::load_plugins() {
  if (const ExitStatus status = read_settings(); status != ExitStatus::ok) return status;
  host_.emplace(settings_.log_level, settings_.limits);
  registry_.emplace(*host_);
  try {
    registry_->load(settings_.plugins, settings_.plugin_path);
    return ExitStatus::ok;
  } catch (const registry::PluginRefused& refused) {
    errors_ << refused.what() << '\n';
    return ExitStatus::bad_plugin;
  }
}

ExitStatus Startup::prepare() {
  if (const ExitStatus status = load_plugins(); status != ExitStatus::ok) return status;
  // These two do not depend on each other, so the errors of both can be reported at once.
  const ExitStatus toolboxes = read_toolboxes();
  const ExitStatus selection = select_services();
  if (toolboxes != ExitStatus::ok) return toolboxes;
  return selection != ExitStatus::ok ? selection : check_workspace();
}

bool Startup::use_valid_part() {
  if (!valid_part_ || !selection_.errors.empty()) return false;
  config_ = *std::move(valid_part_);
  valid_part_.reset();
  return true;
}

config::SettingsReading Startup::settings_reading() const {
  config::SettingsReading reading =
      config::read_settings(sources_.properties_file, sources_.definitions, from_environment, install_prefix());
  reading.settings.toolboxes_file = absolute(reading.settings.toolboxes_file);
  return reading;
}

config::ConfigReading Startup::config_reading(const std::filesystem::path& file) {
  config::ConfigReading reading =
      config::read_config(file, vocabulary_of(settings_, *registry_, *host_), from_environment);
  files_ = reading.files;
  if (!sources_.properties_file.empty()) files_.push_back(sources_.properties_file);
  return reading;
}

Startup::Rereading Startup::read_again() {
  config::SettingsReading settings = settings_reading();
  config::ConfigReading toolboxes = config_reading(settings_.toolboxes_file);
  Rereading reading{std::move(settings.settings), std::move(toolboxes.config), std::move(settings.findings)};
  for (std::string& error : check_changed_services(settings_, reading.settings, *registry_, *host_)) {
    reading.findings.push_back({config::Finding::Severity::error, std::move(error)});
  }
  const bool has_errors = std::any_of(reading.findings.begin(), reading.findings.end(), [](const auto& finding) {
    return finding.severity != config::Finding::Severity::note;
  });
  if (has_errors) reading.config.reset();
  std::move(toolboxes.findings.begin(), toolboxes.findings.end(), std::back_inserter(reading.findings));
  return reading;
}

ExitStatus Startup::read_settings() {
  if (sources_.properties_file.empty()) {
    sources_.properties_file = from_environment("WORKBENCH_PROPERTIES").value_or("");
  }
  if (!sources_.properties_file.empty()) sources_.properties_file = absolute(sources_.properties_file);
  config::SettingsReading reading = settings_reading();
  if (report_errors(reading.findings)) return ExitStatus::bad_configuration;
  settings_ = std::move(reading.settings);
  return ExitStatus::ok;
}

ExitStatus Startup::read_toolboxes() {
  config::ConfigReading reading = config_reading(settings_.toolboxes_file);
  valid_part_ = std::move(reading.valid_part);
  if (report_errors(reading.findings) || !reading.config) return ExitStatus::bad_configuration;
  config_ = *std::move(reading.config);
  return ExitStatus::ok;
}

ExitStatus Startup::select_services() {
  selection_ = app::select_services(settings_, *registry_, *host_);
  selection_.workspace.server_starts = settings_.server_starts.value_or(2 * servers::processors());
  if (settings_.keeps_catalogs) {
    selection_.workspace.catalog_folder = servers::catalog_cache_folder(from_environment);
  }
  for (const std::string& error : selection_.errors) errors_ << error << '\n';
  return selection_.errors.empty() ? ExitStatus::ok : ExitStatus::bad_configuration;
}

/// What a client would get only then: a plugin's definitions are known when they are asked for.
ExitStatus Startup::check_workspace() {
  const auto checked = gateway::Workspaces(*host_, config_, *registry_, selection_.workspace).check();
  if (checked) return ExitStatus::ok;
  errors_ << checked.error().message << '\n';
  return ExitStatus::bad_plugin;
}

bool Startup::report_errors(const std::vector<config::Finding>& findings) {
  bool has_errors = false;
  for (const config::Finding& finding : findings) {
    if (finding.severity == config::Finding::Severity::note) {
      notes_.push_back(finding);
    } else {
      has_errors = true;
      errors_ << finding.text << '\n';
    }
  }
  return has_errors;
}

std::filesystem::path install_prefix() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

}  // namespace workbench::app
