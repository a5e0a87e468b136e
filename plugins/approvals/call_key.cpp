#include "call_key.hpp"

#include "shown_text.hpp"

namespace workbench::approvals {

std::string shown_target(const std::string& method, const ToolIdentifier& target) {
  constexpr std::size_t kMaxNameBytes = 100;
  std::string shown = method == "tools/call" ? "" : shown_line(method, kMaxNameBytes) + ' ';
  shown.append(shown_line(target.toolbox, kMaxNameBytes)).append("/");
  shown.append(shown_line(target.server, kMaxNameBytes)).append("/");
  return shown.append(shown_line(target.tool, kMaxNameBytes));
}

}  // namespace workbench::approvals
