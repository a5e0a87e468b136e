#include "reload.hpp"

#include <utility>

#include "base/text.hpp"

namespace workbench::app {

Reload::Reload(Startup& startup, Service& service)
    : startup_(startup),
      service_(service),
      host_(startup.host()),
      settings_(startup.settings()),
      config_(startup.config()) {
  service.on_hang_up([this] {
    log(LogLevel::information, "reading the configuration again on SIGHUP");
    run();
  });
  if (settings_.watches_files) watch_.emplace(host_.loop(), [this] { run(); });
  watch_files();
}

void Reload::watch_files() {
  if (!watch_) return;
  const auto watched = watch_->set_files(startup_.files());
  if (watched) return;
  log(LogLevel::warning, watched.error().message + "; after a change, send the workbench a SIGHUP");
  watch_.reset();
}

void Reload::run() {
  Startup::Rereading reading = startup_.read_again();
  for (const config::Finding& finding : reading.findings) {
    const bool is_note = finding.severity == config::Finding::Severity::note;
    log(is_note ? LogLevel::information : LogLevel::error, finding.text);
  }
  if (!reading.config) {
    log(LogLevel::error, "not changed, because of the errors above; everything goes on as before");
  } else {
    apply_settings(reading.settings);
    apply_toolboxes(*std::move(reading.config));
  }
  watch_files();  // after all: the toolboxes file may name others now
}

void Reload::apply_settings(const config::Settings& settings) {
  host_.set_log_level(settings.log_level);
  host_.set_limits(settings.limits);
  const std::vector<std::string> waiting = settings_for_a_restart(settings_, settings);
  if (!waiting.empty()) {
    log(LogLevel::warning, "these settings have effect after a restart of the workbench: " + base::listed(waiting));
  }
  settings_ = settings;
}

void Reload::apply_toolboxes(config::Config config) {
  if (config == config_) return log(LogLevel::debug, "the toolboxes are the same as before");
  if (const auto applied = service_.apply(config); !applied) {
    return log(LogLevel::error, applied.error().message + "; everything goes on as before");
  }
  config_ = std::move(config);
  log(LogLevel::information, "changed: there are " + std::to_string(config_.toolboxes.size()) + " toolboxes now");
}

std::vector<std::string> settings_for_a_restart(const config::Settings& before, const config::Settings& after) {
  std::vector<std::string> keys;
  const auto compare = [&](const char* key, const auto& one, const auto& other) {
    if (one != other) keys.emplace_back(key);
  };
  compare("workbench.toolboxes", before.toolboxes_file, after.toolboxes_file);
  compare("config.watch", before.watches_files, after.watches_files);
  compare("plugins.path", before.plugin_path, after.plugin_path);
  compare("plugins.load", before.plugins, after.plugins);
  compare("listeners", before.listeners, after.listeners);
  compare("listener.*", before.listener_options, after.listener_options);
  compare("metaTools", before.meta_tools, after.meta_tools);
  compare("metaTool.*", before.meta_tool_options, after.meta_tool_options);
  compare("middleware", before.middleware, after.middleware);
  compare("middleware.*", before.middleware_options, after.middleware_options);
  compare("schemaRepair", before.repairs_schemas, after.repairs_schemas);
  compare("strictInput", before.strict_input, after.strict_input);
  compare("requestState.key", before.request_state_key, after.request_state_key);
  return keys;
}

}  // namespace workbench::app
