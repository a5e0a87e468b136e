#include "commands/servers/host_costs.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

#include "check/opening_cost.hpp"
#include "check/start_cost.hpp"
#include "gateway/exposure/effective_mode.hpp"

namespace workbench::app {
namespace {

std::size_t definition_bytes(const Inspection::InspectedToolbox& toolbox) {
  std::size_t bytes = 0;
  for (const Inspection::Inspected& one : toolbox.servers) {
    for (const Tool& tool : one.server->catalog().tools()) bytes += tool.definition.text().size();
  }
  return bytes;
}

std::size_t tools_in(const Inspection::InspectedToolbox& toolbox) {
  std::size_t tools = 0;
  for (const Inspection::Inspected& one : toolbox.servers) tools += one.server->catalog().tools().size();
  return tools;
}

void write_toolbox(const Inspection::InspectedToolbox& toolbox, Startup& startup, JsonWriter& writer) {
  writer.object().member("name", toolbox.entry->name).member("tools", tools_in(toolbox));
  if (startup.config().tool_mode != config::ToolMode::flat) {
    writer.member("openTokens", estimated_tokens(opening_cost(toolbox, startup).whole));
  }
  writer.member("directTokens", estimated_tokens(definition_bytes(toolbox))).key("unknownServers").array();
  for (const Inspection::Inspected& one : toolbox.servers) {
    if (!one.server->catalog().is_known()) writer.string(one.entry->name);
  }
  writer.end().end();
}

void write_host(const HostMode& host, const StartCost& cost, JsonWriter& writer) {
  writer.object();
  if (!host.product.empty()) writer.member("host", host.product);
  writer.member("clientInfo", host.pattern).member("mode", gateway::name_of(host.mode)).member("because", host.reason);
  if (cost.tools) writer.member("startTokens", estimated_tokens(cost.instructions + *cost.tools));
  writer.end();
}

}  // namespace

Json host_costs(ConfiguredServers& servers, const std::vector<HostMode>& hosts) {
  const auto& toolboxes = servers.inspection().toolboxes();
  std::size_t definitions = 0;
  for (const Inspection::InspectedToolbox& toolbox : toolboxes) definitions += definition_bytes(toolbox);
  JsonWriter writer;
  writer.object().member("toolMode", gateway::name_of(servers.startup().config().tool_mode)).key("hosts").array();
  StartCosts costs(servers.startup());
  for (const HostMode& host : hosts) write_host(host, costs.of(host.client, host.mode, definitions), writer);
  writer.end().key("toolboxes").array();
  for (const Inspection::InspectedToolbox& toolbox : toolboxes) write_toolbox(toolbox, servers.startup(), writer);
  writer.end().member("directTokens", estimated_tokens(definitions)).end();
  return std::move(writer).json();
}

}  // namespace workbench::app
