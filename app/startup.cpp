#include "startup.hpp"

#include <Poco/Environment.h>

#include <ostream>
#include <utility>

#include "servers/tool_filters.hpp"

namespace workbench::app {
namespace {

std::optional<std::string> from_environment(std::string_view name) {
  const std::string variable(name);
  if (!Poco::Environment::has(variable)) return std::nullopt;
  return Poco::Environment::get(variable);
}

/// What a server entry may say depends on the plugins that are loaded.
config::Vocabulary vocabulary_of(const registry::Registry& registry) {
  config::Vocabulary vocabulary;
  for (const std::string& name : registry.transport_names()) {
    vocabulary.transports[name] = registry.find_transport(name)->options();
  }
  vocabulary.check_server = [&registry](const std::string& transport, const Options& options) {
    return registry.find_transport(transport)->check(options);
  };
  vocabulary.check_tool_filter = [&registry](std::string_view entry) -> Result<void> {
    auto filter = servers::make_tool_filter(entry, registry);
    if (!filter) return filter.error();
    return {};
  };
  return vocabulary;
}

}  // namespace

Startup::Startup(Sources sources, std::ostream& complaints) : sources_(std::move(sources)), complaints_(complaints) {}

bool Startup::handle_findings(const std::vector<config::Finding>& findings) {
  bool is_fit = true;
  for (const config::Finding& finding : findings) {
    if (finding.severity == config::Finding::Severity::note) {
      notes_.push_back(finding);
      continue;
    }
    is_fit = false;
    complaints_ << finding.text << '\n';
  }
  return is_fit;
}

ExitStatus Startup::read_settings() {
  if (sources_.properties_file.empty())
    sources_.properties_file = from_environment("WORKBENCH_PROPERTIES").value_or("");
  config::SettingsReading reading =
      config::read_settings(sources_.properties_file, sources_.definitions, from_environment, install_prefix());
  if (!handle_findings(reading.findings)) return ExitStatus::bad_configuration;
  settings_ = std::move(reading.settings);
  return ExitStatus::ok;
}

ExitStatus Startup::load_plugins() {
  try {
    registry_.load(settings_.plugins, settings_.plugin_path);
    return ExitStatus::ok;
  } catch (const registry::PluginRefused& refused) {
    complaints_ << refused.what() << '\n';
    return ExitStatus::bad_plugin;
  }
}

ExitStatus Startup::read_toolboxes() {
  config::ConfigReading reading =
      config::read_config(settings_.toolboxes_file, vocabulary_of(registry_), from_environment);
  if (!handle_findings(reading.findings) || !reading.config) return ExitStatus::bad_configuration;
  config_ = *std::move(reading.config);
  return ExitStatus::ok;
}

ExitStatus Startup::select_services() {
  selection_ = app::select_services(settings_, registry_);
  for (const std::string& complaint : selection_.complaints) complaints_ << complaint << '\n';
  return selection_.complaints.empty() ? ExitStatus::ok : ExitStatus::bad_configuration;
}

std::filesystem::path install_prefix() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

}  // namespace workbench::app
