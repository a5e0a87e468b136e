#pragma once

#include <memory>

#include <workbench/transport.hpp>

namespace workbench::servers {

/// In the place of the transport of a server whose entry has errors (config::ServerEntry::has_errors), because the
/// entry may name one that no plugin provides. RunFactory says why such a server is not started, before it connects.
class UnusableTransport final : public Transport {
 public:
  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig&) override {
    return Error{ErrorKind::invalid_argument, "its entry cannot be used"};
  }

  /// It has no state, so one is enough.
  [[nodiscard]] static Transport& instance() {
    static UnusableTransport transport;
    return transport;
  }
};

}  // namespace workbench::servers
