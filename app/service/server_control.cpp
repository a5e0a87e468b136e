#include "service/server_control.hpp"

#include <algorithm>
#include <array>

#include "json/lookup.hpp"
#include "service/configured_entry.hpp"

namespace workbench::app {
namespace {

constexpr std::string_view kStop = "workbench/stop";
constexpr std::string_view kRestart = "workbench/restart";
constexpr std::string_view kStart = "workbench/start";

/// Which of the processes of a server are meant.
struct Selection {
  Json pid;        ///< absent: any
  Json principal;  ///< absent: any

  explicit Selection(const Json& params)
      : pid(json::member(params, "pid")), principal(json::member(params, "principal")) {}

  [[nodiscard]] bool is_empty() const { return pid.is_absent() && principal.is_absent(); }
  [[nodiscard]] bool includes(const servers::Server& server) const {
    const auto process = server.status().process_id();
    if (!pid.is_absent() && (!process || std::to_string(*process) != pid.text())) return false;
    return principal.is_absent() || server.configured().principal() == json::characters(principal);
  }
};

bool was_used(const servers::Server& server) {
  return !gateway::was_never_used(server.status().operator_health());
}

void stop_server(servers::Server& server, std::string_view reason) {
  server.stop([] {}, reason);
}

void start_server(servers::Server& server) {
  if (server.ready_run() != nullptr || server.status().is_starting_up()) return;
  server.start([](const Result<void>&) {});
}

void control(std::string_view method, servers::Server& server) {
  if (method == kStop) return stop_server(server, "an operator has stopped it");
  if (method == kRestart) stop_server(server, "an operator has restarted it");
  start_server(server);
}

std::string_view past_of(std::string_view method) {
  if (method == kStop) return "stopped";
  return method == kRestart ? "restarted" : "started";
}

Error nothing_to_start(const std::string& source) {
  return {ErrorKind::unavailable, "no client uses " + source + " now; it is started by the first call of a client"};
}

}  // namespace

bool ServerControl::has(std::string_view method) const {
  return method == kStop || method == kRestart || method == kStart;
}

Result<Json> ServerControl::result_of(const OperatorRequest& request) {
  if (!request.from.sees_everything()) return only_for_everything();
  const auto named = server_params(request.params);
  if (!named) return named.error();
  if (const auto entry = find_entry(workspaces_.config(), request.from, *named); !entry) return entry.error();
  const Leases found = find(*named, request.params);
  if (found.empty() && !Selection(request.params).is_empty()) {
    return Error{ErrorKind::not_found,
                 "no process of " + named->source() + " is the one that is named; see the status"};
  }
  if (found.empty() && request.method != kStop) return nothing_to_start(named->source());
  host_.log(LogLevel::information, named->source(),
            std::string(past_of(request.method)) + " by the operator " + request.from.who);
  for (const servers::ServerLease& server : found) control(request.method, *server);
  return Json("{}");
}

/// The servers that a client has used, or all if none was: what sessions do not use needs no process.
ServerControl::Leases ServerControl::find(const ServerParams& named, const Json& params) const {
  const Selection selection(params);
  Leases used;
  Leases unused;
  workspaces_.for_each_server([&](servers::Server& server) {
    const bool is_named = server.toolbox() == named.toolbox && server.name() == named.server;
    const bool is_ending = server.drain_state().has_begun() || server.status().is_closed();
    if (!is_named || is_ending || !selection.includes(server)) return;
    (was_used(server) ? used : unused).push_back(server.lease());
  });
  return used.empty() ? unused : used;
}

}  // namespace workbench::app
