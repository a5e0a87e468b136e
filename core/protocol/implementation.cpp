#include "protocol/implementation.hpp"

#include <array>

#include "json/lookup.hpp"

namespace workbench::protocol {

std::string_view version() {
  return WORKBENCH_VERSION;
}

void write_implementation(JsonWriter& writer, bool with_title) {
  writer.object().key("name").string(kName);
  if (with_title) writer.key("title").string(kTitle);
  writer.key("version").string(version()).end();
}

ClientInfo read_client_info(const Json& implementation) {
  constexpr std::array<std::string_view, 2> kNames{"name", "version"};
  std::array<Json, 2> found;
  json::pick_members(implementation, kNames, found);
  return {json::characters(found[0]), json::characters(found[1])};
}

Json valid_implementation(const Json& implementation) {
  if (implementation.kind() != JsonKind::object) return {};
  constexpr std::array<std::string_view, 2> kRequired{"name", "version"};
  std::array<Json, 2> found;
  if (json::pick_members(implementation, kRequired, found)) return {};
  for (const Json& member : found) {
    if (member.kind() != JsonKind::string) return {};
  }
  return implementation;
}

void write_client_info(JsonWriter& writer, const Introduction& introduction) {
  if (!introduction.as_client || introduction.client.is_absent()) return write_implementation(writer, false);
  writer.value(introduction.client);
}

void write_client_behind(JsonWriter& writer, const Introduction& introduction) {
  if (introduction.as_client || introduction.client.is_absent()) return;
  writer.member(kClientBehindKey, introduction.client);
}

}  // namespace workbench::protocol
