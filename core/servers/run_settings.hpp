#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/notification.hpp"
#include "servers/server_runs.hpp"

namespace workbench::servers {

/// The clients' settings for every run of a server: the present run gets them at once, later ones when they are ready.
/// [loop thread]
class RunSettings {
 public:
  /// `runs` must outlive it. `log_level`: see set_log_level(); empty: none was set.
  RunSettings(const ServerRuns& runs, std::string log_level, bool is_paused)
      : runs_(runs), log_level_(std::move(log_level)), is_paused_(is_paused) {}

  /// The resources whose updates `watcher` (any address that is its own) is notified of, and no others.
  void watch_resources(const void* watcher, std::set<std::string> uris) {
    if (uris.empty()) {
      watched_.erase(watcher);
    } else {
      watched_[watcher] = std::move(uris);
    }
    apply();
  }
  [[nodiscard]] bool watches_resources() const { return !watched_.empty(); }
  [[nodiscard]] bool watches(const std::string& uri) const {
    return std::any_of(watched_.begin(), watched_.end(), [&](const auto& one) { return one.second.count(uri) > 0; });
  }

  /// Whether a watcher is notified of an update of `uri`, which may be a part of what is watched.
  [[nodiscard]] bool concerns(const protocol::ResourceUpdated& updated) const {
    return std::any_of(watched_.begin(), watched_.end(),
                       [&](const auto& one) { return protocol::is_subscribed(one.second, updated.uri); });
  }

  /// The least severe LoggingLevel that a legacy server is to send; until the first call it decides by itself.
  void set_log_level(std::string_view level) {
    log_level_ = level;
    apply();
  }

  /// See Connection::pause_reading().
  void pause_reading(bool paused) {
    is_paused_ = paused;
    if (ServerRun* run = runs_.present()) run->connection().pause_reading(paused);
  }

  /// A run has been started, and may have ended already.
  void begin() const {
    ServerRun* run = runs_.present();
    if (is_paused_ && run != nullptr) run->connection().pause_reading(true);
  }
  /// Sends the present run the settings that are new to it, if it is ready.
  void apply() const {
    ServerRun* run = runs_.present();
    if (run == nullptr || !run->is_ready()) return;
    std::set<std::string> all;
    for (const auto& [watcher, uris] : watched_) all.insert(uris.begin(), uris.end());
    run->watch_resources(std::move(all));
    if (!log_level_.empty()) run->set_log_level(log_level_);
  }

 private:
  const ServerRuns& runs_;
  std::map<const void*, std::set<std::string>> watched_;  // by watcher
  std::string log_level_;
  bool is_paused_;
};

}  // namespace workbench::servers
