// The tool filter `max-bytes:N` admits the tools whose definition has at most N bytes.
#include <charconv>

#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

class MaxBytesFilter final : public ToolFilter {
 public:
  explicit MaxBytesFilter(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  bool admits(const Tool& tool) const override { return tool.definition.text().size() <= max_bytes_; }

 private:
  const std::size_t max_bytes_;
};

Result<std::unique_ptr<ToolFilter>> make_filter(std::string_view text, Host&) {
  std::size_t max_bytes = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed_to, error] = std::from_chars(text.data(), end, max_bytes);
  if (error != std::errc() || parsed_to != end) {
    return Error{ErrorKind::invalid_argument, "'max-bytes:' needs a number of bytes, as in 'max-bytes:2000'"};
  }
  return std::unique_ptr<ToolFilter>(std::make_unique<MaxBytesFilter>(max_bytes));
}

void register_plugin(Registrar& registrar) {
  registrar.add_tool_filter("max-bytes", make_filter);
}

}  // namespace

WORKBENCH_PLUGIN("max-bytes-filter", "0.1.0", register_plugin);
