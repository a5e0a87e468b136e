#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "protocol/notification.hpp"
#include "servers/run.hpp"

namespace workbench::servers {

/// What clients have set for every run of a server, kept while none is running. [loop thread]
class RunSettings {
 public:
  /// The resources whose updates `watcher` (any address that is its own) is notified of, and no others.
  void watch_resources(const void* watcher, std::set<std::string> uris) {
    if (uris.empty()) {
      watched_.erase(watcher);
    } else {
      watched_[watcher] = std::move(uris);
    }
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
  void set_log_level(std::string_view level) { log_level_ = level; }

  /// Sends `run`, which is ready, what is new to it.
  void apply_to(ServerRun& run) const {
    std::set<std::string> all;
    for (const auto& [watcher, uris] : watched_) all.insert(uris.begin(), uris.end());
    run.watch_resources(std::move(all));
    if (!log_level_.empty()) run.set_log_level(log_level_);
  }

 private:
  std::map<const void*, std::set<std::string>> watched_;  // by watcher
  std::string log_level_;
};

}  // namespace workbench::servers
