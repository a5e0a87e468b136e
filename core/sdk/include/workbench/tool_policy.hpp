#pragma once

#include <string>
#include <vector>

#include <workbench/tool.hpp>

namespace workbench {

/// What a call of a tool does with data, as the configuration labels the tool (`labels`).
struct FlowLabels {
  bool is_private = false;    ///< its results hold private data
  bool is_untrusted = false;  ///< its results hold text that anyone may have written
  bool sends = false;         ///< it sends its arguments to where others can read them

  [[nodiscard]] bool empty() const { return !is_private && !is_untrusted && !sends; }
  [[nodiscard]] bool operator==(const FlowLabels&) const = default;
};

/// What the configuration and the hints of a tool demand of a call of it: see Toolboxes::policy_of().
struct ToolPolicy {
  /// The entries of `approve` that match, as they are written ("destructive:", "create_*"); empty: the tool itself
  /// needs no approval.
  std::vector<std::string> approve;
  bool approves_flows = false;  ///< `approve` has "flow:": a person is asked where three labels meet in a workspace
  FlowLabels labels;
  ToolAnnotations annotations;  ///< as the configuration corrects them
  bool is_listed = false;       ///< its server has listed it; if not, `annotations` and `title` are unknown
  std::string title;            ///< empty: none given
  std::string own_name;         ///< the server's own name of the tool, which clients may know by another one

  /// Whether nothing is demanded.
  [[nodiscard]] bool empty() const { return approve.empty() && !approves_flows && labels.empty(); }
};

}  // namespace workbench
