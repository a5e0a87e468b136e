#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/toolboxes_file/value_shapes.hpp"

// The keys that the toolboxes file may have, but for the options of transports, which their plugins describe. All that
// is known of a key is here once: its place and name for the reading, its value for the schema, its text for both the
// schema and docs/reference/toolboxes-file.md, whose tables are made from these.

namespace workbench::config {

/// The objects of the file that have keys of their own.
enum class KeyPlace {
  file,      ///< the outermost object
  host,      ///< one of `hosts`
  toolbox,   ///< one of `toolboxes`
  server,    ///< one of `mcpServers`
  tool,      ///< one of `tools` of a server
  argument,  ///< one of `arguments` of a tool
  input,     ///< one of `inputs`
};

/// One key of the file, a row of the reference.
struct FileKey {
  KeyPlace place;
  std::string name;
  ValueShape shape;
  std::string default_value;  ///< in Markdown; empty: the description says what happens without the key
  std::string description;    ///< whole sentences in Markdown
  bool is_required = false;
};

/// All keys, in the order in which a person should read them.
[[nodiscard]] const std::vector<FileKey>& file_keys();

/// The names of the keys of a place, for suggestions.
[[nodiscard]] const std::vector<std::string>& names_of_keys(KeyPlace place);

[[nodiscard]] bool is_key(KeyPlace place, std::string_view name);

/// The values that a key of strings may have. The key must have a row.
[[nodiscard]] const std::vector<std::string>& choices_of(KeyPlace place, std::string_view name);

}  // namespace workbench::config
