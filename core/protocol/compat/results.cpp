#include "protocol/compat/results.hpp"

#include <algorithm>
#include <array>

namespace workbench::protocol {
namespace {

constexpr std::string_view kServerInfo = "io.modelcontextprotocol/serverInfo";

bool is_modern_only(std::string_view key) {
  return key == "resultType" || key == "ttlMs" || key == "cacheScope";
}

Json without_server_info(const Json& meta, const JsonAccess& json) {
  return Json("{" + members_without(json, meta, [](std::string_view key) { return key == kServerInfo; }) + "}");
}

}  // namespace

Json for_legacy_client(const Json& result, const JsonAccess& json) {
  constexpr std::array<std::string_view, 4> kNames{"resultType", "ttlMs", "cacheScope", "_meta"};
  std::array<Json, 4> found;
  if (!json.pick(result, kNames, found)) return result;
  const bool has_meta = found[3].kind() == JsonKind::object;
  const Json meta = has_meta ? without_server_info(found[3], json) : Json();
  const bool meta_stays = !has_meta || meta.text().size() == found[3].text().size();
  if (meta_stays && std::all_of(found.begin(), found.end() - 1, [](const Json& value) { return value.is_absent(); })) {
    return result;
  }
  std::string text = members_without(
      json, result, [&](std::string_view key) { return is_modern_only(key) || (!meta_stays && key == "_meta"); });
  if (!meta_stays && meta.text() != "{}") {
    if (!text.empty()) text += ',';
    text.append(R"("_meta":)").append(meta.text());
  }
  return Json("{" + text + "}");
}

std::optional<InputRequired> read_input_required(const Json& result, const JsonAccess& json) {
  constexpr std::array<std::string_view, 3> kNames{"resultType", "inputRequests", "requestState"};
  std::array<Json, 3> found;
  if (!json.pick(result, kNames, found)) return std::nullopt;
  const auto& [type, requests, state] = found;
  const auto name = json.characters(type);
  if (!name || *name != "input_required") return std::nullopt;

  InputRequired required;
  required.request_state = state;
  if (const auto members = json.members(requests)) {
    for (const JsonMember& member : *members) {
      constexpr std::array<std::string_view, 2> kQuestion{"method", "params"};
      std::array<Json, 2> parts;
      static_cast<void>(json.pick(member.value, kQuestion, parts));
      required.input_requests.emplace_back(
          member.key,
          InputRequest{json.characters(parts[0]).has_value() ? *json.characters(parts[0]) : std::string(), parts[1]});
    }
  }
  return required;
}

}  // namespace workbench::protocol
