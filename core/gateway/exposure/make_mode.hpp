#pragma once

#include <memory>
#include <string>
#include <vector>

#include "config/toolboxes_file/config.hpp"
#include "gateway/exposure/mode.hpp"

namespace workbench::gateway {

/// The mode `tool_mode`, which shows the meta-tools `names`; any error: see Mode::show_first().
[[nodiscard]] Result<std::unique_ptr<Mode>> make_mode(config::ToolMode tool_mode, Mode::Parts parts,
                                                      const std::vector<std::string>& names,
                                                      const registry::Registry& registry);

}  // namespace workbench::gateway
