#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

#include "tool_index.hpp"

namespace meta_tools {

/// The searched texts of each tool. The views are valid as long as `tools`.
[[nodiscard]] std::vector<ToolText> texts_of(const std::vector<workbench::KnownTool>& tools,
                                             const workbench::JsonAccess& json);

/// Keeps the indexes of the catalogs that were searched last, and makes one when a catalog has changed. Workspaces
/// whose servers list the same tools share an index. [loop thread]
class ToolSearch {
 public:
  /// `json` must outlive it.
  explicit ToolSearch(const workbench::JsonAccess& json) : json_(json) {}

  /// The index of exactly these tools. Valid until the next call.
  [[nodiscard]] const ToolIndex& index_of(const std::vector<workbench::KnownTool>& tools);

 private:
  /// A tool of an index, to find out whether it is still the same.
  struct IndexedTool {
    workbench::ToolIdentifier identifier;
    workbench::Json definition;
  };
  struct Indexed {
    std::vector<IndexedTool> tools;
    ToolIndex index;
  };

  /// An index keeps the definitions of its tools: clients with different catalogs are few.
  static constexpr std::size_t kMaxIndexes = 4;

  [[nodiscard]] static bool is_of(const Indexed& indexed, const std::vector<workbench::KnownTool>& tools);
  [[nodiscard]] Indexed make_index(const std::vector<workbench::KnownTool>& tools) const;

  const workbench::JsonAccess& json_;
  std::list<Indexed> indexes_;  // the most recently used first
};

}  // namespace meta_tools
