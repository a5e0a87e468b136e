#include "gateway/exposure/modes.hpp"

#include <utility>

#include "gateway/exposure/dynamic_mode.hpp"
#include "gateway/exposure/flat_mode.hpp"
#include "gateway/exposure/proxy_mode.hpp"

namespace workbench::gateway {
namespace {

std::unique_ptr<Mode> make_first(config::ToolMode tool_mode, Mode::Parts parts) {
  switch (tool_mode) {
    case config::ToolMode::proxy: break;
    case config::ToolMode::dynamic: return std::make_unique<DynamicMode>(std::move(parts));
    case config::ToolMode::flat: return std::make_unique<FlatMode>(std::move(parts), FlatMode::Of::all_clients);
    case config::ToolMode::automatic: parts.tasks = nullptr; break;  // as in proxy mode
  }
  return std::make_unique<ProxyMode>(std::move(parts));
}

}  // namespace

Result<std::unique_ptr<Modes>> Modes::make(config::ToolMode tool_mode, const ExposureParts& parts,
                                           std::function<void()> ready, const std::vector<std::string>& names,
                                           const registry::Registry& registry) {
  std::unique_ptr<Modes> made(new Modes(tool_mode));
  made->first_ = make_first(tool_mode, {parts, ready});
  if (const auto shown = made->first_->show_first(names, registry); !shown) return shown.error();
  if (tool_mode != config::ToolMode::automatic) return made;
  ExposureParts with_own_names{parts.host,          parts.toolboxes,      parts.pipeline,   parts.client_toolboxes,
                               parts.result_limits, parts.resource_links, made->of_native_, parts.notifier,
                               parts.clients,       parts.tasks};
  made->native_ = std::make_unique<FlatMode>(Mode::Parts{with_own_names, ready}, FlatMode::Of::deferring_hosts);
  if (const auto shown = made->native_->show_first({}, registry); !shown) return shown.error();
  made->automatic_.emplace(*made->first_, *made->native_);
  return made;
}

config::ToolMode Modes::mode() const {
  if (!native_ || first_->is_in_use() == native_->is_in_use()) return configured_;
  return native_->is_in_use() ? config::ToolMode::flat : config::ToolMode::proxy;
}

Result<void> Modes::handle_configuration_change(const std::vector<std::string>& names,
                                                const registry::Registry& registry) {
  if (const auto changed = first_->handle_configuration_change(names, registry); !changed || !native_) return changed;
  return native_->handle_configuration_change({}, registry);
}

void Modes::handle_list_change(servers::Server& server, protocol::ListKind kind, bool is_first) {
  first_->handle_list_change(server, kind, is_first);
  if (native_) native_->handle_list_change(server, kind, is_first);
}

}  // namespace workbench::gateway
