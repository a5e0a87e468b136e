#include "protocol/request_metadata.hpp"

#include <array>

#include "json/lookup.hpp"
#include "protocol/logging_level.hpp"

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
  RequestMetadata metadata{json::characters(version), capabilities, json::characters(level), client_info};
  if (!level.is_absent() && !is_log_level(metadata.log_level))
    return invalid(kLogLevel, "must be one of the logging levels");
  return metadata;
}

}  // namespace workbench::protocol
