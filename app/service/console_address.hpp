#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <workbench/listener.hpp>

#include "requests/operator_methods.hpp"
#include "service/service.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// Where the user who runs the workbench opens the console, for `mcp-workbench open`:
///
///   workbench/console  {} -> {"url": "http://127.0.0.1:PORT/console/#code=CODE"}
///
/// A listener that serves the console at a loopback address is used. Without one, a listener `http` is opened that has
/// the console alone, on a free port, and stays open until the service ends. Only operators of the local socket may
/// request it: a code outlasts the session that it was requested in. [loop thread]
class ConsoleAddress final : public OperatorMethods {
 public:
  /// All must outlive it.
  ConsoleAddress(Startup& startup, Service& service) : startup_(startup), service_(service) {}

  [[nodiscard]] bool has(std::string_view method) const override { return method == "workbench/console"; }
  /// Answers at once. forbidden: not over the local socket. unavailable: no plugin provides the listener, it could not
  /// be opened, or the service is ending.
  void respond(const OperatorRequest& request, OperatorAnswer answer) override;

  /// The service is ending: nothing is opened any more, and the opened listener accepts no further client.
  void close() noexcept;

 private:
  [[nodiscard]] Result<std::string> url();
  [[nodiscard]] Result<void> open();

  Startup& startup_;
  Service& service_;
  std::unique_ptr<Listener> opened_;  // null: none is needed yet
  bool is_closed_ = false;
};

}  // namespace workbench::app
