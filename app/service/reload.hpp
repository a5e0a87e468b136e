#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/metric_family.hpp"
#include "config/settings/settings.hpp"
#include "service/file_watch.hpp"
#include "service/service.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// Changes the configuration of a service while it runs: when run() is called and, unless `config.watch` is false, when
/// one of its files changes. Files with errors change nothing; the errors are logged with their places. [loop thread]
class Reload {
 public:
  /// Both must outlive it; `startup` is prepared, and `service` is not running yet. The files are watched from
  /// kWatchDelay after the start on, so that the first client need not wait for it. Changes since they were
  /// read at the start have effect then.
  Reload(Startup& startup, Service& service);

  static constexpr std::chrono::milliseconds kWatchDelay{300};

  /// How often, in a scrape.
  static constexpr base::MetricFamily kReloads{"mcp_workbench_config_reloads_total", MetricType::counter, "outcome",
                                               "Reloads of the configuration by outcome."};

  /// Reads all files again, and applies the differences; nothing once the service is ending.
  void run();
  /// The same, on SIGHUP.
  void run_on_hang_up();

  /// `applied` is called each time when the files were read and differ, or have errors.
  void on_news(MoveOnlyFunction<void()> applied) { has_news_ = std::move(applied); }

  /// The report for an operator.
  struct Report {
    std::string outcome;                ///< "applied", "unchanged" or "failed"
    std::vector<std::string> messages;  ///< as logged
  };
  /// The same, because an operator has asked for it.
  [[nodiscard]] Report run_for_operator();

  /// The errors of entries, which are not used, as their files were read last.
  [[nodiscard]] const std::vector<std::string>& entry_errors() const { return entry_errors_; }

 private:
  void begin_watching();
  [[nodiscard]] Startup::Rereading read();
  [[nodiscard]] bool watch_files();
  void log_problems();
  void log_warnings();
  void log_findings(const std::vector<config::Finding>& findings);
  bool apply_and_tell(Startup::Rereading reading);
  [[nodiscard]] bool apply(Startup::Rereading reading);
  [[nodiscard]] bool apply_toolboxes(config::Config config);
  [[nodiscard]] bool apply_settings(const config::Settings& settings);
  void write_metrics(MetricsWriter& writer) const;
  void log(LogLevel level, const std::string& text);

  Startup& startup_;
  Service& service_;
  ProcessHost& host_;
  config::Settings settings_;         // as they have effect now
  config::Settings latest_settings_;  // as they were read last; some may have effect after a restart only
  config::Config config_;             // as it has effect now
  std::set<std::string> notes_;       // and errors of entries, as they were read last
  std::vector<std::string> entry_errors_;
  std::vector<std::string> warnings_;  // the same of Startup::warnings()
  std::uint64_t applied_reloads_ = 0;
  std::uint64_t unchanged_reloads_ = 0;
  std::uint64_t failed_reloads_ = 0;
  const std::unique_ptr<EventLoop::Subscription> collector_;
  std::optional<FileWatch> watch_;  // absent: config.watch is false
  EventLoop::Timer watch_delay_;    // set: the files are not watched yet
  std::vector<std::filesystem::path> watched_files_;
  std::vector<std::string> problems_;  // of the watch, as they were logged last
  MoveOnlyFunction<void()> has_news_;
  Report* report_ = nullptr;  // null: no operator waits for one
};

}  // namespace workbench::app
