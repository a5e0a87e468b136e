#include "requests/status.hpp"

#include <unistd.h>

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/escape.hpp"
#include "process/process_metrics.hpp"
#include "protocol/implementation.hpp"
#include "servers/login_text.hpp"
#include "servers/withheld_text.hpp"

namespace workbench::app {
namespace {

void write_texts(JsonWriter& writer, const std::vector<std::string>& texts) {
  writer.array();
  for (const std::string& text : texts) writer.string(text);
  writer.end();
}

/// Nothing for a client that owes no answer.
void write_inputs(JsonWriter& writer, const clients::OpenInputs& inputs) {
  if (inputs.empty()) return;
  writer.key("inputs").array();
  for (const clients::OpenInput& input : inputs) {
    const auto waiting = std::chrono::floor<std::chrono::seconds>(std::chrono::steady_clock::now() - input.since);
    writer.object().member("method", input.method);
    if (!input.message.empty()) writer.member("message", input.message);
    writer.member("waitingSeconds", waiting.count()).end();
  }
  writer.end();
}

void write_workspace(JsonWriter& writer, const gateway::WorkspaceOverview& workspace) {
  writer.object();
  if (!workspace.client.empty()) writer.member("client", workspace.client);
  writer.member("toolMode", workspace.mode);
  if (!workspace.principal.empty()) writer.member("principal", workspace.principal);
  if (!workspace.working_directory.empty()) writer.member("workingDirectory", workspace.working_directory);
  writer.member("connections", workspace.clients).key("openToolboxes");
  write_texts(writer, workspace.open_toolboxes);
  write_inputs(writer, workspace.open_inputs);
  writer.end();
}

void write_login(JsonWriter& writer, const LoginState& login) {
  writer.key("login").object().member("state", servers::login_word(login.kind));
  if (!login.issuer.empty()) writer.member("issuer", login.issuer);
  write_texts(writer.key("scopes"), login.scopes);
  if (login.expiry) writer.member("expiry", servers::timestamp(*login.expiry));
  writer.member("renewsItself", login.renews_itself);
  writer.member("text", servers::login_text(login, std::chrono::system_clock::now())).end();
}

/// Writes how a server that runs is confined.
void write_confinement(JsonWriter& writer, const std::optional<Confinement>& confinement) {
  const bool is_confined = confinement && confinement->unconfined.empty();
  writer.key("confinement").object().member("state", is_confined ? "confined" : "not confined");
  if (confinement) {
    if (!confinement->unconfined.empty()) write_texts(writer.key("notEnforced"), confinement->unconfined);
    if (!confinement->denied.empty()) write_texts(writer.key("denied"), confinement->denied);
  }
  writer.end();
}

/// Nothing for a server of which all is shown.
void write_withheld(JsonWriter& writer, const std::vector<WithheldItem>& withheld) {
  if (withheld.empty()) return;
  writer.key("withheld").array();
  for (const std::string& sentence : servers::withheld_sentences(withheld)) writer.string(sentence);
  writer.end();
}

/// Nothing for a server without a container.
void write_container(JsonWriter& writer, const gateway::ServerOverview& server, const ContainerUsages& containers) {
  const auto found = server.process_id ? containers.find(*server.process_id) : containers.end();
  if (found == containers.end()) return;
  const ContainerUsage& usage = found->second;
  writer.key("container").object().member("name", usage.name).member("hasDescendants", usage.has_descendants);
  if (usage.memory_bytes) writer.member("memoryBytes", *usage.memory_bytes);
  writer.end();
}

/// Nothing if it is not known.
void write_usage(JsonWriter& writer, int root, const UsageByRoot& processes) {
  const auto usage = processes.find(root);
  if (usage == processes.end()) return;
  writer.member("processes", usage->second.processes).member("memoryBytes", usage->second.memory_bytes);
}

void write_server(JsonWriter& writer, const gateway::ServerOverview& server, const StatusContext& context) {
  const ServerHealth& health = server.health;
  writer.object().member("toolbox", server.toolbox).member("server", health.server).member("state", health.state);
  writer.member("ageMs", health.age.count()).member("shared", server.is_shared);
  if (!server.principal.empty()) writer.member("principal", server.principal);
  if (server.started_at) writer.member("startedAt", servers::timestamp(*server.started_at));
  writer.member("restarts", server.restarts);
  if (!server.project.empty()) writer.member("project", server.project);
  if (server.process_id) {
    writer.member("pid", *server.process_id);
    write_usage(writer, *server.process_id, context.processes);
  }
  write_container(writer, server, context.containers);
  if (server.process_id) write_confinement(writer, server.confinement);
  write_withheld(writer, server.withheld);
  writer.member("tools", server.tools).member("calls", health.calls).member("timeouts", health.timeouts);
  writer.member("callsInFlight", server.calls_in_flight).key("clients").array();
  for (const std::size_t workspace : server.workspaces) writer.number(static_cast<std::uint64_t>(workspace));
  writer.end();
  if (server.login && server.login->kind != LoginState::Kind::unneeded) write_login(writer, *server.login);
  if (health.next_attempt) writer.member("nextAttemptMs", health.next_attempt->count());
  if (health.last_error) writer.member("lastError", *health.last_error);
  writer.end();
}

void write_process(JsonWriter& writer, const StatusContext& context) {
  writer.member("version", protocol::version()).member("pid", ::getpid());
  writer.member("uptimeMs", context.uptime.count());
  if (const auto bytes = resident_bytes()) writer.member("memoryBytes", static_cast<std::uint64_t>(*bytes));
  if (const auto seconds = processor_seconds()) {
    writer.member("processorMs", static_cast<std::uint64_t>(*seconds * 1000));
  }
  writer.member("toolboxesFile", context.toolboxes_file);
  if (context.entry_errors.empty()) return;
  write_texts(writer.key("entryErrors"), context.entry_errors);
}

}  // namespace

Json status_of(const StatusContext& context, const gateway::Overview& overview) {
  JsonWriter writer;
  writer.object();
  if (!context.is_own) write_process(writer, context);
  writer.optional_member("approvals", context.approvals).optional_member("flows", context.flows);
  writer.key("clients").array();
  for (const gateway::WorkspaceOverview& workspace : overview.workspaces) write_workspace(writer, workspace);
  writer.end().key("servers").array();
  for (const gateway::ServerOverview& server : overview.servers) write_server(writer, server, context);
  writer.end().end();
  return std::move(writer).json();
}

}  // namespace workbench::app
