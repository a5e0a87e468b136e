#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <workbench/toolboxes.hpp>

#include "tool_index.hpp"

namespace meta_tools {

/// The results, for the answer of search_tools.
struct SearchResult {
  struct Found {
    const workbench::KnownTool* tool = nullptr;
    double score = 0;
  };

  std::vector<Found> tools;                    ///< the best first
  std::vector<std::string> nearest_words;      ///< if nothing was found
  std::vector<std::string> toolboxes;          ///< that were searched
  std::vector<std::string> toolboxes_to_open;  ///< before the found tools can be called
  std::vector<std::string> unknown_servers;    ///< "toolbox/server": their tools are not known
};

/// The answer of search_tools: a JSON object with `_notes`, if there are any, and `tools`, one per line: `toolbox`,
/// `server`, `tool`, the first sentence of the description, and `score`. The last tools are left out where the answer
/// would be longer than `budget`; the first one never is.
[[nodiscard]] std::string write_search_answer(const SearchResult& result, const workbench::ResultBudget& budget);

}  // namespace meta_tools
