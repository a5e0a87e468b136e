#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

namespace meta_tools {

/// What an answer of describe_tools tells.
struct Descriptions {
  /// A tool and where it is. The tool must outlive the writing.
  struct Entry {
    workbench::ToolIdentifier identifier;
    const workbench::Tool* tool;
  };
  std::vector<Entry> tools;
  std::vector<std::string> errors;                                ///< about what was asked for and is not there
  std::vector<std::pair<std::string, std::string>> instructions;  ///< of servers, by `toolbox/server`
};

/// As a JSON object: `_errors`, `_notes` and `instructions` if there are any, and `tools`, one a line, each its `name`,
/// `toolbox_name`, `source_server` and everything else as its server wrote it. Where that takes more than `max_bytes`,
/// tools are given in a shorter form (without output schema and annotations, as a signature, with the names of their
/// arguments alone), and those that do not fit at all are named; a note says so.
[[nodiscard]] std::string as_json(const Descriptions& descriptions, std::size_t max_bytes,
                                  const workbench::JsonAccess& json);

/// As TypeScript signatures with comments, what takes the fewest tokens. Those that do not fit into `max_bytes` are
/// named.
[[nodiscard]] std::string as_signatures(const Descriptions& descriptions, std::size_t max_bytes,
                                        const workbench::JsonAccess& json);

}  // namespace meta_tools
