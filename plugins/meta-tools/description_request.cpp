#include "description_request.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "input.hpp"
#include "loose_input.hpp"

namespace meta_tools {

using workbench::Error;
using workbench::ErrorKind;
using workbench::Json;
using workbench::JsonAccess;
using workbench::JsonKind;
using workbench::Result;
using workbench::Toolboxes;
using workbench::ToolIdentifier;

namespace {

/// More tools than a model can read about at once.
constexpr std::size_t kMaxTools = 1'000;
constexpr std::size_t kMaxRequestBytes = std::size_t{1024} * 1024;

/// The expected shape, appended to each error.
constexpr std::string_view kShape =
    "; write {\"tools\":[{\"toolbox\":TOOLBOX,\"server\":SERVER,\"tool\":TOOL}, ...]} or "
    "{\"toolbox\":TOOLBOX,\"server\":SERVER}";

/// Reads the array `tools`. The first element without a clear meaning is an error.
void read_tools(const Json& array, const Toolboxes& toolboxes, const JsonAccess& json, Input& input,
                DescriptionRequest& request) {
  if (array.kind() != JsonKind::array)
    return input.fail("Invalid parameters: tools: Expected array, received " + std::string(kind_name(array)));
  if (array.text().size() > kMaxRequestBytes || has_more_than(kMaxTools, array)) {
    return input.fail("Invalid parameters: tools: more than " + std::to_string(kMaxTools) +
                      "; ask for all tools of a server with {\"toolbox\":TOOLBOX,\"server\":SERVER}");
  }
  const auto elements = json.elements(array);
  if (!elements || elements->empty()) return input.fail("Invalid parameters: tools cannot be empty");
  ServerPaths servers(toolboxes);
  for (std::size_t index = 0; index < elements->size(); ++index) {
    const Json& element = (*elements)[index];
    const std::string path = "tools[" + std::to_string(index) + "]";
    auto tool = read_identifier(element, path, json);
    const bool is_object = element.kind() == JsonKind::object;
    if (tool && is_object) {
      request.tools.push_back(*std::move(tool));
      continue;
    }
    auto loose = toolboxes.is_strict_about_input() ? std::nullopt : read_loose_identifier(element, servers, json);
    if (!loose) {
      const std::string error =
          is_object ? tool.error().message
                    : "Invalid parameters: " + path + ": Expected object, received " + std::string(kind_name(element));
      return input.fail(error);
    }
    request.tools.push_back(*std::move(loose));
  }
}

DescriptionRequest read_strictly(const Toolboxes& toolboxes, const JsonAccess& json, Input& input) {
  DescriptionRequest request;
  const Json tools = input.value("tools");
  const std::string toolbox = input.characters("toolbox");
  const std::string server = input.characters("server");
  const std::string format = input.characters("format");
  request.after = input.characters("after");
  input.check_keys();
  if (!format.empty() && format != "json" && format != "signature") {
    input.fail("Invalid parameters: format: Expected 'json' or 'signature', received '" + format + "'");
  }
  request.as_signatures = format == "signature";
  if (!request.after.empty() && (!tools.is_absent() || is_blank(server))) {
    input.fail("Invalid parameters: after: names a tool of a server, so that 'toolbox' and 'server' are needed");
  }
  if (!tools.is_absent()) {
    read_tools(tools, toolboxes, json, input, request);
  } else if (is_blank(toolbox)) {
    input.fail("Invalid parameters: toolbox cannot be empty");
  } else {
    request.tools.push_back({toolbox, server, {}});
  }
  return request;
}

/// Reads an input in the shape of use_tool's input, or with the names of the listing. Absent if its meaning is not
/// clear.
std::optional<DescriptionRequest> read_loosely(const Json& input, const Toolboxes& toolboxes, const JsonAccess& json) {
  constexpr std::size_t kMaxLooseMembers = 5;
  if (input.text().size() > kMaxRequestBytes || has_more_than(kMaxLooseMembers, input)) return std::nullopt;
  const auto members = json.members(input);
  if (!members) return std::nullopt;
  DescriptionRequest request;
  ToolIdentifier requested;
  ServerPaths servers(toolboxes);
  for (const auto& [key, value] : *members) {
    const auto text = short_text(value, json);
    if (key == "format" && text && (*text == "json" || *text == "signature")) {
      request.as_signatures = *text == "signature";
    } else if (key == "after" && text) {
      request.after = *text;
    } else if ((key == "toolbox" || key == "toolbox_name") && text && requested.toolbox.empty()) {
      requested.toolbox = *text;
    } else if ((key == "server" || key == "source_server") && text && requested.server.empty()) {
      requested.server = *text;
    } else if ((key == "tool" || key == "name") && text && requested.tool.empty()) {
      requested.tool = *text;
    } else if (key == "tools" || key == "tool") {
      auto tool = read_loose_identifier(value, servers, json);
      if (!tool || members->size() > 2) return std::nullopt;
      requested = *std::move(tool);
    } else {
      return std::nullopt;
    }
  }
  const bool is_path = requested.toolbox.empty() && !requested.tool.empty();
  if (is_path) {
    auto tool = read_loose_identifier(Json(json.quoted(requested.tool)), servers, json);
    if (!tool) return std::nullopt;
    requested = *std::move(tool);
  }
  if (is_blank(requested.toolbox) || (!requested.tool.empty() && requested.server.empty())) return std::nullopt;
  if (!request.after.empty() && (requested.server.empty() || !requested.tool.empty())) return std::nullopt;
  request.tools.push_back(std::move(requested));
  return request;
}

}  // namespace

Result<DescriptionRequest> read_description_request(const Json& input, const Toolboxes& toolboxes,
                                                    const JsonAccess& json) {
  Input members(json, input, "", {"tools", "toolbox", "server", "after", "format"});
  DescriptionRequest request = read_strictly(toolboxes, json, members);
  if (!members.error()) return request;
  if (!toolboxes.is_strict_about_input()) {
    if (auto loose = read_loosely(input, toolboxes, json)) return *std::move(loose);
  }
  return Error{ErrorKind::invalid_argument, *members.error() + std::string(kShape)};
}

}  // namespace meta_tools
