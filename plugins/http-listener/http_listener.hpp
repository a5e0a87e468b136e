#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/listener.hpp>
#include <workbench/listener_console.hpp>
#include <workbench/listener_inspection.hpp>

#include "http-shared/fetcher.hpp"
#include "listener_settings.hpp"

namespace workbench::http {

struct ListenerContext;
class Acceptor;
class Endpoint;
class IssuerInspection;
class ListenSocket;
class TlsContext;

/// Accepts many clients over Streamable HTTP, in both eras ("basic/transports/streamable-http"). [loop thread]
class HttpListener final : public Listener, public ListenerInspection, public ListenerConsole {
 public:
  /// `options` have been checked. `host` must outlive the listener.
  /// `fetcher`: null unless uses_oauth().
  HttpListener(const Options& options, Host& host, std::unique_ptr<Fetcher> fetcher);
  /// Ends all connections. Waits for 200 ms at most for clients that have not read their last response.
  ~HttpListener() override;

  /// The errors of the options and of the files that they name. [startup]
  [[nodiscard]] static std::vector<OptionError> check(const Options& options, Host& host);

  [[nodiscard]] Result<void> open(Accept accept) override;
  void close() noexcept override;
  [[nodiscard]] bool ends_with_its_client() const noexcept override { return false; }

  [[nodiscard]] std::vector<std::string> files() const override;
  [[nodiscard]] Result<void> reload() override;

  // ListenerInspection
  void inspect(const std::vector<std::string>& toolboxes, Done done) override;

  // ListenerConsole
  [[nodiscard]] Result<std::string> console_url() override;

 private:
  [[nodiscard]] std::string console_page_at(const std::vector<ListenSocket>& sockets) const;
  void log_what_is_served(const std::vector<ListenSocket>& sockets);
  void warn_of_certificates(const TlsContext* tls);  // null: there is no TLS
  void warn(const std::string& text) { host_.log(LogLevel::warning, "listener 'http'", text); }

  Host& host_;
  const ListenerSettings settings_;
  std::unique_ptr<Fetcher> fetcher_;  // null without OAuth, and after open()
  std::string console_page_;          // its address for a browser of this machine; empty: there is none
  std::shared_ptr<ListenerContext> context_;
  std::shared_ptr<Endpoint> endpoint_;
  std::shared_ptr<Acceptor> acceptor_;
  std::unique_ptr<IssuerInspection> issuers_;  // null unless inspect() looks at them
};

}  // namespace workbench::http
