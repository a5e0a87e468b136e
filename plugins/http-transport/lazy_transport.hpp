#pragma once

#include <memory>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>
#include <workbench/transport.hpp>

#include "first_protocol.hpp"

namespace workbench::http {

/// The transport to servers behind a URL. Loads the library that reaches them (library.hpp) when the first
/// server is checked, connected to or asked for its login. The library is never unloaded.
class LazyTransport final : public Transport {
 public:
  /// `host` must outlive the transport.
  LazyTransport(Host& host, transport::FirstProtocol protocol) : host_(host), protocol_(protocol) {}

  /// The errors of the options of a server; also that the library cannot be loaded. [startup, loop thread]
  [[nodiscard]] static std::vector<OptionError> check(const Options& options);

  /// unavailable: the library cannot be loaded.
  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override;

  /// Null: the library cannot be loaded, which has been logged.
  [[nodiscard]] ServerLogins* logins() override;

 private:
  [[nodiscard]] Result<Transport*> loaded();

  Host& host_;
  const transport::FirstProtocol protocol_;
  std::unique_ptr<Transport> transport_;  // null until the first server
};

}  // namespace workbench::http
