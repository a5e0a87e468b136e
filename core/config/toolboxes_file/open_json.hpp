#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <variant>

#include "config/toolboxes_file/json_node.hpp"
#include "config/toolboxes_file/read_config.hpp"
#include "json/source_locations.hpp"

namespace workbench::config {

/// A JSON file that was read: its text, what it says, and where.
struct OpenedJson {
  std::string text;
  json::SourceLocations locations;
  JsonNode root;
};

/// Reads the toolboxes file as JSON, or says in one finding why that is not possible.
[[nodiscard]] std::variant<OpenedJson, Finding> open_json(const std::filesystem::path& file);

}  // namespace workbench::config
