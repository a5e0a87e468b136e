#include "gateway/exposure/automatic_backend.hpp"

namespace workbench::gateway {

AutomaticBackend::AutomaticBackend(Mode& proxy, Mode& native) : proxy_(proxy), native_(native) {
  proxy_.set_in_use(false);
  native_.set_in_use(false);
}

Mode& AutomaticBackend::mode_of(const ClientInfo& client) const {
  return proxy_.mode_for(client) == config::ToolMode::flat ? native_ : proxy_;
}

clients::Backend& AutomaticBackend::for_client(const ClientInfo& client) {
  Mode& mode = mode_of(client);
  mode.set_in_use(true);
  return mode;
}

}  // namespace workbench::gateway
