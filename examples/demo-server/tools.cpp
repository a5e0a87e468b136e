#include "tools.hpp"

#include <array>

namespace workbench::demo {

std::span<const DemoTool* const> tools() {
  static constexpr std::array kTools = {&kAdd, &kWordCount, &kHashText, &kCurrentTime, &kListDirectory, &kConvertUnits};
  return kTools;
}

const DemoTool* find_tool(std::string_view name) {
  for (const DemoTool* tool : tools()) {
    if (tool->name == name) return tool;
  }
  return nullptr;
}

}  // namespace workbench::demo
