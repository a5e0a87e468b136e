#include "mcp/negotiated.hpp"

#include <array>
#include <string_view>

#include "http-shared/header_value.hpp"
#include "http-shared/json_text.hpp"

namespace workbench::http::transport {

Negotiated read_negotiated(const JsonAccess& json, const Json& result) {
  constexpr std::array<std::string_view, 3> kNames{"protocolVersion", "capabilities", "serverInfo"};
  std::array<Json, 3> found;
  Negotiated negotiated;
  if (!json.pick(result, kNames, found)) return negotiated;
  const std::string version = string_or_empty(json, found[0]);
  if (is_header_value(version)) negotiated.version = version;
  for (const Json& part : found) negotiated.server.append(part.text()).append("\n");
  for (const char* list : {"tools", "prompts", "resources"}) {
    if (!member(json, found[1], list).is_absent()) negotiated.lists.emplace_back(list);
  }
  return negotiated;
}

}  // namespace workbench::http::transport
