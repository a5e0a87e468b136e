#include "gateway/workspaces/status_report.hpp"

#include <chrono>
#include <utility>

#include "base/counted.hpp"
#include "base/text.hpp"
#include "gateway/workspaces/overview.hpp"
#include "servers/login_text.hpp"

namespace workbench::gateway {
namespace {

std::size_t calls_in_flight(const servers::Server& server) {
  servers::ServerRun* run = server.ready_run();
  return run == nullptr ? 0 : run->connection().in_flight().entries().size();
}

std::string described(const ServerHealth& health, const servers::Server& server) {
  std::string text = health.state + " for " + base::format_duration(health.age);
  const auto add = [&](const std::string& part) { text.append(", ").append(part); };
  if (health.calls > 0) add(base::counted(health.calls, "call"));
  if (health.timeouts > 0) add(std::to_string(health.timeouts) + " not answered in time");
  if (health.timeouts_in_a_row > 0) add("the last " + std::to_string(health.timeouts_in_a_row) + " of them in a row");
  if (const std::size_t calls = calls_in_flight(server); calls > 0) add(std::to_string(calls) + " in flight");
  if (server.status().backlog_bytes() > 0)
    add(base::counted(server.status().backlog_bytes(), "byte") + " not written yet");
  if (health.failures_in_a_row > 0)
    add("ended " + base::counted(static_cast<std::size_t>(health.failures_in_a_row), "time") + " in a row");
  if (health.next_attempt) add("may be started again in " + base::format_duration(*health.next_attempt));
  if (const auto& login = server.login().latest(); login && *login) {
    const std::string known = servers::login_text(**login, std::chrono::system_clock::now());
    if (!known.empty()) add(known);
  }
  if (health.last_error) text.append("; last error: ").append(*health.last_error);
  return text;
}

}  // namespace

void StatusReport::add(const Workspace& workspace) {
  ++workspaces_;
  clients_ += workspace.clients().size();
  const std::string name = workspace.principal_name();
  std::string line = "workspace of " + (name.empty() ? std::string("a client without a name") : "'" + name + "'") +
                     ": " + base::counted(workspace.clients().size(), "client");
  std::vector<std::string> open;
  for (const ToolboxSummary& toolbox : workspace.toolbox_summaries()) {
    if (toolbox.is_open) open.push_back(toolbox.name);
  }
  line += ", open toolboxes: " + base::listed(open);
  if (const std::size_t suspended = workspace.suspended_requests().size(); suspended > 0) {
    line += ", " + base::counted(suspended, "suspended call");
  }
  add_line(std::move(line));
  workspace.for_each_own_server([this](servers::Server& server) { add_server(server); });
}

void StatusReport::add_shared(servers::Server& server) {
  add_server(server);
}

void StatusReport::add_server(servers::Server& server) {
  const ServerHealth health = server.status().health();
  backlog_bytes_ += server.status().backlog_bytes();
  if (was_never_used(health)) return;
  ++servers_;
  add_line("  server " + server.toolbox() + "/" + server.name() +
           (server.configured().is_shared() ? " (shared): " : ": ") + described(health, server));
}

void StatusReport::add(const servers::StartQueue& starts) {
  starts_ = base::counted(starts.under_way(), "start") + " under way, " + std::to_string(starts.waiting()) + " waiting";
}

void StatusReport::add_line(std::string line) {
  if (lines_.size() < kMaxLines) {
    lines_.push_back(std::move(line));
  } else {
    ++left_out_;
  }
}

std::vector<std::string> StatusReport::lines() && {
  lines_.insert(lines_.begin(), base::counted(workspaces_, "workspace") + ", " + base::counted(clients_, "client") +
                                    ", " + base::counted(servers_, "server") + "; " + starts_ + "; " +
                                    base::counted(backlog_bytes_, "byte") + " not written to servers yet");
  if (left_out_ > 0) lines_.push_back("and " + base::counted(left_out_, "line") + " more");
  return std::move(lines_);
}

}  // namespace workbench::gateway
