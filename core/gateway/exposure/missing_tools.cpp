#include "gateway/exposure/missing_tools.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::gateway {
namespace {

/// The workbench cannot make such a host list its tools again.
constexpr std::string_view kRemedy =
    "To see their tools, the user connects this MCP server again in the client, once they can be reached; until then, "
    "open_toolbox and use_tool reach them, if they are in this list.";

}  // namespace

std::string missing_tools_definition(std::string_view missing) {
  JsonWriter writer;
  writer.object().member("name", kMissingToolsName).member("title", "About missing tools");
  writer.member("description", "Not all tools are in this list: " + std::string(missing) + ". " + std::string(kRemedy) +
                                   " Returns whether they can be reached by now.");
  writer.key("inputSchema").raw(R"({"type":"object","properties":{},"additionalProperties":false})");
  writer.key("annotations").raw(R"({"readOnlyHint":true,"openWorldHint":false})").end();
  return std::move(writer).take();
}

std::string missing_tools_answer(std::string_view missing) {
  if (missing.empty()) return "All servers have been reached by now. " + std::string(kRemedy);
  return "Still missing: " + std::string(missing) + ". " + std::string(kRemedy);
}

}  // namespace workbench::gateway
