#include "gateway/workspaces/figures.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace workbench::gateway {
namespace {

using Activities = decltype(servers::ServerStatus::kActivities);
using base::MetricFamily;

constexpr MetricFamily kWorkspaces{"mcp_workbench_workspaces", MetricType::gauge, "kind",
                                   "Workspaces, by whether a session has one of its own."};
constexpr MetricFamily kClients{"mcp_workbench_clients", MetricType::gauge, "",
                                "Connected clients; each request of a modern client over HTTP is one."};
constexpr MetricFamily kSuspendedCalls{"mcp_workbench_suspended_calls", MetricType::gauge, "",
                                       "Calls that wait for their client to repeat them."};
constexpr MetricFamily kSuspendedBytes{"mcp_workbench_suspended_result_bytes", MetricType::gauge, "",
                                       "Size of the results of such calls that no client has fetched."};
constexpr MetricFamily kCallsInFlight{"mcp_workbench_calls_in_flight", MetricType::gauge, "principal",
                                      "Requests of clients that wait for a response."};
constexpr MetricFamily kSubscriptions{"mcp_workbench_subscriptions", MetricType::gauge, "principal",
                                      "Open subscriptions/listen requests."};
constexpr MetricFamily kPrincipalServers{"mcp_workbench_principal_servers", MetricType::gauge, "principal",
                                         "Servers that run for a principal, without shared ones."};
constexpr MetricFamily kRefused{
    "mcp_workbench_refused_total", MetricType::counter, "limit, principal",
    "Requests and starts of servers that were refused, by the limit that they would have exceeded."};
constexpr MetricFamily kServers{"mcp_workbench_servers", MetricType::gauge, "toolbox, server, state",
                                "Servers of all workspaces, by their state."};
constexpr MetricFamily kServerBacklog{"mcp_workbench_server_backlog_bytes", MetricType::gauge, "",
                                      "Bytes queued for servers and not written yet."};
constexpr MetricFamily kServerStarts{"mcp_workbench_server_starts_total", MetricType::counter, "toolbox, server",
                                     "Starts of a server."};
constexpr MetricFamily kFailedStarts{"mcp_workbench_server_start_failures_total", MetricType::counter,
                                     "toolbox, server", "Starts of a server that failed or were refused."};
constexpr MetricFamily kRestarts{"mcp_workbench_server_restarts_total", MetricType::counter, "toolbox, server",
                                 "Starts of a server that had ended by itself."};

/// In the order in which they are written.
constexpr std::array kFamilies{kWorkspaces,    kClients,          kSuspendedCalls, kSuspendedBytes, kCallsInFlight,
                               kSubscriptions, kPrincipalServers, kRefused,        kServers,        kServerBacklog,
                               kServerStarts,  kFailedStarts,     kRestarts};

double number(std::uint64_t count) {
  return static_cast<double>(count);
}

void write_single(MetricsWriter& writer, const MetricFamily& family, std::size_t value) {
  family.begin(writer);
  writer.sample({}, number(value));
}

/// Anonymous clients and the one for which the program runs have the same name.
struct PrincipalFigures {
  std::uint64_t calls = 0;
  std::uint64_t subscriptions = 0;
  std::uint64_t servers = 0;
  std::uint64_t refused_by_calls_in_flight = 0;
  std::uint64_t refused_by_principal_calls = 0;
  std::uint64_t refused_by_principal_servers = 0;
  std::uint64_t refused_by_principal_workspaces = 0;
};
using ByPrincipal = std::map<std::string, PrincipalFigures>;

ByPrincipal figures_of(const Principals& principals) {
  ByPrincipal by_principal;
  principals.for_each([&](const std::string& name, const PrincipalUsage& usage) {
    PrincipalFigures& figures = by_principal[name];
    figures.calls += usage.requests.all.requests;
    figures.subscriptions += usage.requests.all.subscriptions;
    figures.servers += usage.servers.running();
    figures.refused_by_calls_in_flight += usage.requests.refused_by_calls_in_flight;
    figures.refused_by_principal_calls += usage.requests.refused_by_principal_calls;
    figures.refused_by_principal_servers += usage.servers.refused();
    figures.refused_by_principal_workspaces += usage.refused_by_principal_workspaces;
  });
  return by_principal;
}

void write_principals(MetricsWriter& writer, const ByPrincipal& principals) {
  const auto write_gauge = [&](const MetricFamily& family, std::uint64_t PrincipalFigures::*member) {
    family.begin(writer);
    for (const auto& [principal, figures] : principals) {
      writer.sample({{"principal", principal}}, number(figures.*member));
    }
  };
  write_gauge(kCallsInFlight, &PrincipalFigures::calls);
  write_gauge(kSubscriptions, &PrincipalFigures::subscriptions);
  write_gauge(kPrincipalServers, &PrincipalFigures::servers);

  kRefused.begin(writer);
  const auto write_refused = [&](std::string_view limit, std::uint64_t PrincipalFigures::*member) {
    for (const auto& [principal, figures] : principals) {
      writer.sample({{"limit", limit}, {"principal", principal}}, number(figures.*member));
    }
  };
  write_refused("callsInFlight", &PrincipalFigures::refused_by_calls_in_flight);
  write_refused("principalCalls", &PrincipalFigures::refused_by_principal_calls);
  write_refused("principalServers", &PrincipalFigures::refused_by_principal_servers);
  write_refused("principalWorkspaces", &PrincipalFigures::refused_by_principal_workspaces);
}

}  // namespace

std::span<const MetricFamily> Figures::families() {
  return kFamilies;
}

void Figures::add(const servers::Server& server) {
  const Activities& activities = servers::ServerStatus::kActivities;
  const auto found = std::find(activities.begin(), activities.end(), server.status().activity());
  ++servers[{server.toolbox(), server.name()}].at(static_cast<std::size_t>(found - activities.begin()));
  server_backlog_bytes += server.status().backlog_bytes();
}

void Figures::write(MetricsWriter& writer, const Principals& principals,
                    const servers::AllServerCounters& counters) const {
  write_workspaces(writer);
  write_principals(writer, figures_of(principals));
  write_servers(writer, counters);
}

void Figures::write_workspaces(MetricsWriter& writer) const {
  kWorkspaces.begin(writer);
  writer.sample({{"kind", "session"}}, number(sessions));
  writer.sample({{"kind", "modern"}}, number(modern_workspaces));
  write_single(writer, kClients, clients);
  write_single(writer, kSuspendedCalls, suspended_calls);
  write_single(writer, kSuspendedBytes, suspended_bytes);
}

void Figures::write_servers(MetricsWriter& writer, const servers::AllServerCounters& counters) const {
  kServers.begin(writer);
  for (const auto& [name, by_activity] : servers) {
    for (std::size_t index = 0; index != by_activity.size(); ++index) {
      writer.sample(
          {{"toolbox", name.first}, {"server", name.second}, {"state", servers::ServerStatus::kActivities[index]}},
          number(by_activity[index]));
    }
  }
  write_single(writer, kServerBacklog, server_backlog_bytes);
  const auto write_counter = [&](const MetricFamily& family, std::uint64_t servers::ServerCounters::*member) {
    family.begin(writer);
    for (const auto& [server, counts] : counters) {
      writer.sample({{"toolbox", server.first}, {"server", server.second}}, number(counts.*member));
    }
  };
  write_counter(kServerStarts, &servers::ServerCounters::starts);
  write_counter(kFailedStarts, &servers::ServerCounters::failed_starts);
  write_counter(kRestarts, &servers::ServerCounters::restarts);
}

}  // namespace workbench::gateway
