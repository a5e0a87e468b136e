#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <workbench/metrics.hpp>

#include "base/metric_family.hpp"
#include "gateway/workspaces/principals.hpp"
#include "servers/server.hpp"
#include "servers/server_counters.hpp"

namespace workbench::gateway {

/// The figures of a scrape about all workspaces. They are counted when they are scraped, so that no call pays for them.
/// [loop thread]
struct Figures {
  using ByActivity = std::array<std::size_t, servers::ServerStatus::kActivities.size()>;

  std::size_t sessions = 0;           ///< workspaces of legacy clients
  std::size_t modern_workspaces = 0;  ///< that modern clients of a principal share
  std::size_t clients = 0;            ///< that are connected
  std::size_t suspended_calls = 0;
  std::size_t suspended_bytes = 0;                                    ///< of results that were not fetched yet
  std::map<std::pair<std::string, std::string>, ByActivity> servers;  ///< by toolbox and server
  std::size_t server_backlog_bytes = 0;

  /// The families that write() writes, in their order.
  [[nodiscard]] static std::span<const base::MetricFamily> families();

  void add(const servers::Server& server);
  void write(MetricsWriter& writer, const Principals& principals, const servers::AllServerCounters& counters) const;

 private:
  void write_workspaces(MetricsWriter& writer) const;
  void write_servers(MetricsWriter& writer, const servers::AllServerCounters& counters) const;
};

}  // namespace workbench::gateway
