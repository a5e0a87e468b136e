#include "startup.hpp"

#include <Poco/Environment.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "gateway/workspaces.hpp"
#include "output.hpp"
#include "own_variables.hpp"
#include "server_doubts.hpp"
#include "servers/catalog_cache.hpp"
#include "servers/start_queue.hpp"
#include "servers/tool_filters.hpp"
#include "user_files.hpp"

namespace workbench::app {
namespace {

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

std::optional<std::string> environment_of_process(std::string_view name) {
  const std::string variable(name);
  if (!Poco::Environment::has(variable)) return std::nullopt;
  return Poco::Environment::get(variable);
}

Startup::Startup(Sources sources, Output& errors) : sources_(std::move(sources)), errors_(errors) {
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
  if (registry_) return ExitStatus::ok;
  if (const ExitStatus status = read_settings(); status != ExitStatus::ok) return status;
  return load(settings_.plugins);
}

ExitStatus Startup::load_plugin(const std::string& name) {
  if (const ExitStatus status = read_settings(); status != ExitStatus::ok) return status;
  return load({name});
}

ExitStatus Startup::load(const std::vector<std::string>& plugins) {
  host_.emplace(settings_.log_level, settings_.limits);
  registry_.emplace(*host_);
  try {
    registry_->load(plugins, settings_.plugin_path);
    return ExitStatus::ok;
  } catch (const registry::PluginRefused& refused) {
    registry_.reset();
    errors_ << std::string_view(refused.what()) << '\n';
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

/// If no file is named and the working directory has none, the user's is used.
std::filesystem::path Startup::toolboxes_file_of(const config::Settings& settings) const {
  std::filesystem::path file = absolute(settings.toolboxes_file);
  const bool is_named = sources_.definitions.count("workbench.toolboxes") != 0 ||
                        !environment_of_process("WORKBENCH_CONFIG").value_or("").empty() ||
                        settings.toolboxes_file != "./workbench-config.json";
  std::error_code failed;
  if (is_named || std::filesystem::exists(file, failed)) return file;
  std::filesystem::path of_user = toolboxes_file_of_user(environment_of_process);
  return !of_user.empty() && std::filesystem::exists(of_user, failed) ? of_user : file;
}

bool Startup::use_valid_part() {
  if (!valid_part_ || !selection_.errors.empty()) return false;
  config_ = *std::move(valid_part_);
  valid_part_.reset();
  return true;
}

config::SettingsReading Startup::settings_reading() const {
  config::SettingsReading reading =
      config::read_settings(sources_.properties_file, sources_.definitions, environment_of_process, install_prefix());
  reading.settings.toolboxes_file = toolboxes_file_of(reading.settings);
  return reading;
}

config::ConfigReading Startup::config_reading(const std::filesystem::path& file) {
  config::Vocabulary vocabulary = vocabulary_of(settings_, *registry_, *host_);
  if (doubts_servers_) {
    vocabulary.doubt_server = [](const std::string& transport, const Options& options) {
      return doubts_about(transport, options, environment_of_process);
    };
  }
  config::ConfigReading reading = config::read_config(file, vocabulary, environment_of_process);
  files_ = reading.files;
  unanswered_inputs_ = reading.unanswered_inputs;
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
    sources_.properties_file = environment_of_process("WORKBENCH_PROPERTIES").value_or("");
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
    selection_.workspace.catalog_folder = servers::catalog_cache_folder(environment_of_process);
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
