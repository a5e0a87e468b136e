#include "protocol/request_meta.hpp"

#include <array>

#include "json/lookup.hpp"
#include "protocol/identity.hpp"
#include "protocol/revision.hpp"

namespace workbench::protocol {

std::string relayable_capabilities(const Json& client_capabilities, bool to_modern) {
  constexpr std::array<std::string_view, 3> kNames{"elicitation", "sampling", "roots"};
  std::array<Json, 3> found;
  if (client_capabilities.kind() == JsonKind::object) json::pick_members(client_capabilities, kNames, found);
  // Changes of roots are not told in the modern era: they are asked for when they are needed.
  if (to_modern && !found[2].is_absent()) found[2] = Json("{}");
  std::string text = "{";
  for (std::size_t index = 0; index < kNames.size(); ++index) {
    if (found[index].kind() != JsonKind::object) continue;
    if (text.size() > 1) text += ',';
    text.append("\"").append(kNames[index]).append("\":").append(found[index].text());
  }
  return text + "}";
}

std::string modern_request_metadata(const Json& client_capabilities, std::string_view log_level) {
  std::string text = R"("io.modelcontextprotocol/protocolVersion":")";
  text.append(name_of(kModernRevision)).append(R"(","io.modelcontextprotocol/clientInfo":{"name":")").append(kName);
  text.append(R"(","version":")").append(version()).append(R"("},"io.modelcontextprotocol/clientCapabilities":)");
  text.append(relayable_capabilities(client_capabilities, true));
  if (!log_level.empty()) {
    text.append(R"(,"io.modelcontextprotocol/logLevel":)").append(json::quoted(log_level));
  }
  return text;
}

}  // namespace workbench::protocol
