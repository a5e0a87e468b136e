#include "config/toolboxes_file/presentation_keys.hpp"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "config/suggestion.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/value_ranges.hpp"
#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

std::optional<std::size_t> read_size(const JsonNode& node, std::int64_t min, std::int64_t max, Reading& reading) {
  const auto number = read_number(node, reading);
  if (!number) return std::nullopt;
  if (*number >= min && *number <= max) return static_cast<std::size_t>(*number);
  reading.report.error(node.path, "is out of range; choose from " + std::to_string(min) + " to " + std::to_string(max));
  return std::nullopt;
}

std::optional<ResultMeasure> read_measure(const JsonNode& node, Reading& reading) {
  static const std::map<std::string, ResultMeasure, std::less<>> measures = {
      {"bytes", ResultMeasure::bytes},
      {"characters", ResultMeasure::characters},
      {"escaped", ResultMeasure::escaped},
      {"escapedBytes", ResultMeasure::escaped_bytes}};
  const auto text = read_text(node, reading);
  if (!text) return std::nullopt;
  const auto found = measures.find(*text);
  if (found != measures.end()) return found->second;
  reading.report.error(node.path, "unknown measure " + json::quoted(node.text()) +
                                      "; use \"bytes\", \"characters\", \"escaped\" or \"escapedBytes\"");
  return std::nullopt;
}

using ReadKey = std::function<void(const JsonNode&, HostEntry&, Reading&)>;

ReadKey flag(std::optional<bool> HostEntry::*member) {
  return [member](const JsonNode& node, HostEntry& host, Reading& reading) { host.*member = read_flag(node, reading); };
}

ReadKey bytes(std::optional<std::size_t> HostEntry::*member, std::int64_t min) {
  return [member, min](const JsonNode& node, HostEntry& host, Reading& reading) {
    host.*member = read_size(node, min, kMaxBytesOfHost, reading);
  };
}

const std::map<std::string, ReadKey>& host_keys() {
  static const std::map<std::string, ReadKey> keys = {
      {"maxTokens",
       [](const auto& node, auto& host, auto& reading) { host.max_tokens = read_max_tokens(node, reading); }},
      {"detail", [](const auto& node, auto& host, auto& reading) { host.detail = read_detail(node, reading); }},
      {"maxResultBytes", bytes(&HostEntry::result_bytes, kMinResultBytes)},
      {"resultMeasure",
       [](const auto& node, auto& host, auto& reading) { host.result_measure = read_measure(node, reading); }},
      {"instructionsBytes", bytes(&HostEntry::instructions_bytes, 0)},
      {"toolPrefix", [](const auto& node, auto& host, auto& reading) { host.tool_prefix = read_text(node, reading); }},
      {"maxToolName", bytes(&HostEntry::max_tool_name, kMinToolName)},
      {"listChanged", flag(&HostEntry::handles_list_changed)},
      {"oneShot", flag(&HostEntry::is_one_shot)},
      {"anthropicMeta", flag(&HostEntry::reads_anthropic_meta)},
      {"defersTools", flag(&HostEntry::defers_tools)},
      {"codeMode", flag(&HostEntry::has_code_mode)},
  };
  return keys;
}

/// The last `@` separates the version, unless the name begins with it (`@scope/name`).
void split_pattern(const std::string& pattern, HostEntry& host) {
  const std::size_t at = pattern.rfind('@');
  host.name = pattern.substr(0, at == 0 ? std::string::npos : at);
  if (at != 0 && at != std::string::npos) host.version = pattern.substr(at + 1);
}

HostEntry read_host(const std::string& pattern, const JsonNode& node, Reading& reading) {
  HostEntry host;
  split_pattern(pattern, host);
  if (host.name.empty() || host.version.empty()) {
    reading.report.error(node.path,
                         "names no host; write its clientInfo.name, followed by @VERSION to match only some versions");
  }
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"maxResultBytes": 8000})", reading);
    return host;
  }
  for (const JsonNodeMember& member : members_of(node)) {
    const auto found = host_keys().find(member.name);
    if (found != host_keys().end()) {
      found->second(member.node, host, reading);
      continue;
    }
    reading.report.error(member.node.path, "unknown key; " + suggestion(member.name, names_of_keys(KeyPlace::host)));
  }
  return host;
}

}  // namespace

std::optional<std::size_t> read_max_tokens(const JsonNode& node, Reading& reading) {
  return read_size(node, 1, kMaxTokens, reading);
}

// A smaller number leaves no room for a page and the remark below it.
std::optional<std::size_t> read_max_result_tokens(const JsonNode& node, Reading& reading) {
  return read_size(node, kMinResultTokens, kMaxTokens, reading);
}

std::optional<ToolDetail> read_detail(const JsonNode& node, Reading& reading) {
  static const std::map<std::string, ToolDetail, std::less<>> details = {
      {"full", ToolDetail::full}, {"brief", ToolDetail::brief}, {"names", ToolDetail::names}};
  const auto text = read_text(node, reading);
  if (!text) return std::nullopt;
  const auto found = details.find(*text);
  if (found != details.end()) return found->second;
  reading.report.error(node.path, "unknown detail " + json::quoted(node.text()) +
                                      "; use \"full\", \"brief\" or \"names\", or remove the key for \"full\"");
  return std::nullopt;
}

std::vector<HostEntry> read_hosts(const JsonNode& node, Reading& reading) {
  std::vector<HostEntry> hosts;
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"HOST": {"maxResultBytes": 8000}})", reading);
    return hosts;
  }
  for (const JsonNodeMember& member : members_of(node)) hosts.push_back(read_host(member.name, member.node, reading));
  return hosts;
}

}  // namespace workbench::config
