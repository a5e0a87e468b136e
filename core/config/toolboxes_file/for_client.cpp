#include "config/toolboxes_file/for_client.hpp"

#include <Poco/Exception.h>
#include <Poco/URI.h>

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "json/escape.hpp"

namespace workbench::config {
namespace {

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

void replace_in(std::string& text, std::string_view placeholder, std::string_view value) {
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += value.size()) {
    text.replace(at, placeholder.size(), value);
  }
}

void replace_everywhere(ServerEntry& entry, std::string_view placeholder, const std::string& value) {
  for_each_text(entry.options, [&](std::string& text) { replace_in(text, placeholder, value); });
  const std::string quoted = json::quoted(value);
  const std::string_view in_json = std::string_view(quoted).substr(1, quoted.size() - 2);
  for_each_value(entry.tools, [&](std::string& text) { replace_in(text, placeholder, in_json); });
}

bool contains(const ServerEntry& entry, std::string_view placeholder) {
  bool is_there = false;
  const auto look = [&](const std::string& text) { is_there |= text.find(placeholder) != std::string::npos; };
  ServerEntry copy = entry;
  for_each_text(copy.options, look);
  for_each_value(copy.tools, look);
  return is_there;
}

bool is_our_own(const std::string& folder) {
  std::error_code gone;
  return std::filesystem::current_path(gone) == folder;
}

}  // namespace

bool needs_client_folder(const ServerEntry& entry) {
  return contains(entry, kClientFolder);
}

bool needs_client_root(const ServerEntry& entry) {
  return contains(entry, kClientRoot);
}

ServerEntry for_client(ServerEntry entry, const std::string& folder, const std::string& root) {
  if (entry.share == Share::process) return entry;
  if (!root.empty()) {
    replace_everywhere(entry, kClientRoot, root);
  } else if (needs_client_root(entry)) {
    entry.unusable = std::string("its entry contains ") + kClientRoot +
                     ", and this client has not said which roots it has; write a path, or use a client that does";
  }
  if (folder.empty()) {
    entry.share = Share::client;
    if (needs_client_folder(entry)) {
      entry.unusable = std::string("its entry contains ") + kClientFolder +
                       ", and the folder that this client works in is not known; write a path, or connect over stdio "
                       "or with --join";
    }
    return entry;
  }
  replace_everywhere(entry, kClientFolder, folder);
  if (entry.share == Share::project) entry.project = folder;
  if (entry.takes_client_folder && !is_our_own(folder)) entry.options.set("cwd", folder);
  return entry;
}

std::optional<std::string> path_of_file_uri(const std::string& uri) {
  try {
    const Poco::URI parsed(uri);
    const bool is_here = parsed.getHost().empty() || parsed.getHost() == "localhost";
    if (parsed.getScheme() != "file" || !is_here || !parsed.getPath().starts_with('/')) return std::nullopt;
    return parsed.getPath();
  } catch (const Poco::SyntaxException&) {
    return std::nullopt;
  }
}

}  // namespace workbench::config
