#include "operator/status.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "operator/process_usage.hpp"
#include "process/process_metrics.hpp"
#include "process/table.hpp"
#include "protocol/implementation.hpp"
#include "servers/login_text.hpp"

namespace workbench::app {
namespace {

void write_texts(JsonWriter& writer, const std::vector<std::string>& texts) {
  writer.array();
  for (const std::string& text : texts) writer.string(text);
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

/// Nothing for a server without a container.
void write_container(JsonWriter& writer, const gateway::ServerOverview& server, const ContainerUsages& containers) {
  const auto found = server.process_id ? containers.find(*server.process_id) : containers.end();
  if (found == containers.end()) return;
  const ContainerUsage& usage = found->second;
  writer.key("container").object().member("name", usage.name).member("hasDescendants", usage.has_descendants);
  if (usage.memory_bytes) writer.member("memoryBytes", *usage.memory_bytes);
  writer.end();
}

void write_server(JsonWriter& writer, const gateway::ServerOverview& server, const ProcessTree& processes,
                  const ContainerUsages& containers) {
  const ServerHealth& health = server.health;
  writer.object().member("toolbox", server.toolbox).member("server", health.server).member("state", health.state);
  writer.member("ageMs", health.age.count()).member("shared", server.is_shared);
  if (!server.project.empty()) writer.member("project", server.project);
  if (server.process_id) {
    writer.member("pid", *server.process_id);
    if (const auto usage = processes.usage_below(*server.process_id)) {
      writer.member("processes", usage->processes).member("memoryBytes", usage->memory_bytes);
    }
  }
  write_container(writer, server, containers);
  if (server.process_id) write_confinement(writer, server.confinement);
  writer.member("tools", server.tools).member("calls", health.calls).member("timeouts", health.timeouts);
  writer.member("callsInFlight", server.calls_in_flight).key("clients").array();
  for (const std::size_t workspace : server.workspaces) writer.number(static_cast<std::uint64_t>(workspace));
  writer.end();
  if (server.login && server.login->kind != LoginState::Kind::unneeded) write_login(writer, *server.login);
  if (health.next_attempt) writer.member("nextAttemptMs", health.next_attempt->count());
  if (health.last_error) writer.member("lastError", *health.last_error);
  writer.end();
}

// --- for a person ----------------------------------------------------------------------------------------------------

std::string text_at(const Json& object, std::string_view name) {
  const Json value = json::member(object, name);
  return value.kind() == JsonKind::string ? json::characters(value) : std::string(value.text());
}

std::uint64_t number_at(const Json& object, std::string_view name) {
  const std::string text = text_at(object, name);
  return std::strtoull(text.c_str(), nullptr, 10);
}

std::string duration_at(const Json& object, std::string_view name) {
  std::uint64_t seconds = number_at(object, name) / 1000;
  if (seconds < 60) return std::to_string(seconds) + " s";
  if (seconds < 3600) return std::to_string(seconds / 60) + " min";
  if (seconds < 48 * 3600) return std::to_string(seconds / 3600) + " h";
  return std::to_string(seconds / 86400) + " days";
}

std::string memory_at(const Json& object) {
  const Json value = json::member(object, "memoryBytes");
  if (value.is_absent()) return "-";
  return std::to_string((number_at(object, "memoryBytes") + 524'288) / 1'048'576) + " MiB";
}

/// The memory of a container is the engine's figure: below the launcher is the client of the engine, and only with some
/// engines also the container.
std::string memory_of_server(const Json& server) {
  const Json container = json::member(server, "container");
  if (container.is_absent()) return memory_at(server);
  const bool is_measured = !json::member(container, "memoryBytes").is_absent();
  return !is_measured && text_at(container, "hasDescendants") == "true" ? memory_at(server) : memory_at(container);
}

std::string or_dash(std::string text) {
  return text.empty() ? "-" : text;
}

std::string status_head(const Json& status) {
  return base::visible_line("mcp-workbench " + text_at(status, "version") + ", process " + text_at(status, "pid") +
                            ", up for " + duration_at(status, "uptimeMs") + ", " + memory_at(status) + ", " +
                            text_at(status, "toolboxesFile")) +
         "\n";
}

std::string client_line(const Json& client) {
  std::string name = text_at(client, "client");
  if (name.empty()) name = "a client without a name";
  std::string line = "  " + name;
  if (const std::string folder = text_at(client, "workingDirectory"); !folder.empty()) line += " in " + folder;
  if (const std::string principal = text_at(client, "principal"); !principal.empty()) line += ", as " + principal;
  line += ", mode " + text_at(client, "toolMode");
  std::vector<std::string> open;
  for (const Json& toolbox : json::elements(json::member(client, "openToolboxes"))) {
    open.push_back(json::characters(toolbox));
  }
  return base::visible_line(line + ", open toolboxes: " + base::listed(open)) + "\n";
}

std::string server_table(const Json& status) {
  const std::vector<Json> servers = json::elements(json::member(status, "servers"));
  if (servers.empty()) return "No server has been used.\n";
  Table table;
  table.add({"SERVER", "STATE", "FOR", "PID", "PROCESSES", "MEMORY", "CALLS", "CLIENTS"});
  for (const Json& server : servers) {
    const std::size_t users = json::elements(json::member(server, "clients")).size();
    const bool is_shared = text_at(server, "shared") == "true";
    table.add({text_at(server, "toolbox") + "/" + text_at(server, "server"), text_at(server, "state"),
               duration_at(server, "ageMs"), or_dash(text_at(server, "pid")), or_dash(text_at(server, "processes")),
               memory_of_server(server), text_at(server, "calls"),
               std::to_string(users) + (is_shared ? " (shared)" : "")});
  }
  return table.text(0);
}

std::vector<std::string> texts_at(const Json& object, std::string_view name) {
  std::vector<std::string> texts;
  for (const Json& text : json::elements(json::member(object, name))) texts.push_back(json::characters(text));
  return texts;
}

/// A line for each server that asks for confinement and runs: those that do not ask are not spoken of.
std::string confinement_text(const Json& status) {
  std::string text;
  for (const Json& server : json::elements(json::member(status, "servers"))) {
    const Json confinement = json::member(server, "confinement");
    const auto missing = texts_at(confinement, "notEnforced");
    const auto denied = texts_at(confinement, "denied");
    if (text_at(confinement, "state") != "confined" && missing.empty()) continue;
    std::string line = text_at(server, "toolbox") + "/" + text_at(server, "server") + ": ";
    line += missing.empty() ? "confined" : "not confined: this kernel cannot enforce " + base::listed(missing);
    if (!denied.empty()) line += "; denied: " + base::listed(denied);
    text += base::visible_line(line) + "\n";
  }
  return text;
}

/// Nothing if no call waits and no decision holds.
std::string approvals_text(const Json& status) {
  const Json approvals = json::member(status, "approvals");
  const std::uint64_t waiting = number_at(approvals, "waiting");
  const std::uint64_t standing = number_at(approvals, "standing");
  std::string text;
  if (waiting > 0) {
    text +=
        counted(waiting, "call") + (waiting == 1 ? " waits" : " wait") + " for an approval: mcp-workbench approve\n";
  }
  if (standing > 0) {
    text += counted(standing, "standing approval") + ": mcp-workbench approve standing\n";
  }
  return text;
}

/// A line for each workspace of which a flow is watched.
std::string flows_text(const Json& status) {
  std::string text;
  for (const Json& flow : json::elements(json::member(status, "flows"))) {
    std::vector<std::string> labels;
    if (text_at(flow, "private") == "true") labels.emplace_back("private data was read");
    if (text_at(flow, "untrusted") == "true") labels.emplace_back("untrusted text was read");
    if (text_at(flow, "sends") == "true") labels.emplace_back("something was sent");
    if (labels.empty()) continue;
    std::string client = text_at(flow, "client");
    if (client.empty()) client = "a client without a name";
    if (const std::string principal = text_at(flow, "principal"); !principal.empty()) client += ", as " + principal;
    text += base::visible_line("flow of " + client + ": " + base::listed(labels)) + "\n";
  }
  return text;
}

}  // namespace

Json status_of(const StatusContext& context, const gateway::Overview& overview) {
  JsonWriter writer;
  writer.object().member("version", protocol::version()).member("pid", ::getpid());
  writer.member("uptimeMs", context.uptime.count());
  if (const auto bytes = resident_bytes()) writer.member("memoryBytes", static_cast<std::uint64_t>(*bytes));
  if (const auto seconds = processor_seconds()) {
    writer.member("processorMs", static_cast<std::uint64_t>(*seconds * 1000));
  }
  writer.member("toolboxesFile", context.toolboxes_file);
  writer.optional_member("approvals", context.approvals).optional_member("flows", context.flows);
  writer.key("clients").array();
  for (const gateway::WorkspaceOverview& workspace : overview.workspaces) write_workspace(writer, workspace);
  writer.end().key("servers").array();
  const ProcessTree processes;
  for (const gateway::ServerOverview& server : overview.servers)
    write_server(writer, server, processes, context.containers);
  writer.end().end();
  return std::move(writer).json();
}

std::string status_text(const Json& status) {
  const std::vector<Json> clients = json::elements(json::member(status, "clients"));
  std::string text = status_head(status) + counted(clients.size(), "client") + "\n";
  for (const Json& client : clients) text += client_line(client);
  text += approvals_text(status) + flows_text(status);
  text += server_table(status);
  for (const Json& server : json::elements(json::member(status, "servers"))) {
    const std::string name = text_at(server, "toolbox") + "/" + text_at(server, "server") + ": ";
    const std::string login = text_at(json::member(server, "login"), "text");
    if (!login.empty()) text += base::visible_line(name + login) + "\n";
    const std::string error = text_at(server, "lastError");
    if (!error.empty()) text += base::visible_line(name + error) + "\n";
  }
  return text + confinement_text(status);
}

std::string processes_text(const Json& status) {
  return status_head(status) + server_table(status) + confinement_text(status);
}

}  // namespace workbench::app
