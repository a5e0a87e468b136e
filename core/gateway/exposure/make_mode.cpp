#include "gateway/exposure/make_mode.hpp"

#include <utility>

#include "gateway/exposure/dynamic_mode.hpp"
#include "gateway/exposure/flat_mode.hpp"
#include "gateway/exposure/proxy_mode.hpp"

namespace workbench::gateway {
namespace {

std::unique_ptr<Mode> make(config::ToolMode tool_mode, Mode::Parts parts) {
  switch (tool_mode) {
    case config::ToolMode::proxy: break;
    case config::ToolMode::dynamic: return std::make_unique<DynamicMode>(std::move(parts));
    case config::ToolMode::flat: return std::make_unique<FlatMode>(std::move(parts));
  }
  return std::make_unique<ProxyMode>(std::move(parts));
}

}  // namespace

Result<std::unique_ptr<Mode>> make_mode(config::ToolMode tool_mode, Mode::Parts parts,
                                        const std::vector<std::string>& names, const registry::Registry& registry) {
  std::unique_ptr<Mode> mode = make(tool_mode, std::move(parts));
  if (const auto shown = mode->show_first(names, registry); !shown) return shown.error();
  return mode;
}

}  // namespace workbench::gateway
