#pragma once

#include <memory>

#include <workbench/host.hpp>
#include <workbench/transport.hpp>

namespace workbench::http {

/// Connects to servers at a URL: Streamable HTTP in both eras, and HTTP+SSE of 2024-11-05. [loop thread]
class HttpTransport final : public Transport {
 public:
  /// `host` must outlive the transport.
  explicit HttpTransport(Host& host) : host_(host) {}

  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override;

 private:
  Host& host_;
};

}  // namespace workbench::http
