#include "protocol/request_metadata.hpp"

#include <array>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "protocol/identity.hpp"
#include "protocol/logging_level.hpp"
#include "protocol/revision.hpp"

namespace workbench::protocol {
namespace {

constexpr std::string_view kVersion = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilities = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kLogLevel = "io.modelcontextprotocol/logLevel";
constexpr std::string_view kClientInfo = "io.modelcontextprotocol/clientInfo";

Error invalid(std::string_view key, std::string_view what) {
  return {ErrorKind::invalid_argument, "params._meta: \"" + std::string(key) + "\" " + std::string(what)};
}

}  // namespace

Json requested_version(const Json& meta) {
  if (meta.kind() != JsonKind::object) return {};
  return json::member(meta, kVersion);
}

Result<RequestMetadata> read_request_metadata(const Json& meta) {
  constexpr std::array<std::string_view, 4> kNames{kVersion, kCapabilities, kLogLevel, kClientInfo};
  std::array<Json, 4> found;
  if (const auto repeated = json::pick_members(meta, kNames, found)) return invalid(*repeated, "is there twice");
  const auto& [version, capabilities, level, client_info] = found;
  if (version.kind() != JsonKind::string) return invalid(kVersion, "must be a string");
  if (capabilities.is_absent()) return invalid(kCapabilities, "is missing: every request has to carry it");
  if (capabilities.kind() != JsonKind::object) return invalid(kCapabilities, "must be an object");
  RequestMetadata metadata{json::characters(version), capabilities, json::characters(level),
                           read_client_info(client_info)};
  if (!level.is_absent() && !is_log_level(metadata.log_level)) {
    return invalid(kLogLevel, "must be one of the logging levels");
  }
  return metadata;
}

ClientInfo read_client_info(const Json& implementation) {
  constexpr std::array<std::string_view, 2> kNames{"name", "version"};
  std::array<Json, 2> found;
  json::pick_members(implementation, kNames, found);
  return {json::characters(found[0]), json::characters(found[1])};
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

std::string relayable_capabilities(const Json& client_capabilities, bool to_modern) {
  constexpr std::array<std::string_view, 3> kNames{"elicitation", "sampling", "roots"};
  std::array<Json, 3> found;
  if (client_capabilities.kind() == JsonKind::object) json::pick_members(client_capabilities, kNames, found);
  // Modern servers are not notified of changed roots: they ask for them when they need them.
  if (to_modern && !found[2].is_absent()) found[2] = Json("{}");
  JsonWriter writer;
  writer.object();
  for (std::size_t index = 0; index < kNames.size(); ++index) {
    if (found[index].kind() == JsonKind::object) writer.member(kNames[index], found[index]);
  }
  writer.end();
  return std::move(writer).take();
}

}  // namespace workbench::protocol
