#include "config/toolboxes_file/for_client.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "json/escape.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kPlaceholder = kClientFolder;

/// Calls `function` for every text of the options that are texts, and lists and maps of texts.
template <typename Function>
void for_each_text(Options& options, Function function) {
  options.for_each([&](const std::string&, Options::Value& value) {
    if (auto* const text = std::get_if<std::string>(&value)) function(*text);
    if (auto* const list = std::get_if<Options::TextList>(&value)) {
      for (std::string& text : *list) function(text);
    }
    if (auto* const map = std::get_if<Options::TextMap>(&value)) {
      for (auto& member : *map) function(member.second);
    }
  });
}

/// The same for the defaults of arguments, which are JSON. A key in them that is the placeholder is one, too.
template <typename Function>
void for_each_value(std::vector<ToolEntry>& tools, Function function) {
  for (ToolEntry& tool : tools) {
    for (ArgumentEntry& argument : tool.arguments) function(argument.value);
  }
}

void replace_placeholder(std::string& text, const std::string& folder) {
  for (std::size_t at = 0; (at = text.find(kPlaceholder, at)) != std::string::npos; at += folder.size()) {
    text.replace(at, kPlaceholder.size(), folder);
  }
}

bool is_our_own(const std::string& folder) {
  std::error_code gone;
  return std::filesystem::current_path(gone) == folder;
}

}  // namespace

bool needs_client_folder(const ServerEntry& entry) {
  bool is_there = false;
  const auto look = [&](const std::string& text) { is_there |= text.find(kPlaceholder) != std::string::npos; };
  ServerEntry copy = entry;
  for_each_text(copy.options, look);
  for_each_value(copy.tools, look);
  return is_there;
}

ServerEntry for_client(ServerEntry entry, const std::string& folder) {
  if (entry.share == Share::process) return entry;
  if (folder.empty()) {
    entry.share = Share::client;
    if (needs_client_folder(entry)) {
      entry.unusable = std::string("its entry contains ") + kClientFolder +
                       ", and the folder that this client works in is not known; write a path, or connect over stdio "
                       "or with --join";
    }
    return entry;
  }
  for_each_text(entry.options, [&](std::string& text) { replace_placeholder(text, folder); });
  const std::string quoted = json::quoted(folder);
  const std::string in_json = quoted.substr(1, quoted.size() - 2);
  for_each_value(entry.tools, [&](std::string& value) { replace_placeholder(value, in_json); });
  if (entry.share == Share::project) entry.project = folder;
  if (entry.takes_client_folder && !is_our_own(folder)) entry.options.set("cwd", folder);
  return entry;
}

}  // namespace workbench::config
