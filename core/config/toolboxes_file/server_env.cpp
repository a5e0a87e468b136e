#include "config/toolboxes_file/server_env.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>

#include "config/read_text_file.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "config/toolboxes_file/option_value.hpp"

namespace workbench::config {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1024} * 1024;

/// `below` in its order, its values replaced by those of `above`; then what is only in `above`.
Options::TextMap layered(Options::TextMap below, Options::TextMap above) {
  for (auto& variable : above) {
    const auto same =
        std::find_if(below.begin(), below.end(), [&](const auto& other) { return other.first == variable.first; });
    if (same == below.end()) {
      below.push_back(std::move(variable));
    } else {
      same->second = std::move(variable.second);
    }
  }
  return below;
}

}  // namespace

void merge_env_file(const JsonNode& node, Options& options, Reading& reading) {
  const auto name = read_text(node, reading);
  if (!name) return;
  if (name->empty()) {
    reading.report.error(node.path, "must not be empty; name a file, or remove the key");
    return;
  }
  const auto text = read_text_file(reading.folder / *name, kMostBytes);
  const std::string shown = (reading.folder / node.text()).string();  // without the values of variables
  if (!text) {
    reading.report.error(node.path,
                         shown + " " + text.error().message +
                             "; correct the path (a relative one is relative to this file) or remove the key");
    return;
  }
  EnvFile file = read_env_lines(*text);
  for (const EnvFile::Problem& problem : file.problems) {
    reading.report.error(node.path, shown + ":" + std::to_string(problem.line) + ": " + problem.text);
  }
  options.set("env", layered(std::move(file.variables), options.text_map("env")));
}

}  // namespace workbench::config
