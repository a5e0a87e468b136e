#include "requests/status_text.hpp"

#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/lookup.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

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

std::string name_of_client(const Json& client) {
  std::string name = text_at(client, "client");
  return name.empty() ? "a client without a name" : name;
}

/// A line for each input request that the client has not answered.
std::string input_lines(const Json& client) {
  std::string text;
  for (const Json& input : json::elements(json::member(client, "inputs"))) {
    const std::string message = text_at(input, "message");
    text += base::visible_line(name_of_client(client) + " has been asked, and has not answered for " +
                               text_at(input, "waitingSeconds") +
                               " s: " + (message.empty() ? text_at(input, "method") : message)) +
            "\n";
  }
  return text;
}

std::string client_line(const Json& client) {
  std::string line = "  " + name_of_client(client);
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

/// A line for each item that reviews withhold from clients.
std::string withheld_text(const Json& status) {
  std::string text;
  for (const Json& server : json::elements(json::member(status, "servers"))) {
    for (const std::string& sentence : texts_at(server, "withheld")) {
      text += base::visible_line(text_at(server, "toolbox") + "/" + text_at(server, "server") + ": " + sentence) + "\n";
    }
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

std::string status_text(const Json& status) {
  const std::vector<Json> clients = json::elements(json::member(status, "clients"));
  std::string text = status_head(status) + counted(clients.size(), "client") + "\n";
  for (const Json& client : clients) text += client_line(client);
  for (const Json& client : clients) text += input_lines(client);
  text += approvals_text(status) + flows_text(status);
  text += server_table(status);
  for (const Json& server : json::elements(json::member(status, "servers"))) {
    const std::string name = text_at(server, "toolbox") + "/" + text_at(server, "server") + ": ";
    const std::string login = text_at(json::member(server, "login"), "text");
    if (!login.empty()) text += base::visible_line(name + login) + "\n";
    const std::string error = text_at(server, "lastError");
    if (!error.empty()) text += base::visible_line(name + error) + "\n";
  }
  return text + confinement_text(status) + withheld_text(status);
}

std::string processes_text(const Json& status) {
  return status_head(status) + server_table(status) + confinement_text(status) + withheld_text(status);
}

}  // namespace workbench::app
