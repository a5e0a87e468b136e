#pragma once

#include <memory>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/listener.hpp>

#include "io_thread.hpp"
#include "listener/listener_settings.hpp"

namespace workbench::http {

struct ListenerContext;
class Endpoint;
class Acceptor;

/// Accepts many clients over Streamable HTTP, in both eras ("basic/transports/streamable-http"). [loop thread]
class HttpListener final : public Listener {
 public:
  /// `options` have been checked. `host` must outlive the listener.
  HttpListener(const Options& options, Host& host, std::shared_ptr<IoThread> io)
      : host_(host), io_(std::move(io)), settings_(ListenerSettings::from(options, host.limits())) {}
  /// Ends all connections, and waits for the io thread to be done with them.
  ~HttpListener() override;

  /// What is wrong with the options and the files that they name. [startup]
  [[nodiscard]] static std::vector<OptionError> check(const Options& options, Host& host);

  [[nodiscard]] Result<void> open(Accept accept) override;
  void close() noexcept override;
  [[nodiscard]] bool ends_with_its_client() const noexcept override { return false; }

 private:
  Host& host_;
  std::shared_ptr<IoThread> io_;
  const ListenerSettings settings_;
  std::shared_ptr<ListenerContext> context_;
  std::shared_ptr<Endpoint> endpoint_;
  std::shared_ptr<Acceptor> acceptor_;
};

}  // namespace workbench::http
