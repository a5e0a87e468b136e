#pragma once

#include <map>
#include <memory>
#include <string>

#include <workbench/host.hpp>
#include <workbench/transport.hpp>

namespace workbench::http {

namespace oauth {
class TokenSource;
}
namespace transport {
struct ServerAddress;
}

/// Connects to servers at a URL: Streamable HTTP in both eras, and HTTP+SSE of 2024-11-05. [loop thread]
class HttpTransport final : public Transport {
 public:
  /// `host` must outlive the transport.
  explicit HttpTransport(Host& host) : host_(host) {}

  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override;

 private:
  /// The source for the server, which all of its connections share. Null: its entry has none.
  [[nodiscard]] std::shared_ptr<oauth::TokenSource> tokens_of(const ServerConfig& server,
                                                              const transport::ServerAddress& address);

  Host& host_;
  // While a connection uses them, by server, URL and client.
  std::map<std::string, std::weak_ptr<oauth::TokenSource>> tokens_;
};

}  // namespace workbench::http
