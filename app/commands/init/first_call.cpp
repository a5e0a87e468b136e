#include "commands/init/first_call.hpp"

#include <unistd.h>

#include <chrono>
#include <optional>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "check/opening_cost.hpp"
#include "client/tool_path.hpp"
#include "client/workbench_tools.hpp"
#include "commands/servers/configured_servers.hpp"
#include "json/lookup.hpp"
#include "process/output.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

using InspectedToolbox = Inspection::InspectedToolbox;

// At its first start, a server may have to be downloaded by npx or uvx.
constexpr std::chrono::seconds kStartPatience{45};
constexpr std::chrono::seconds kCallPatience{10};
constexpr std::size_t kMaxLines = 5;
constexpr std::size_t kMaxLineBytes = 100;

std::string cost_of(const InspectedToolbox& toolbox, Startup& startup) {
  std::vector<std::string> unknown;
  std::size_t tools = 0;
  for (const Inspection::Inspected& one : toolbox.servers) {
    const servers::Catalog& catalog = one.server->catalog();
    tools += catalog.tools().size();
    if (!catalog.is_known()) unknown.push_back(one.entry->name);
  }
  if (!unknown.empty() && unknown.size() == toolbox.servers.size()) return "not known: no server has started";
  std::string text =
      counted(tools, "tool") + ", ~" + counted(estimated_tokens(opening_cost(toolbox, startup).whole), "token");
  if (!unknown.empty()) text += ", without " + base::listed(unknown);
  return text;
}

void show_costs(const std::vector<InspectedToolbox>& toolboxes, Startup& startup, Output& out) {
  Table table;
  for (const InspectedToolbox& toolbox : toolboxes) table.add({"  " + toolbox.entry->name, cost_of(toolbox, startup)});
  out << "\nWhat opening each toolbox shows a model:\n" << Lines{table.text(terminal_width(STDOUT_FILENO))};
}

/// By its annotations, which are the server's own word; a person has just configured it, and runs it anyway.
bool is_harmless(const Tool& tool) {
  const bool only_reads = tool.annotations.read_only_hint.value_or(false);
  const Json required = json::member(json::member(tool.definition, "inputSchema"), "required");
  return only_reads && json::elements(required).empty();
}

bool is_any_known(const std::vector<InspectedToolbox>& toolboxes) {
  for (const InspectedToolbox& toolbox : toolboxes) {
    for (const Inspection::Inspected& one : toolbox.servers) {
      if (one.server->catalog().is_known()) return true;
    }
  }
  return false;
}

/// A tool that says that it reaches nothing outside of its server is preferred.
std::optional<ToolPath> harmless_tool(const std::vector<InspectedToolbox>& toolboxes) {
  std::optional<ToolPath> found;
  for (const InspectedToolbox& toolbox : toolboxes) {
    for (const Inspection::Inspected& one : toolbox.servers) {
      for (const Tool& tool : one.server->catalog().tools()) {
        if (!is_harmless(tool)) continue;
        ToolPath path{toolbox.entry->name, one.entry->name, tool.name};
        if (!tool.annotations.open_world_hint.value_or(true)) return path;
        if (!found) found = std::move(path);
      }
    }
  }
  return found;
}

void show_text(const std::string& text, Output& out) {
  std::istringstream lines(text);
  std::string line;
  for (std::size_t number = 0; std::getline(lines, line); ++number) {
    if (number == kMaxLines) {
      out << "  ...\n";
      return;
    }
    out << "  " << base::shortened(line, kMaxLineBytes) << '\n';
  }
}

void show_call(const ToolPath& path, const Sources& sources, CommandContext& context) {
  const std::string name = path.toolbox + "/" + path.server + "/" + path.tool;
  WorkbenchSession session;
  WorkbenchTools tools(session);
  if (tools.open(sources, context.errors) != ExitStatus::ok) return;
  const auto begin = std::chrono::steady_clock::now();
  const Response response = tools.use(path, Json("{}"), {}, kCallPatience);
  const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  const Json* const result = std::get_if<Json>(&response);
  if (result == nullptr || is_error_result(*result)) {
    const std::string reason = result == nullptr ? as_error(response).message : first_text_of(*result);
    context.out << "\nA call of " << name << " has failed: " << base::shortened(reason, 2 * kMaxLineBytes) << '\n';
    return;
  }
  context.out << "\nA call of " << name << " was answered after " << base::format_duration(time) << ":\n";
  show_text(first_text_of(*result), context.out);
}

/// What to call; the servers have ended when it returns. Absent: nothing.
std::optional<ToolPath> inspect(const Sources& sources, CommandContext& context) {
  ConfiguredServers servers;
  using Remarks = ConfiguredServers::Remarks;
  if (servers.prepare(sources, Inspection::Catalogs::kept, context.errors, {}, Remarks::left_to_the_caller) !=
      ExitStatus::ok) {
    return std::nullopt;
  }
  const auto toolboxes = servers.find(std::string());
  if (!toolboxes || toolboxes->empty()) return std::nullopt;
  servers.report_slow_starts(context.errors);
  servers.inspection().learn(servers_of(*toolboxes), kStartPatience);
  show_costs(*toolboxes, servers.startup(), context.out);
  auto chosen = harmless_tool(*toolboxes);
  if (chosen) return chosen;
  context.out << std::string_view(is_any_known(*toolboxes)
                                      ? "\nNo tool says that it only reads and needs no arguments, so none was called; "
                                        "mcp-workbench list shows all "
                                        "tools.\n"
                                      : "\nNo tool was called, because no server has started.\n");
  return std::nullopt;
}

}  // namespace

void try_toolboxes(const Sources& sources, CommandContext& context) {
  const auto path = inspect(sources, context);
  context.out.flush();
  if (path) show_call(*path, sources, context);
}

}  // namespace workbench::app
