#pragma once

#include <memory>

#include <workbench/transport.hpp>

#include "io_thread.hpp"

namespace workbench::http {

/// Connects to servers at a URL: Streamable HTTP in both eras, and HTTP+SSE of 2024-11-05. [loop thread]
class HttpTransport final : public Transport {
 public:
  explicit HttpTransport(std::shared_ptr<IoThread> io) : io_(std::move(io)) {}

  [[nodiscard]] std::vector<OptionDescription> options() const override;
  [[nodiscard]] Result<void> check(const Options& options) const override;
  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server, Host& host) override;

 private:
  std::shared_ptr<IoThread> io_;
};

}  // namespace workbench::http
