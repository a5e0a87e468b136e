#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <workbench/result.hpp>
#include <workbench/tool_filter.hpp>

namespace workbench {

/// Admits the one tool of this name, compared byte by byte.
class NameFilter final : public ToolFilter {
 public:
  explicit NameFilter(std::string_view name) : name_(name) {}

  [[nodiscard]] bool admits(const Tool& tool) const override { return tool.name == name_; }

 private:
  std::string name_;
};

/// invalid_argument: `name` is empty.
[[nodiscard]] Result<std::unique_ptr<ToolFilter>> make_name_filter(std::string_view name);

}  // namespace workbench
