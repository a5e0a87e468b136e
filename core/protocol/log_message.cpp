#include "protocol/log_message.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/ascii.hpp"
#include "json/lookup.hpp"
#include "protocol/notification.hpp"

namespace workbench::protocol {
namespace {

/// Names of levels in libraries that servers log with, and the LoggingLevel that each means.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kOtherLevelNames{{
    {"trace", "debug"},
    {"verbose", "debug"},
    {"log", "info"},
    {"information", "info"},
    {"warn", "warning"},
    {"err", "error"},
    {"severe", "error"},
    {"exception", "error"},
    {"crit", "critical"},
    {"fatal", "critical"},
    {"emerg", "emergency"},
    {"panic", "emergency"},
}};

std::string_view level_meant_by(const Json& written) {
  const std::string name = base::ascii_lower(json::characters(written));
  const auto level = std::find(kLogLevels.begin(), kLogLevels.end(), name);
  if (level != kLogLevels.end()) return *level;
  const auto other = std::find_if(kOtherLevelNames.begin(), kOtherLevelNames.end(),
                                  [&](const auto& names) { return names.first == name; });
  return other == kOtherLevelNames.end() ? "info" : other->second;
}

}  // namespace

Json valid_log_message(const Json& params) {
  constexpr std::array<std::string_view, 5> kNames{"level", "data", "logger", "_meta", "message"};
  std::array<Json, 5> found;
  const bool is_repeated = json::pick_members(params, kNames, found).has_value();
  const auto& [level, data, logger, meta, message] = found;
  const Json& shown = data.is_absent() ? message : data;
  if (shown.is_absent()) return {};
  const bool has_valid_logger = logger.is_absent() || logger.kind() == JsonKind::string;
  const bool has_valid_meta = meta.is_absent() || meta.kind() == JsonKind::object;
  const bool is_valid =
      !is_repeated && !data.is_absent() && is_log_level(json::characters(level)) && has_valid_logger && has_valid_meta;
  if (is_valid) return params;
  JsonWriter writer(params.text().size() + 32);
  writer.object().member("level", level_meant_by(level)).member("data", shown);
  if (has_valid_logger) writer.optional_member("logger", logger);
  if (has_valid_meta) writer.optional_member("_meta", meta);
  writer.raw_items(json::members_without(
      params, [&](std::string_view key) { return std::find(kNames.begin(), kNames.end(), key) != kNames.end(); }));
  return std::move(writer.end()).json();
}

}  // namespace workbench::protocol
