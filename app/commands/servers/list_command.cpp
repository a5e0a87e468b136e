#include "commands/commands.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>

#include <workbench/json_writer.hpp>

#include "check/opening_cost.hpp"
#include "commands/json_command.hpp"
#include "commands/servers/configured_servers.hpp"
#include "process/log.hpp"
#include "process/output.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

/// `list`: toolboxes, servers and tools, with the tokens that a model reads of each when its toolbox is opened.
class ListCommand final : public JsonCommand {
 public:
  [[nodiscard]] Description description() const override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;
};

using InspectedToolboxes = std::vector<Inspection::InspectedToolbox>;

std::string tokens_text(std::size_t tokens) {
  return "~" + counted(tokens, "token");
}

/// Up to the end of the first sentence or line, for an overview.
std::string first_sentence(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  const std::size_t end = text.find(". ");
  return std::string(end == std::string_view::npos ? text : text.substr(0, end + 1));
}

void add_server(const Inspection::Inspected& one, const OpeningCost& cost, Table& table) {
  const servers::Catalog& catalog = one.server->catalog();
  const std::string& name = one.entry->name;
  if (!catalog.is_known()) {
    const std::string reason =
        one.server->status().failure() ? one.server->status().failure()->message : "its tools are not known";
    table.add({"  " + name, "", "FAILED: " + reason});
    return;
  }
  const std::size_t tokens = estimated_tokens(cost.of_server(name));
  table.add({"  " + name, tokens_text(tokens), counted(catalog.tools().size(), "tool")});
  for (const Tool& tool : catalog.tools()) {
    table.add({"    " + tool.name, tokens_text(estimated_tokens(cost.of_tool(name, tool.name))),
               first_sentence(tool.description)});
  }
}

void print_toolboxes(const InspectedToolboxes& toolboxes, Startup& startup, Output& out) {
  Table table;
  for (const auto& toolbox : toolboxes) {
    const OpeningCost cost = opening_cost(toolbox, startup);
    table.add({toolbox.entry->name, tokens_text(estimated_tokens(cost.whole)), toolbox.entry->description});
    for (const Inspection::Inspected& one : toolbox.servers) add_server(one, cost, table);
  }
  out << Lines{table.text(terminal_width(STDOUT_FILENO))};
}

void write_listed_server(const Inspection::Inspected& one, const OpeningCost& cost, JsonWriter& writer) {
  const servers::Catalog& catalog = one.server->catalog();
  const std::string& name = one.entry->name;
  writer.object().member("name", name);
  if (!catalog.is_known() && one.server->status().failure())
    writer.member("error", one.server->status().failure()->message);
  writer.member("tokens", estimated_tokens(cost.of_server(name))).key("tools").array();
  for (const Tool& tool : catalog.tools()) {
    writer.object().member("name", tool.name);
    if (!tool.title.empty()) writer.member("title", tool.title);
    writer.member("description", tool.description);
    writer.member("tokens", estimated_tokens(cost.of_tool(name, tool.name))).end();
  }
  writer.end().end();
}

void print_toolboxes_json(const InspectedToolboxes& toolboxes, Startup& startup, Output& out) {
  JsonWriter writer;
  writer.object().key("toolboxes").array();
  for (const auto& toolbox : toolboxes) {
    const OpeningCost cost = opening_cost(toolbox, startup);
    writer.object().member("name", toolbox.entry->name).member("description", toolbox.entry->description);
    writer.member("tokens", estimated_tokens(cost.whole)).key("servers").array();
    for (const Inspection::Inspected& one : toolbox.servers) write_listed_server(one, cost, writer);
    writer.end().end();
  }
  out << JsonText{writer.end().end().text()} << '\n';
}

}  // namespace

Command::Description ListCommand::description() const {
  return {"list", "[TOOLBOX[/SERVER]]", "List toolboxes, servers and tools, with their estimated tokens"};
}

ExitStatus ListCommand::run(CommandContext context) {
  if (context.arguments.size() > 1) {
    context.errors << "mcp-workbench list: name one toolbox or server, or none for all; see --help\n";
    return ExitStatus::usage;
  }
  ConfiguredServers servers;
  const ExitStatus prepared = servers.prepare(context.sources, Inspection::Catalogs::kept, context.errors);
  if (prepared != ExitStatus::ok) return prepared;
  const auto found = servers.find(context.arguments.empty() ? std::string() : context.arguments.front());
  if (!found) {
    context.errors << "mcp-workbench list: " << found.error().message << '\n';
    return ExitStatus::usage;
  }
  const std::vector<servers::Server*> all = servers_of(*found);
  servers.report_slow_starts(context.errors);
  servers.inspection().learn(all);
  as_json() ? print_toolboxes_json(*found, servers.startup(), context.out)
            : print_toolboxes(*found, servers.startup(), context.out);
  const bool is_all_known =
      std::all_of(all.begin(), all.end(), [](const servers::Server* one) { return one->catalog().is_known(); });
  return is_all_known ? ExitStatus::ok : ExitStatus::server_unreachable;
}

std::unique_ptr<Command> make_list_command() {
  return std::make_unique<ListCommand>();
}

}  // namespace workbench::app
