#pragma once

#include <optional>
#include <string>
#include <vector>

#include <workbench/tool.hpp>
#include <workbench/tool_policy.hpp>

#include "config/toolboxes_file/config.hpp"

namespace workbench::app {

/// What a tool probably does with data, by its hints and the words in its name. Only a proposal: a person decides.
[[nodiscard]] FlowLabels probable_labels(const Tool& tool);

/// The line for the entry of a server that would label its tools so. Absent: none of them needs a label.
[[nodiscard]] std::optional<std::string> label_line(const std::vector<Tool>& tools);

/// Whether labels are to be proposed: `approve` has "flow:", which needs them, and the entry has none.
[[nodiscard]] bool lacks_labels(const config::CallPolicy& policy);

}  // namespace workbench::app
