#include "startup/startup.hpp"

#include <Poco/Environment.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/contains.hpp"
#include "consent/opened_file.hpp"
#include "gateway/workspaces/workspaces.hpp"
#include "process/output.hpp"
#include "process/user_files.hpp"
#include "servers/catalog_cache.hpp"
#include "servers/start_facts.hpp"
#include "servers/start_queue.hpp"
#include "servers/tool_filters.hpp"
#include "startup/own_variables.hpp"
#include "startup/server_doubts.hpp"
#include "startup/service_change_check.hpp"

namespace workbench::app {
namespace {

/// A default review whose plugin is not loaded is left out, but not if the toolboxes file relies on it.
std::string lock_objection(const config::Settings& settings, const registry::Registry& registry) {
  constexpr const char* kLock = "lock";
  if (!base::contains(settings.of<CatalogReview>().names, kLock)) {
    return "has no effect: the review 'lock' is not in use; add it to catalogReviews, as in: catalogReviews = lock, "
           "scan";
  }
  if (base::contains(registry.of<CatalogReview>().names(), kLock)) return {};
  return "has no effect: no loaded plugin provides the review 'lock'; add lock to plugins.load";
}

/// The keys of server entries depend on the loaded plugins.
config::Vocabulary vocabulary_of(const config::Settings& settings, const registry::Registry& registry, Host& host) {
  config::Vocabulary vocabulary;
  for (const std::string& name : registry.of<Transport>().names()) {
    vocabulary.transports[name] = registry.of<Transport>().find(name)->server_options;
  }
  vocabulary.check_server = [&registry, &host](const std::string& transport, const Options& options) {
    return registry.of<Transport>().find(transport)->check(options, host);
  };
  vocabulary.check_tool_filter = [&registry](std::string_view entry) -> Result<void> {
    auto filter = servers::make_tool_filter(entry, registry);
    if (!filter) return filter.error();
    return {};
  };
  vocabulary.lock_objection = lock_objection(settings, registry);
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
  return load(settings_.all_plugins());
}

ExitStatus Startup::load_plugin(const std::string& name) {
  if (const ExitStatus status = read_settings(); status != ExitStatus::ok) return status;
  return load({name});
}

ExitStatus Startup::load(const std::vector<std::string>& plugins) {
  host_.emplace(settings_.log_level, settings_.limits, settings_.log_file.string());
  host_->set_trace_endpoint(settings_.trace_endpoint);
  registry_.emplace(*host_);
  try {
    using FileCheck = registry::Registry::FileCheck;
    registry_->load(plugins, settings_.plugin_path, settings_.checks_plugin_files ? FileCheck::own : FileCheck::none);
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

/// Once: the same file is used until the end, whatever is found later.
void Startup::choose_toolboxes_file(const config::Settings& settings) {
  if (!choice_.file.empty()) return;
  if (settings.names_toolboxes_file) {
    choice_ = {FileRight::named, absolute(settings.toolboxes_file), false, {}};
    return;
  }
  std::filesystem::path of_user = toolboxes_file_of_user(environment_of_process);
  std::filesystem::path local = absolute(kLocalToolboxesFile);
  if (!sources_.found_file.empty()) {
    local = absolute(sources_.found_file);
    if (local != of_user) of_user.clear();  // it is that file or none
  }
  choice_ = app::choose_toolboxes_file(local, of_user, environment_of_process);
  sources_.found_file = choice_.file;
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
  const bool is_named = reading.settings.names_toolboxes_file;
  reading.settings.toolboxes_file = is_named ? absolute(reading.settings.toolboxes_file) : choice_.file;
  return reading;
}

config::Vocabulary Startup::vocabulary() {
  config::Vocabulary vocabulary = vocabulary_of(settings_, *registry_, *host_);
  if (doubts_servers_) {
    vocabulary.doubt_server = [](const std::string& transport, const Options& options) {
      return doubts_about(transport, options, environment_of_process);
    };
  }
  return vocabulary;
}

/// A file that waits to be allowed is checked again each time.
config::ConfigReading Startup::config_reading(const std::filesystem::path& file) {
  warnings_.clear();
  if (choice_.is_waiting) choice_.is_waiting = objection_to(choice_.file, environment_of_process).has_value();
  if (!choice_.is_waiting) return guarded_reading(file);
  config::ConfigReading reading;
  reading.config.emplace();
  reading.files = {file};
  record_files(reading);
  return reading;
}

config::ConfigReading Startup::guarded_reading(const std::filesystem::path& file) {
  std::optional<TrustedFile> trusted;
  if (choice_.right == FileRight::trusted) trusted = what_was_allowed(choice_.file, environment_of_process);
  FileGuard guard(choice_.right, choice_.file, std::move(trusted));
  config::ConfigReading reading = config::read_config(file, vocabulary(), environment_of_process, guard.reader());
  if (!guard.refusals().empty()) {  // whatever was parsed meanwhile
    reading.config.reset();
    reading.valid_part.reset();
    reading.findings.clear();
    reading.unanswered_inputs.clear();  // or an answer would be written beside refused files, and allow them
    for (const std::string& refusal : guard.refusals()) {
      reading.findings.push_back({config::Finding::Severity::error, refusal});
    }
  }
  warnings_ = guard.warnings();
  record_files(reading);
  return reading;
}

void Startup::record_files(const config::ConfigReading& reading) {
  unanswered_inputs_ = reading.unanswered_inputs;
  files_ = reading.files;
  if (choice_.right == FileRight::trusted) files_.push_back(TrustedFiles(environment_of_process).file());
  if (sources_.properties_file.empty()) return;
  files_.push_back(sources_.properties_file);
  if (const auto foreign = foreign_access_to(sources_.properties_file)) {
    warnings_.push_back(sources_.properties_file.string() + ": is used because it was named, but " + foreign->text() +
                        "; " + foreign->remedy);
  }
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
  choose_toolboxes_file(settings_);
  settings_.toolboxes_file = choice_.file;
  return ExitStatus::ok;
}

ExitStatus Startup::read_toolboxes() {
  if (choice_.is_waiting && !accepts_waiting_) {
    errors_ << choice_.remark << '\n';
    return ExitStatus::bad_configuration;
  }
  config::ConfigReading reading = config_reading(settings_.toolboxes_file);
  valid_part_ = std::move(reading.valid_part);
  if (report_errors(reading.findings) || !reading.config) return ExitStatus::bad_configuration;
  config_ = *std::move(reading.config);
  return ExitStatus::ok;
}

ExitStatus Startup::select_services() {
  selection_ = app::select_services(settings_, config_, *registry_, *host_);
  selection_.workspace.server_starts = settings_.server_starts.value_or(2 * servers::processors());
  selection_.workspace.principal_workspaces = settings_.principal_workspaces;
  if (settings_.keeps_catalogs) {
    selection_.workspace.catalog_folder = servers::catalog_cache_folder(environment_of_process);
  }
  selection_.workspace.catalog_reviews.start_facts =
      [facts = std::make_shared<servers::StartFacts>(environment_of_process)](
          const config::ServerEntry& entry, std::string_view issuer) { return facts->of(entry, issuer); };
  for (const std::string& error : selection_.errors) errors_ << error << '\n';
  return selection_.errors.empty() ? ExitStatus::ok : ExitStatus::bad_configuration;
}

/// Definitions that a client would otherwise be the first to request: a plugin makes them on request.
ExitStatus Startup::check_workspace() {
  const auto checked = gateway::Workspaces(*host_, config_, *registry_, selection_.workspace).check();
  if (checked) return ExitStatus::ok;
  errors_ << checked.error().message << '\n';
  // For example, the configuration needs a plugin that is not loaded.
  const bool is_of_configuration = checked.error().kind == ErrorKind::invalid_argument;
  return is_of_configuration ? ExitStatus::bad_configuration : ExitStatus::bad_plugin;
}

/// If there are errors of the file, those of its entries are reported with them, because all have to be corrected.
bool Startup::report_errors(const std::vector<config::Finding>& findings) {
  using Severity = config::Finding::Severity;
  const bool has_errors = std::any_of(findings.begin(), findings.end(), [](const config::Finding& finding) {
    return finding.severity == Severity::error;
  });
  for (const config::Finding& finding : findings) {
    if (finding.severity == Severity::note) {
      notes_.push_back(finding);
    } else if (has_errors) {
      errors_ << finding.text << '\n';
    } else {
      entry_errors_.push_back(finding);
    }
  }
  return has_errors;
}

std::filesystem::path install_prefix() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

}  // namespace workbench::app
