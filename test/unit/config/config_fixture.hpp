#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/toolboxes_file/read_config.hpp"
#include "temporary_folder.hpp"

namespace workbench::config {

using Folder = test_support::TemporaryFolder;
using Variables = std::map<std::string, std::string>;

inline Environment environment_of(Variables variables) {
  return [variables = std::move(variables)](std::string_view name) -> std::optional<std::string> {
    const auto found = variables.find(std::string(name));
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

/// What the plugins of the product accept, and a check of tool filters that refuses every entry with `bad` in it.
inline Vocabulary stdio_vocabulary() {
  Vocabulary vocabulary;
  vocabulary.transports["stdio"] = {
      {"command", OptionType::text, true, "The program to start."},
      {"args", OptionType::text_list, false, "Its arguments."},
      {"env", OptionType::text_map, false, "Environment variables for it."},
      {"cwd", OptionType::text, false, "The folder to start it in."},
      {"inheritEnv", OptionType::text_list, false, "Variables that it inherits.", true},
      {"sandboxEnabled", OptionType::flag, false, "Whether it is confined."},
  };
  vocabulary.check_tool_filter = [](std::string_view entry) -> Result<void> {
    if (entry.find("bad") == std::string_view::npos) return {};
    return Error{ErrorKind::invalid_argument, "no such filter as \"" + std::string(entry) + "\""};
  };
  return vocabulary;
}

/// The findings, one to a line: errors as they are, notes with `note: ` in front; the folder's path left out.
inline std::string shown(const std::vector<Finding>& findings, const Folder& folder) {
  const std::string prefix = folder.path().string() + "/";
  std::string lines;
  for (const Finding& finding : findings) {
    std::string text = finding.text;
    for (std::size_t at = 0; (at = text.find(prefix)) != std::string::npos;) text.erase(at, prefix.size());
    lines += (finding.severity == Finding::Severity::note ? "note: " : "") + text + "\n";
  }
  return lines;
}

/// Reads `text` as the toolboxes file config.json of a folder.
struct ReadJson {
  explicit ReadJson(std::string_view text, const Variables& variables = {}, Vocabulary vocabulary = stdio_vocabulary())
      : reading(read_config(folder.write("config.json", text), vocabulary, environment_of(variables))),
        findings(shown(reading.findings, folder)) {}

  [[nodiscard]] const ServerEntry& server(std::size_t index = 0) const {
    return reading.config.value().toolboxes.at(0).servers.at(index);
  }

  Folder folder;
  ConfigReading reading;
  std::string findings;
};

/// The text of a file with one toolbox `t` that has one server `s`, which is in line 3 and begins in column 1.
inline std::string with_server(std::string_view server) {
  return std::string("{\"toolboxes\": {\"t\": {\"description\": \"d\", \"mcpServers\": {\n\n\"s\": ") +
         std::string(server) + "\n}}}}";
}

}  // namespace workbench::config
