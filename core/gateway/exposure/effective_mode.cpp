#include "gateway/exposure/effective_mode.hpp"

namespace workbench::gateway {

std::string_view name_of(config::ToolMode mode) {
  switch (mode) {
    case config::ToolMode::proxy: return "proxy";
    case config::ToolMode::dynamic: return "dynamic";
    case config::ToolMode::flat: return "flat";
    case config::ToolMode::automatic: return "auto";
  }
  return {};
}

std::string reason_for_mode(config::ToolMode configured, const HostProfile& host) {
  if (configured != config::ToolMode::automatic) {
    return "\"toolMode\" is " + std::string(name_of(configured));
  }
  if (!host.defers_tools) return "it is not known to defer tools itself";
  if (!*host.defers_tools) return "it shows its model all definitions at once";
  std::string reason = "it defers tools itself";
  if (host.has_code_mode.value_or(false)) reason += ", and its model can call them from code";
  return reason;
}

}  // namespace workbench::gateway
