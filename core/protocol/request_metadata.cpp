#include "protocol/request_metadata.hpp"

#include <array>
#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "json/scanner.hpp"
#include "protocol/implementation.hpp"
#include "protocol/notification.hpp"
#include "protocol/revision.hpp"

namespace workbench::protocol {
namespace {

/// The prefix of the keys "reserved by MCP for protocol-level metadata" ("basic/index", section _meta).
constexpr std::string_view kReservedPrefix = "io.modelcontextprotocol/";

Error invalid(std::string_view key, std::string_view what) {
  return {ErrorKind::invalid_argument, "params._meta: \"" + std::string(key) + "\" " + std::string(what)};
}

}  // namespace

Result<void> check_bounds_of_capabilities(const Json& capabilities) {
  const std::string_view text = capabilities.text();
  if (text.size() > kMaxCapabilitiesBytes) {
    return Error{ErrorKind::invalid_argument, "is larger than " + std::to_string(kMaxCapabilitiesBytes) + " bytes"};
  }
  const bool may_be_deeper = text.size() > 2 * kMaxCapabilitiesDepth;  // a level takes two characters
  if (may_be_deeper && json::check(text, kMaxCapabilitiesDepth)) {
    return Error{ErrorKind::invalid_argument,
                 "is nested deeper than " + std::to_string(kMaxCapabilitiesDepth) + " levels"};
  }
  return {};
}

Json requested_version(const Json& meta) {
  if (meta.kind() != JsonKind::object) return {};
  return json::member(meta, kProtocolVersionKey);
}

Result<RequestMetadata> read_request_metadata(const Json& meta) {
  constexpr std::array<std::string_view, 4> kNames{kProtocolVersionKey, kClientCapabilitiesKey, kLogLevelKey,
                                                   kClientInfoKey};
  std::array<Json, 4> found;
  if (const auto repeated = json::pick_members(meta, kNames, found)) return invalid(*repeated, "occurs twice");
  const auto& [version, capabilities, level, client_info] = found;
  if (version.kind() != JsonKind::string) return invalid(kProtocolVersionKey, "must be a string");
  if (capabilities.is_absent()) return invalid(kClientCapabilitiesKey, "is missing: every request has to carry it");
  if (capabilities.kind() != JsonKind::object) return invalid(kClientCapabilitiesKey, "must be an object");
  if (const auto bounded = check_bounds_of_capabilities(capabilities); !bounded) {
    return invalid(kClientCapabilitiesKey, bounded.error().message);
  }
  RequestMetadata metadata{json::characters(version), capabilities, json::characters(level),
                           read_client_info(client_info), valid_implementation(client_info)};
  if (!level.is_absent() && !is_log_level(metadata.log_level)) {
    return invalid(kLogLevelKey, "must be one of the logging levels");
  }
  return metadata;
}

std::string metadata_for_server(const Json& meta) {
  return json::members_without(
      meta, [](std::string_view key) { return key == "progressToken" || key.starts_with(kReservedPrefix); });
}

std::string modern_request_metadata(const Json& client_capabilities, std::string_view log_level,
                                    const Introduction& introduction, bool takes_tasks) {
  JsonWriter writer(256);
  writer.key(kProtocolVersionKey).string(name_of(kModernRevision)).key(kClientInfoKey);
  write_client_info(writer, introduction);
  write_client_behind(writer, introduction);
  writer.key(kClientCapabilitiesKey).raw(relayable_capabilities(client_capabilities, true, takes_tasks));
  if (!log_level.empty()) writer.key(kLogLevelKey).string(log_level);
  return std::move(writer).take();
}

std::string relayable_capabilities(const Json& client_capabilities, bool to_modern, bool takes_tasks) {
  constexpr std::array<std::string_view, 5> kNames{"elicitation", "sampling", "roots", "experimental", "extensions"};
  std::array<Json, 5> found;
  if (client_capabilities.kind() == JsonKind::object) json::pick_members(client_capabilities, kNames, found);
  // Modern servers are not notified of changed roots: they ask for them when they need them.
  if (to_modern && !found[2].is_absent()) found[2] = Json("{}");
  JsonWriter writer;
  writer.object();
  for (std::size_t index = 0; index < 3; ++index) {
    if (found[index].kind() == JsonKind::object) writer.member(kNames[index], found[index]);
  }
  for (std::size_t index = 3; index < kNames.size(); ++index) {
    std::string negotiable =
        json::members_without(found[index], [](std::string_view name) { return !is_negotiable(name); });
    if (takes_tasks && kNames[index] == "extensions") {
      negotiable.append(negotiable.empty() ? "" : ",").append(json::quoted(kTasksExtension)).append(":{}");
    }
    if (!negotiable.empty()) writer.key(kNames[index]).object().raw_items(negotiable).end();
  }
  writer.end();
  return std::move(writer).take();
}

}  // namespace workbench::protocol
