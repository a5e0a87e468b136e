#include "clients/tool_call_params.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "json/empty_containers.hpp"
#include "json/lookup.hpp"

namespace workbench::clients {

Result<ToolCallParams> read_tool_call(const Json& params) {
  const auto invalid = [](const std::string& what) {
    return Error{ErrorKind::invalid_argument, "tools/call: " + what};
  };
  constexpr std::array<std::string_view, 3> kNames{"name", "arguments", "_meta"};
  std::array<Json, 3> found;
  if (params.kind() != JsonKind::object) return invalid("params must be an object");
  const auto repeated = json::pick_members(params, kNames, found);
  auto& [name, arguments, meta] = found;
  if (repeated) return invalid("params says \"" + std::string(*repeated) + "\" twice");
  if (name.kind() != JsonKind::string) return invalid("params.name must be a string");
  if (arguments.kind() == JsonKind::null) arguments = {};
  if (!arguments.is_absent() && arguments.kind() != JsonKind::object) {
    arguments = json::as_object(arguments);
    if (arguments.kind() != JsonKind::object) return invalid("params.arguments must be an object");
  }
  if (!meta.is_absent() && meta.kind() != JsonKind::object) return invalid("params._meta must be an object");
  return ToolCallParams{json::characters(name), std::move(arguments), std::move(meta)};
}

}  // namespace workbench::clients
