#include "registry/guarded_tool_filter.hpp"

#include <utility>

namespace workbench {
namespace {

class GuardedToolFilter final : public ToolFilter {
 public:
  explicit GuardedToolFilter(std::unique_ptr<ToolFilter> filter) : filter_(std::move(filter)) {}

  bool admits(const Tool& tool) const override {
    try {
      return filter_->admits(tool);
    } catch (...) {
      return false;
    }
  }

 private:
  std::unique_ptr<ToolFilter> filter_;
};

}  // namespace

ToolFilterFactory make_guarded_tool_filter_factory(Origin origin, ToolFilterFactory factory) {
  return [origin = std::move(origin),
          factory = std::move(factory)](std::string_view text) -> Result<std::unique_ptr<ToolFilter>> {
    try {
      auto filter = factory(text);
      if (!filter) return filter;
      if (*filter == nullptr) return plugin_failure(origin, "made neither a filter nor an error");
      return std::unique_ptr<ToolFilter>(std::make_unique<GuardedToolFilter>(std::move(*filter)));
    } catch (...) {
      return failure_of_current_exception(origin);
    }
  };
}

}  // namespace workbench
