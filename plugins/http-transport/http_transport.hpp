#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/transport.hpp>

#include "first_protocol.hpp"
#include "login/token_sources.hpp"
#include "server_settings.hpp"

namespace workbench::http {

/// Connects to servers at a URL: Streamable HTTP in both eras, and HTTP+SSE of 2024-11-05. [loop thread]
class HttpTransport final : public Transport, private ServerLogins {
 public:
  /// `host` must outlive the transport.
  explicit HttpTransport(Host& host, transport::FirstProtocol protocol = transport::FirstProtocol::streamable_http)
      : host_(host), protocol_(protocol), sources_(host) {}

  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override;
  [[nodiscard]] ServerLogins* logins() override { return this; }

 private:
  // ServerLogins
  [[nodiscard]] std::unique_ptr<ServerLogin> begin(const ServerConfig& server, std::vector<std::string> scopes,
                                                   Visit visit, Done done) override;
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> end(const ServerConfig& server, Done done) override;
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> find(
      const ServerConfig& server, MoveOnlyFunction<void(Result<LoginState> state)> done) override;
  [[nodiscard]] std::string issuer(const ServerConfig& server) override;

  /// invalid_argument: the options of `server` are invalid.
  [[nodiscard]] static Result<ServerSettings> settings_of(const ServerConfig& server);
  /// The token source of a server that has logins. Errors: as begin().
  [[nodiscard]] Result<std::shared_ptr<login::TokenSource>> source_of(const ServerConfig& server);

  Host& host_;
  const transport::FirstProtocol protocol_;
  login::TokenSources sources_;
};

}  // namespace workbench::http
