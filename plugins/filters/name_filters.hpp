#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <workbench/result.hpp>
#include <workbench/tool_filter.hpp>

namespace workbench::filters {

/// Admits the one tool with this name, compared byte by byte.
class NameFilter final : public ToolFilter {
 public:
  explicit NameFilter(std::string_view name) : name_(name) {}

  [[nodiscard]] bool admits(const Tool& tool) const override { return tool.name == name_; }

 private:
  std::string name_;
};

/// invalid_argument: `name` is empty.
[[nodiscard]] Result<std::unique_ptr<ToolFilter>> make_name_filter(std::string_view name);

/// Admits tools whose whole name matches a pattern: `*` matches any sequence of characters, also an empty one, `?`
/// matches exactly one character (of UTF-8, not one byte), and every other character matches itself.
///
/// Takes time proportional to the length of the name times the length of the pattern at most.
class WildcardFilter final : public ToolFilter {
 public:
  explicit WildcardFilter(std::string_view pattern) : pattern_(pattern) {}

  [[nodiscard]] bool admits(const Tool& tool) const override;

 private:
  std::string pattern_;
};

/// invalid_argument: `pattern` is empty.
[[nodiscard]] Result<std::unique_ptr<ToolFilter>> make_wildcard_filter(std::string_view pattern);

}  // namespace workbench::filters
