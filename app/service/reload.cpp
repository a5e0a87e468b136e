#include "service/reload.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/text.hpp"
#include "config/settings/settings_change.hpp"
#include "service/config_change.hpp"

namespace workbench::app {
namespace {

bool is_error(const config::Finding& finding) {
  return finding.severity == config::Finding::Severity::error;
}

LogLevel level_of(const config::Finding& finding) {
  const bool is_note = finding.severity == config::Finding::Severity::note;
  return is_note ? LogLevel::information : LogLevel::error;
}

std::vector<std::string> entry_errors_in(const std::vector<config::Finding>& findings) {
  std::vector<std::string> errors;
  for (const config::Finding& finding : findings) {
    if (finding.severity == config::Finding::Severity::entry_error) errors.push_back(finding.text);
  }
  return errors;
}

}  // namespace

Reload::Reload(Startup& startup, Service& service)
    : startup_(startup),
      service_(service),
      host_(startup.host()),
      settings_(startup.settings()),
      latest_settings_(startup.settings()),
      config_(startup.config()),
      warnings_(startup.warnings()),
      collector_(startup.host().add_metrics([this](MetricsWriter& writer) { write_metrics(writer); })) {
  for (const config::Finding& note : startup.notes()) notes_.insert(note.text);
  for (const config::Finding& error : startup.entry_errors()) notes_.insert(error.text);
  entry_errors_ = entry_errors_in(startup.entry_errors());
  if (!settings_.watches_files) return;
  watch_.emplace(host_.loop(), [this] { run(); });
  watch_->set_files({});  // takes its descriptor now, so that a lack of descriptors is noticed at the start
  log_problems();
  watch_delay_ = host_.loop().after(kWatchDelay, [this] { begin_watching(); });
}

/// Files that were read before they were watched may have changed meanwhile, so they are read once more. Comparing the
/// times of the files would not suffice: two writes in quick succession may have the same time.
void Reload::begin_watching() {
  if (std::exchange(watch_delay_, nullptr) == nullptr || service_.is_ending()) return;
  const bool has_files = watch_files();
  std::error_code gone;  // a pipe, as in `--config <(command)`, cannot be read twice
  const bool is_pipe = std::filesystem::is_fifo(settings_.toolboxes_file, gone);
  if (has_files && !is_pipe) apply_and_tell(read());
}

void Reload::run_on_hang_up() {
  log(LogLevel::information, "reading the configuration again on SIGHUP");
  run();
}

void Reload::run() {
  if (service_.is_ending()) return;
  watch_delay_.reset();  // read() watches the files
  if (apply_and_tell(read())) return;
  ++unchanged_reloads_;
  log(LogLevel::information, "the configuration is the same as before");
}

Reload::Report Reload::run_for_operator() {
  Report report{"unchanged", {}};
  const std::uint64_t failed = failed_reloads_;
  const std::uint64_t applied = applied_reloads_;
  struct Reporting {
    Report*& report;
    ~Reporting() { report = nullptr; }
  };
  {
    const Reporting reporting{report_ = &report};  // run() may throw
    run();
  }
  if (applied_reloads_ != applied) report.outcome = "applied";
  if (failed_reloads_ != failed) report.outcome = "failed";
  return report;
}

void Reload::log(LogLevel level, const std::string& text) {
  host_.log(level, "configuration", text);
  if (report_ != nullptr) report_->messages.push_back(text);
}

void Reload::write_metrics(MetricsWriter& writer) const {
  kReloads.begin(writer);
  writer.sample({{"outcome", "applied"}}, static_cast<double>(applied_reloads_));
  writer.sample({{"outcome", "unchanged"}}, static_cast<double>(unchanged_reloads_));
  writer.sample({{"outcome", "failed"}}, static_cast<double>(failed_reloads_));
}

// --- Reading ---------------------------------------------------------------------------------------------------------

/// Every file must be watched before it is read, or a change in between would go unnoticed. The list of the files is
/// known only when they have been read, so if one of them was not watched, all are read again. The loop ends: each
/// further round requires that the files have been changed meanwhile to name one more file.
Startup::Rereading Reload::read() {
  Startup::Rereading reading = startup_.read_again();
  while (watch_files()) reading = startup_.read_again();
  return reading;
}

/// Returns whether a file is watched now that was not watched before.
bool Reload::watch_files() {
  if (!watch_) return false;
  const std::vector<std::filesystem::path> former = std::exchange(watched_files_, startup_.files());
  for (std::string& file : service_.review_files()) watched_files_.emplace_back(std::move(file));
  watch_->set_files(watched_files_);
  log_problems();
  return std::any_of(watched_files_.begin(), watched_files_.end(), [&](const std::filesystem::path& file) {
    return std::find(former.begin(), former.end(), file) == former.end();
  });
}

void Reload::log_problems() {
  if (watch_->problems() == problems_) return;
  problems_ = watch_->problems();
  for (const std::string& problem : problems_) {
    log(LogLevel::warning, problem + "; after a change there, send the workbench a SIGHUP");
  }
}

void Reload::log_warnings() {
  const std::vector<std::string> former = std::exchange(warnings_, startup_.warnings());
  for (const std::string& warning : warnings_) {
    const bool is_new = std::find(former.begin(), former.end(), warning) == former.end();
    if (is_new) log(LogLevel::warning, warning);
  }
}

void Reload::log_findings(const std::vector<config::Finding>& findings) {
  const std::set<std::string> former = std::exchange(notes_, {});
  for (const config::Finding& finding : findings) {
    if (is_error(finding)) {
      log(LogLevel::error, finding.text);
    } else if (notes_.insert(finding.text).second && former.count(finding.text) == 0) {
      log(level_of(finding), finding.text);
    }
  }
}

// --- Applying --------------------------------------------------------------------------------------------------------

bool Reload::apply_and_tell(Startup::Rereading reading) {
  const bool has_news = apply(std::move(reading));
  if (has_news && has_news_) has_news_();
  return has_news;
}

/// Returns whether there was anything to report.
bool Reload::apply(Startup::Rereading reading) {
  log_warnings();
  log_findings(reading.findings);
  if (!reading.config) {
    ++failed_reloads_;
    log(LogLevel::error, "not changed, because of the errors above; the running configuration remains in use");
    return true;
  }
  entry_errors_ = entry_errors_in(reading.findings);
  // The limits are set first, because new servers are started with them.
  host_.set_limits(config::change_while_running(settings_, reading.settings).settings.limits);
  // So are the reviews, by which new servers are judged before they are started.
  const bool has_other_reviews = service_.refresh_reviews();
  if (has_other_reviews) log(LogLevel::information, "a review of catalogs has read its files again");
  const bool was_equal = *reading.config == config_;
  const bool is_applied = was_equal || apply_toolboxes(*std::move(reading.config));
  if (has_other_reviews) service_.review_again();
  if (!is_applied) {
    ++failed_reloads_;
    host_.set_limits(settings_.limits);
    return true;
  }
  const bool has_changed = apply_settings(reading.settings) || !was_equal || has_other_reviews;
  if (has_changed) ++applied_reloads_;
  return has_changed;
}

/// Returns whether the toolboxes could be applied.
bool Reload::apply_toolboxes(config::Config config) {
  if (const auto applied = service_.apply(config); !applied) {
    log(LogLevel::error, settings_.toolboxes_file.string() + ": " + applied.error().message +
                             "; the running configuration remains in use");
    return false;
  }
  log(LogLevel::information, "applied: " + describe_change(config_, config));
  config_ = std::move(config);
  return true;
}

/// Returns whether a setting has changed. If one that needs a restart has changed, the log names all settings that wait
/// for a restart.
bool Reload::apply_settings(const config::Settings& settings) {
  config::SettingsChange change = config::change_while_running(settings_, settings);
  const bool has_news_for_a_restart = !config::change_while_running(latest_settings_, settings).waiting.empty();
  host_.set_log_level(change.settings.log_level);
  if (!change.applied.empty()) {
    log(LogLevel::information, "these settings have changed: " + base::listed(change.applied));
  }
  if (has_news_for_a_restart && !change.waiting.empty()) {
    log(LogLevel::warning,
        "these settings have effect after a restart of the workbench: " + base::listed(change.waiting));
  }
  settings_ = std::move(change.settings);
  latest_settings_ = settings;
  return has_news_for_a_restart || !change.applied.empty();
}

}  // namespace workbench::app
