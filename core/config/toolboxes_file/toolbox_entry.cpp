#include "config/toolboxes_file/toolbox_entry.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/visible_text.hpp"
#include "config/suggestion.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/policy_entries.hpp"
#include "config/toolboxes_file/presentation_keys.hpp"
#include "config/toolboxes_file/server_entry.hpp"
#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"

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

/// What is wrong with the name of a toolbox or a server, `what; what to do`. Absent: nothing.
std::optional<std::string> problem_with_name(std::string_view name) {
  if (name.empty()) return "an empty name; give it one of 1 to 64 characters";
  if (has_control_character(name)) return "a control character in a name; remove it";
  if (name.find("__") != std::string_view::npos) {
    return "\"__\" in a name; use \"-\" or a single \"_\", because \"__\" separates toolbox, server and tool in the "
           "names of registered tools";
  }
  if (!base::is_visible(name)) {
    return "a character in a name that cannot be seen (" + base::visible_line(name) + "); remove it";
  }
  const std::size_t length = count_characters(name);
  if (length <= kMaxName) return std::nullopt;
  return "a name of " + std::to_string(length) + " characters; shorten it to 64";
}

bool is_server_key(const std::string& key) {
  return key == "command" || key == "args" || key == "env" || is_key(KeyPlace::server, key);
}

/// Reports unknown keys of a toolbox; returns the keys that they were probably meant to be.
std::vector<std::string> report_unknown_keys(const JsonNode& toolbox, Reading& reading) {
  std::vector<std::string> meant;
  for (const JsonNodeMember& member : members_of(toolbox)) {
    if (is_key(KeyPlace::toolbox, member.name)) continue;
    if (member.name == "servers") {
      meant.emplace_back("mcpServers");
      reading.report.error(member.node.path, R"(unknown key; did you mean "mcpServers"?)");
    } else if (is_server_key(member.name)) {
      reading.report.error(member.node.path, R"(belongs in a server entry; move it to "mcpServers": {"NAME": {...}})");
    } else {
      const auto& known = names_of_keys(KeyPlace::toolbox);
      meant.push_back(closest_match(member.name, known).value_or(""));
      reading.report.error(member.node.path, "unknown key; " + suggestion(member.name, known));
    }
  }
  return meant;
}

void read_description(const JsonNode& node, ToolboxEntry& entry, Reading& reading) {
  const auto text = read_visible_text(node, reading);
  if (!text) return;
  if (text->find_first_not_of(" \t\r\n") == std::string::npos) {
    reading.report.error(node.path, "must not be empty; describe what the toolbox is for: the agent chooses by it");
  }
  entry.description = *text;
}

/// `approve`: of the file and the toolbox.
void read_servers(const JsonNode& node, const std::vector<std::string>& approve, ToolboxEntry& entry,
                  Reading& reading) {
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"NAME": {"command": "..."}})", reading);
    return;
  }
  const std::vector<JsonNodeMember> members = members_of(node);
  const std::size_t errors_before_all = reading.report.errors();
  for (const JsonNodeMember& member : members) {
    const auto problem = problem_with_name(member.name);
    if (problem) reading.report.error(member.node.path, *problem);
    CallPolicy policy;
    auto server = read_server(member.name, member.node, policy, reading);
    // Nothing can refer to a server without a usable name.
    if (!server || problem) continue;
    entry.servers.push_back(std::move(*server));
    policy.approve.insert(policy.approve.begin(), approve.begin(), approve.end());
    if (!policy.empty()) entry.policies.insert_or_assign(member.name, std::move(policy));
  }
  entry.is_disabled = !members.empty() && entry.servers.empty() && reading.report.errors() == errors_before_all;
}

/// `approve` of the file, and then of the toolbox.
std::vector<std::string> approve_of(const JsonNode& toolbox, Reading& reading) {
  std::vector<std::string> entries = reading.approve;
  if (const auto approve = toolbox.member("approve")) {
    for (std::string& entry : read_approve(*approve, reading)) entries.push_back(std::move(entry));
  }
  return entries;
}

/// `content`. Absent: it is neither "native" nor "none", which has been reported.
std::optional<bool> read_content(const JsonNode& node, Reading& reading) {
  const auto text = read_text(node, reading);
  if (!text) return std::nullopt;
  if (*text == "native" || *text == "none") return *text == "native";
  reading.report.error(node.path, "unknown content " + json::quoted(node.text()) +
                                      "; use \"native\" or \"none\", or remove the key for \"none\" (\"native\" in "
                                      "flat mode)");
  return std::nullopt;
}

