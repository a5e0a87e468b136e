// The tool filter `read-only:` admits the tools that their server calls read-only.
#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

class ReadOnlyFilter final : public ToolFilter {
 public:
  bool admits(const Tool& tool) const override { return tool.annotations.read_only_hint.value_or(false); }
};

Result<std::unique_ptr<ToolFilter>> make_filter(std::string_view text, Host&) {
  if (!text.empty()) return Error{ErrorKind::invalid_argument, "nothing may follow 'read-only:'"};
  return std::unique_ptr<ToolFilter>(std::make_unique<ReadOnlyFilter>());
}

void register_plugin(Registrar& registrar) {
  registrar.add_tool_filter("read-only", make_filter);
}

}  // namespace

WORKBENCH_PLUGIN("read-only-filter", "0.1.0", register_plugin);
