#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

#include "tool_forms.hpp"

namespace meta_tools {

/// The content of an answer of describe_tools.
struct Descriptions {
  /// What was asked for, and so how the rest can be if not all of it fits.
  enum class Of { named_tools, server, toolbox };

  Of of = Of::named_tools;
  std::vector<DescribedTool> tools;
  std::vector<std::string> errors;                                ///< on requested tools that do not exist
  std::vector<std::pair<std::string, std::string>> instructions;  ///< of servers, by `toolbox/server`
};

/// As a JSON object: `_errors`, `_notes` and `instructions` if there are any, and `tools`, one per line, each with
/// `name`, `toolbox_name`, `source_server` and all other members of its definition unchanged. Where that takes more
/// than `budget`, tools have a shorter form (without output schema and annotations, as a signature, or with only the
/// names of their arguments), and those that do not fit at all are only named; a note says so, and how to read on if
/// the names do not fit either.
[[nodiscard]] std::string as_json(const Descriptions& descriptions, const workbench::ResultBudget& budget,
                                  const workbench::JsonAccess& json);

/// As TypeScript signatures with comments, which take the fewest tokens. Tools that do not fit into `budget` are
/// only named, as above.
[[nodiscard]] std::string as_signatures(const Descriptions& descriptions, const workbench::ResultBudget& budget,
                                        const workbench::JsonAccess& json);

}  // namespace meta_tools
