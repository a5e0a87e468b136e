#include "protocol/compat/results.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/identity.hpp"

namespace workbench::protocol {
namespace {

constexpr std::string_view kServerInfo = "io.modelcontextprotocol/serverInfo";

bool is_modern_only(std::string_view key) {
  return key == "resultType" || key == "ttlMs" || key == "cacheScope";
}

Json without_server_info(const Json& meta) {
  return Json("{" + json::members_without(meta, [](std::string_view key) { return key == kServerInfo; }) + "}");
}

constexpr std::array<std::string_view, 6> kCacheable{
    "server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"};

std::string server_info() {
  std::string text = "\"";
  text.append(kServerInfo).append(R"(":{"name":")").append(kName).append(R"(","title":")").append(kTitle);
  return text.append(R"(","version":")").append(version()).append("\"}");
}

/// Whether there is anything between the braces of an object.
bool is_empty(const Json& object) {
  const std::string_view text = object.text();
  return text.find_first_not_of(" \t\r\n", 1) == text.size() - 1;
}

void append_member(std::string& members, std::string_view member) {
  if (!members.empty()) members += ',';
  members.append(member);
}

}  // namespace

Json for_legacy_client(const Json& result) {
  constexpr std::array<std::string_view, 4> kNames{"resultType", "ttlMs", "cacheScope", "_meta"};
  std::array<Json, 4> found;
  json::pick_members(result, kNames, found);
  const bool meta_stays = json::member(found[3], kServerInfo).is_absent();
  const Json meta = meta_stays ? Json() : without_server_info(found[3]);
  if (meta_stays && std::all_of(found.begin(), found.end() - 1, [](const Json& value) { return value.is_absent(); })) {
    return result;
  }
  std::string text = json::members_without(
      result, [&](std::string_view key) { return is_modern_only(key) || (!meta_stays && key == "_meta"); });
  if (!meta_stays && meta.text() != "{}") {
    if (!text.empty()) text += ',';
    text.append(R"("_meta":)").append(meta.text());
  }
  return Json("{" + text + "}");
}

Message write_modern_result(const jsonrpc::Id& id, std::string_view method, const Json& object) {
  constexpr std::array<std::string_view, 4> kNames{"resultType", "_meta", "ttlMs", "cacheScope"};
  std::array<Json, 4> found;
  json::pick_members(object, kNames, found);
  const auto& [type, meta, ttl, scope] = found;

  std::string added;
  if (type.is_absent()) append_member(added, R"("resultType":"complete")");
  const bool is_complete = type.is_absent() || json::characters(type) == "complete";
  if (is_complete && std::find(kCacheable.begin(), kCacheable.end(), method) != kCacheable.end()) {
    if (ttl.is_absent()) append_member(added, "\"ttlMs\":0");
    if (scope.is_absent()) append_member(added, R"("cacheScope":"private")");
  }
  const bool has_meta = meta.kind() == JsonKind::object;
  if (!has_meta) append_member(added, "\"_meta\":{" + server_info() + "}");

  Message message = jsonrpc::begin_result(id);
  message.append("{").append(added);
  if (!added.empty() && !is_empty(object)) message.append(",");
  const std::string_view text = object.text();
  const bool needs_info = has_meta && json::member(meta, kServerInfo).is_absent();
  if (!needs_info) return std::move(message.append(object.part(text.substr(1))).append("}"));

  // Our name goes in behind the opening brace of the `_meta` that is there.
  const auto inside = static_cast<std::size_t>(meta.text().data() - text.data()) + 1;
  message.append(object.part(text.substr(1, inside - 1))).append(server_info());
  if (!is_empty(meta)) message.append(",");
  return std::move(message.append(object.part(text.substr(inside))).append("}"));
}

}  // namespace workbench::protocol
