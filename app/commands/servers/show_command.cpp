#include "commands/commands.hpp"

#include <unistd.h>

#include <memory>

#include "check/opening_cost.hpp"
#include "commands/calls/result_content.hpp"
#include "commands/calls/schema_text.hpp"
#include "commands/json_command.hpp"
#include "commands/servers/configured_servers.hpp"
#include "config/suggestion.hpp"
#include "json/lookup.hpp"
#include "process/log.hpp"
#include "process/output.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

/// `show`: one tool, with its arguments as a person reads them.
class ShowCommand final : public JsonCommand {
 public:
  ShowCommand() : JsonCommand("print the whole definition as JSON, as clients get it") {}
  [[nodiscard]] Description description() const override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;
};

/// "read only, idempotent", according to the server.
std::string hints_of(const ToolAnnotations& hints) {
  std::string text;
  const auto add = [&text](const std::optional<bool>& hint, const char* if_true, const char* if_false) {
    if (!hint) return;
    text.append(text.empty() ? "" : ", ").append(*hint ? if_true : if_false);
  };
  add(hints.read_only_hint, "changes nothing", "changes something");
  if (hints.read_only_hint != true) add(hints.destructive_hint, "may destroy", "only adds");
  add(hints.idempotent_hint, "may be repeated", "is not to be repeated");
  add(hints.open_world_hint, "reaches other systems", "reaches nothing outside");
  return text;
}

void print_arguments(std::string_view title, const Json& schema, Output& out) {
  const std::string table = argument_table(SchemaView(schema), terminal_width(STDOUT_FILENO));
  out << '\n' << title;
  if (table.empty()) out << " none";
  out << '\n' << Lines{table};
}

void print_tool(const ToolPath& path, const Tool& tool, std::size_t bytes, Output& out) {
  out << path.toolbox << '/' << path.server << '/' << tool.name;
  if (!tool.title.empty()) out << "  " << tool.title;
  out << '\n';
  if (!tool.description.empty()) out << '\n' << Lines{tool.description} << '\n';
  print_arguments("Arguments:", json::member(tool.definition, "inputSchema"), out);
  const Json output = json::member(tool.definition, "outputSchema");
  if (!output.is_absent()) print_arguments("Structured result:", output, out);
  out << "\n~" << counted(estimated_tokens(bytes), "token");
  const std::string hints = hints_of(tool.annotations);
  if (!hints.empty()) out << "; its server says that it " << hints;
  out << '\n';
}

/// By the name that clients see, or by the server's own.
const Tool* find_tool(const Inspection::Inspected& one, const std::string& name) {
  const servers::Catalog& catalog = one.server->catalog();
  const Tool* tool = catalog.find_tool(name);
  for (const config::ToolEntry& entry : one.entry->tools) {
    if (tool == nullptr && entry.own_name == name) tool = catalog.find_tool(entry.shown_name());
  }
  return tool;
}

/// Whether a tool that an earlier run did not list may be listed by now, and withheld: only a start shows that.
bool may_be_withheld(const servers::Server& server) {
  return server.status().is_remembered() && server.catalog().reviewer().has_reviews();
}

}  // namespace

Command::Description ShowCommand::description() const {
  return {"show", "TOOLBOX/SERVER/TOOL", "Show a tool with its arguments"};
}

ExitStatus ShowCommand::run(CommandContext context) {
  const auto fail = [&context](ExitStatus status, const std::string& what) {
    context.errors << "mcp-workbench show: " << what << '\n';
    return status;
  };
  const std::string argument = context.arguments.size() == 1 ? context.arguments.front() : std::string();
  constexpr char kNameOne[] = "name one tool as TOOLBOX/SERVER/TOOL; see --help";
  if (!ToolPath::from(argument).names_tool()) return fail(ExitStatus::usage, kNameOne);
  ConfiguredServers servers;
  const ExitStatus prepared = servers.prepare(context.sources, Inspection::Catalogs::kept, context.errors);
  if (prepared != ExitStatus::ok) return prepared;
  const auto named = servers.path_of(argument, ToolPath::Names::tool);
  if (!named) return fail(ExitStatus::usage, named.error().message);
  const ToolPath& path = *named;
  const auto found = servers.find(path);
  if (!found) return fail(ExitStatus::usage, found.error().message);
  servers.report_slow_starts(context.errors);
  servers.inspection().learn(servers_of(*found));

  const Inspection::Inspected& one = found->front().servers.front();
  const servers::Server& server = *one.server;
  const Tool* tool = find_tool(one, path.tool);
  if (tool == nullptr && may_be_withheld(server)) {
    servers.inspection().start({one.server});
    tool = find_tool(one, path.tool);
  }
  if (tool != nullptr) {
    if (as_json()) {
      context.out << JsonText{tool->definition.text()} << '\n';
    } else {
      const OpeningCost cost = opening_cost(found->front(), servers.startup());
      print_tool(path, *tool, cost.of_tool(path.server, tool->name), context.out);
    }
    return ExitStatus::ok;
  }
  if (!server.catalog().is_known() && server.status().failure()) {
    return fail(ExitStatus::server_unreachable, server.status().failure()->message);
  }
  const auto* const withheld = server.catalog().reviewer().find_withheld(protocol::ListKind::tools, path.tool);
  if (withheld != nullptr) {
    return fail(ExitStatus::usage, "the tool \"" + path.tool + "\" is withheld: " + withheld->reason);
  }
  std::vector<std::string> names;
  for (const Tool& other : server.catalog().tools()) names.push_back(other.name);
  return fail(ExitStatus::usage, "this server shows no tool \"" + path.tool + "\"; " +
                                     config::suggestion(path.tool, names) +
                                     "; \"mcp-workbench explain\" says why a tool is hidden");
}

std::unique_ptr<Command> make_show_command() {
  return std::make_unique<ShowCommand>();
}

}  // namespace workbench::app
