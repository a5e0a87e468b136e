#include "config/toolboxes_file/toolbox_entry.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "config/suggestion.hpp"
#include "config/toolboxes_file/option_value.hpp"
#include "config/toolboxes_file/presentation_keys.hpp"
#include "config/toolboxes_file/server_entry.hpp"
#include "config/toolboxes_file/server_keys.hpp"

namespace workbench::config {
namespace {

constexpr std::size_t kMaxName = 64;

std::size_t count_characters(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

const std::vector<std::string>& toolbox_keys() {
  static const std::vector<std::string> keys = {"description", "mcpServers", "maxTokens", "detail", "autoOpen"};
  return keys;
}

bool is_server_key(const std::string& key) {
  const auto& keys = host_server_keys();
  return key == "command" || key == "args" || key == "env" || std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Reports the keys that a toolbox does not have; returns those they were probably meant to be.
std::vector<std::string> report_unknown_keys(const JsonNode& toolbox, Reading& reading) {
  std::vector<std::string> meant;
  for (const JsonNodeMember& member : members_of(toolbox)) {
    const auto& known = toolbox_keys();
    if (std::find(known.begin(), known.end(), member.name) != known.end()) continue;
    if (member.name == "servers") {
      meant.emplace_back("mcpServers");
      reading.report.error(member.node.path, R"(unknown key; did you mean "mcpServers"?)");
    } else if (is_server_key(member.name)) {
      reading.report.error(member.node.path, R"(belongs into a server; move it to "mcpServers": {"NAME": {...}})");
    } else {
      meant.push_back(nearest(member.name, known).value_or(""));
      reading.report.error(member.node.path, "unknown key; " + suggestion(member.name, known));
    }
  }
  return meant;
}

void read_description(const JsonNode& node, ToolboxEntry& entry, Reading& reading) {
  const auto text = read_text(node, reading);
  if (!text) return;
  if (text->find_first_not_of(" \t\r\n") == std::string::npos) {
    reading.report.error(node.path, "must not be empty; say what the toolbox is for: the agent chooses by it");
  }
  entry.description = *text;
}

void read_servers(const JsonNode& node, ToolboxEntry& entry, Reading& reading) {
  if (!node.is_object()) {
    report_type(node, "an object", R"(write {"NAME": {"command": "..."}})", reading);
    return;
  }
  for (const JsonNodeMember& member : members_of(node)) {
    if (const auto fault = fault_of_name(member.name)) reading.report.error(member.node.path, *fault);
    if (auto server = read_server(member.name, member.node, reading)) entry.servers.push_back(std::move(*server));
  }
}

}  // namespace

std::optional<std::string> fault_of_name(std::string_view name) {
  if (name.empty()) return "an empty name; give it one of 1 to 64 characters";
  if (has_control_character(name)) return "a control character in a name; remove it";
  if (name.find("__") != std::string_view::npos) {
    return "\"__\" in a name; use \"-\" or a single \"_\", because \"__\" separates toolbox, server and tool in the "
           "names of registered tools";
  }
  const std::size_t length = count_characters(name);
  if (length <= kMaxName) return std::nullopt;
  return "a name of " + std::to_string(length) + " characters; shorten it to 64";
}

ToolboxEntry read_toolbox(std::string name, const JsonNode& node, Reading& reading) {
  ToolboxEntry entry;
  if (const auto fault = fault_of_name(name)) reading.report.error(node.path, *fault);
  entry.name = std::move(name);
  if (!node.is_object()) {
    report_type(node, "an object", R"(write {"description": "...", "mcpServers": {}})", reading);
    return entry;
  }
  const auto meant = report_unknown_keys(node, reading);
  const auto was_meant = [&](std::string_view key) {
    return std::find(meant.begin(), meant.end(), key) != meant.end();
  };
  if (const auto description = node.member("description")) {
    read_description(*description, entry, reading);
  } else if (!was_meant("description")) {
    reading.report.error(node.path,
                         R"("description" is missing; say what the toolbox is for: the agent chooses by it)");
  }
  if (const auto tokens = node.member("maxTokens")) entry.max_tokens = read_max_tokens(*tokens, reading);
  if (const auto detail = node.member("detail")) entry.detail = read_detail(*detail, reading).value_or(entry.detail);
  if (const auto flag = node.member("autoOpen")) entry.auto_open = read_flag(*flag, reading);
  if (const auto servers = node.member("mcpServers")) {
    read_servers(*servers, entry, reading);
  } else if (!was_meant("mcpServers")) {
    reading.report.error(node.path, R"("mcpServers" is missing; add it: "mcpServers": {"NAME": {"command": "..."}})");
  }
  return entry;
}

}  // namespace workbench::config
