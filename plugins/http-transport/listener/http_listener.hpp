#pragma once

#include <memory>

#include <workbench/listener.hpp>

#include "io_thread.hpp"

namespace workbench::http {

struct ListenerContext;
class Endpoint;
class Acceptor;

/// Accepts many clients over Streamable HTTP, in both eras ("basic/transports/streamable-http"). [loop thread]
class HttpListener final : public Listener {
 public:
  explicit HttpListener(std::shared_ptr<IoThread> io) : io_(std::move(io)) {}
  /// Ends all connections, and waits for the io thread to be done with them.
  ~HttpListener() override;

  [[nodiscard]] std::vector<OptionDescription> options() const override;
  [[nodiscard]] Result<void> check(const Options& options, const Limits& limits, const JsonAccess& json) const override;
  [[nodiscard]] Result<void> open(const Options& options, Host& host, Accept accept) override;
  void close() noexcept override;
  [[nodiscard]] bool ends_with_its_client() const override { return false; }

 private:
  std::shared_ptr<IoThread> io_;
  std::shared_ptr<ListenerContext> context_;
  std::shared_ptr<Endpoint> endpoint_;
  std::shared_ptr<Acceptor> acceptor_;
};

}  // namespace workbench::http
