#pragma once

#include <span>
#include <string_view>

#include "demo_tool.hpp"

namespace workbench::demo {

// One per file in tools/.
extern const DemoTool kAdd;
extern const DemoTool kConvertUnits;
extern const DemoTool kCurrentTime;
extern const DemoTool kHashText;
extern const DemoTool kListDirectory;
extern const DemoTool kWordCount;

/// All tools, in the order in which they are listed.
[[nodiscard]] std::span<const DemoTool* const> tools();

/// The tool of this name, or null.
[[nodiscard]] const DemoTool* find_tool(std::string_view name);

}  // namespace workbench::demo