/// `open`. False as well where it is neither "on-demand" nor "at-start", which has been reported.
bool read_opens_at_start(const JsonNode& node, Reading& reading) {
  const auto text = read_text(node, reading);
  if (!text || *text == "on-demand") return false;
  if (*text == "at-start") return true;
  reading.report.error(node.path, "unknown value " + json::quoted(node.text()) +
                                      "; use \"at-start\" to open it with the session, or remove the key for "
                                      "\"on-demand\"");
  return false;
}

/// `clientRoot`. False as well where it is neither "local" nor "any", which has been reported.
bool read_takes_root_from_network(const JsonNode& node, Reading& reading) {
  const auto text = read_text(node, reading);
  if (!text || *text == "local") return false;
  if (*text == "any") return true;
  reading.report.error(node.path,
                       "must be \"local\" (clients on stdio and on the local socket name the root) or \"any\" "
                       "(clients over the network, too), not " +
                           json::quoted(node.text()));
  return false;
}

/// One element of `pinnedTools`, SERVER/TOOL. Absent: it names no server of the toolbox, which has been reported.
std::optional<PinnedTool> read_pinned_tool(const JsonNode& node, const std::vector<JsonNodeMember>& servers,
                                           Reading& reading) {
  const auto text = read_text(node, reading);
  if (!text) return std::nullopt;
  std::vector<std::string> names;
  for (const JsonNodeMember& server : servers) {
    const std::string& name = server.name;
    if (text->size() > name.size() + 1 && text->starts_with(name) && (*text)[name.size()] == '/') {
      return PinnedTool{name, text->substr(name.size() + 1)};
    }
    names.push_back(name);
  }
  const std::size_t slash = text->find('/');
  reading.report.error(node.path,
                       slash == std::string::npos || slash + 1 == text->size()
                           ? "names no tool; write SERVER/TOOL"
                           : "names no server of this toolbox; " + suggestion(text->substr(0, slash), names));
  return std::nullopt;
}

std::vector<PinnedTool> read_pinned_tools(const JsonNode& node, const JsonNode& toolbox, Reading& reading) {
  std::vector<PinnedTool> pinned;
  if (!node.is_array()) {
    report_wrong_type(node, "an array of strings", R"(write ["SERVER/TOOL"], one string for each tool)", reading);
    return pinned;
  }
  const auto servers = toolbox.member("mcpServers");
  const auto members = servers && servers->is_object() ? members_of(*servers) : std::vector<JsonNodeMember>();
  for (const JsonNode& element : node.elements()) {
    auto tool = read_pinned_tool(element, members, reading);
    if (!tool) continue;
    if (std::find(pinned.begin(), pinned.end(), *tool) == pinned.end()) pinned.push_back(*std::move(tool));
  }
  return pinned;
}

}  // namespace

ToolboxEntry read_toolbox(std::string name, const JsonNode& node, Reading& reading) {
  ToolboxEntry entry;
  if (const auto problem = problem_with_name(name)) reading.report.error(node.path, *problem);
  entry.name = std::move(name);
  if (!node.is_object()) {
    report_wrong_type(node, "an object", R"(write {"description": "...", "mcpServers": {}})", reading);
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
                         R"("description" is missing; describe what the toolbox is for: the agent chooses by it)");
  }
  if (const auto tokens = node.member("maxTokens")) entry.max_tokens = read_max_tokens(*tokens, reading);
  if (const auto detail = node.member("detail")) entry.detail = read_detail(*detail, reading).value_or(entry.detail);
  if (const auto flag = node.member("autoOpen")) entry.auto_open = read_flag(*flag, reading);
  if (const auto content = node.member("content")) entry.shows_content = read_content(*content, reading);
  if (const auto flag = node.member("instructions")) {
    entry.shows_instructions = read_flag(*flag, reading).value_or(false);
  }
  if (const auto open = node.member("open")) entry.opens_at_start = read_opens_at_start(*open, reading);
  if (const auto scopes = node.member("requires")) entry.required_scopes = read_required_scopes(*scopes, reading);
  if (const auto pinned = node.member("pinnedTools")) entry.pinned_tools = read_pinned_tools(*pinned, node, reading);
  if (const auto servers = node.member("mcpServers")) {
    read_servers(*servers, approve_of(node, reading), entry, reading);
    const auto root = node.member("clientRoot");
    const bool takes_root = root && read_takes_root_from_network(*root, reading);
    const auto lock = node.member("lock");
    const std::string lock_of_servers = lock ? read_lock(*lock, reading) : reading.lock;
    for (ServerEntry& server : entry.servers) {
      server.takes_root_from_network = takes_root;
      server.lock = lock_of_servers;
    }
  } else if (!was_meant("mcpServers")) {
    reading.report.error(node.path, R"("mcpServers" is missing; add it: "mcpServers": {"NAME": {"command": "..."}})");
  }
  return entry;
}

}  // namespace workbench::config
