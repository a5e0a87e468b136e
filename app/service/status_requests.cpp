#include "service/status_requests.hpp"

#include <utility>
#include <vector>

#include "json/lookup.hpp"
#include "requests/status.hpp"

namespace workbench::app {
namespace {

/// How long a status may wait for the engines of containers.
constexpr std::chrono::seconds kMeasuring{5};

}  // namespace

void StatusRequests::respond(const OperatorRequest& request, OperatorAnswer answer) {
  const Json all = json::member(request.params, "all");
  Wanted wanted{request.from, all.text() == "true"};
  service_.look_up_logins([this, wanted = std::move(wanted), answer = std::move(answer)]() mutable {
    measure(std::move(wanted), std::move(answer));
  });
}

/// The processes are shown only to those who see everything.
void StatusRequests::measure(Wanted wanted, OperatorAnswer answer) {
  if (!wanted.from.sees_everything()) return answer(status(wanted, {}, {}));
  auto measured = [this, wanted = std::move(wanted), answer = std::move(answer)](ContainerUsages usages) mutable {
    measure_processes(std::move(wanted), std::move(usages), std::move(answer));
  };
  ProcessHost& host = startup_.host();
  host.containers().measure(host.loop(), kMeasuring, std::move(measured));
}

void StatusRequests::measure_processes(Wanted wanted, ContainerUsages containers, OperatorAnswer answer) {
  std::vector<int> roots;
  for (const gateway::ServerOverview& server : overview(wanted).servers) {
    if (server.process_id) roots.push_back(*server.process_id);
  }
  usages_.measure(std::move(roots), [this, wanted = std::move(wanted), containers = std::move(containers),
                                     answer = std::move(answer)](const UsageByRoot& processes) mutable {
    answer(status(wanted, processes, std::move(containers)));
  });
}

gateway::Overview StatusRequests::overview(const Wanted& wanted) const {
  return service_.overview({wanted.from.own.get(), wanted.has_unused});
}

Json StatusRequests::status(const Wanted& wanted, UsageByRoot processes, ContainerUsages containers) const {
  using std::chrono::floor;
  using std::chrono::milliseconds;
  StatusContext context;
  context.is_own = !wanted.from.sees_everything();
  context.uptime = floor<milliseconds>(std::chrono::steady_clock::now() - start_);
  context.toolboxes_file = startup_.settings().toolboxes_file.string();
  context.processes = std::move(processes);
  context.containers = std::move(containers);
  context.approvals = approvals_.counts(wanted.from);
  context.flows = approvals_.flows(wanted.from);
  context.entry_errors = reload_.entry_errors();
  return status_of(context, overview(wanted));
}

}  // namespace workbench::app
