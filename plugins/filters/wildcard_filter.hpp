#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <workbench/result.hpp>
#include <workbench/tool_filter.hpp>

namespace workbench {

/// Admits tools whose whole name matches a pattern: `*` stands for any run of characters, none included, `?` for
/// exactly one character (of UTF-8, not one byte), and every other character for itself.
///
/// Never slower than the length of the name times the length of the pattern, whatever the two look like.
class WildcardFilter final : public ToolFilter {
 public:
  explicit WildcardFilter(std::string_view pattern) : pattern_(pattern) {}

  [[nodiscard]] bool admits(const Tool& tool) const override;

 private:
  std::string pattern_;
};

/// invalid_argument: `pattern` is empty.
[[nodiscard]] Result<std::unique_ptr<ToolFilter>> make_wildcard_filter(std::string_view pattern);

}  // namespace workbench
