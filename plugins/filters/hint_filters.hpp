#pragma once

#include <memory>
#include <string_view>

#include <workbench/result.hpp>
#include <workbench/tool_filter.hpp>

namespace workbench::filters {

// What the hints of a tool say (ToolAnnotations of the specification). Where a hint is absent, the specification's
// default counts, which assumes the worst.

/// Whether the tool may change something: `readOnlyHint` is not true.
[[nodiscard]] bool may_write(const Tool& tool);

/// Whether it may delete or overwrite something: it may write, and `destructiveHint` is not false.
[[nodiscard]] bool may_destroy(const Tool& tool);

/// Whether it may reach what is outside a closed set: `openWorldHint` is not false.
[[nodiscard]] bool reaches_open_world(const Tool& tool);

/// Admits the tools of which `reads_hints`, one of the functions above, is true.
class HintFilter final : public ToolFilter {
 public:
  using ReadsHints = bool (*)(const Tool& tool);
  explicit HintFilter(ReadsHints reads_hints) : reads_hints_(reads_hints) {}

  [[nodiscard]] bool admits(const Tool& tool) const override { return reads_hints_(tool); }

 private:
  const ReadsHints reads_hints_;
};

/// invalid_argument: `text`, what follows the colon, is not empty.
[[nodiscard]] Result<std::unique_ptr<ToolFilter>> make_hint_filter(std::string_view scheme, std::string_view text,
                                                                   HintFilter::ReadsHints reads_hints);

}  // namespace workbench::filters
