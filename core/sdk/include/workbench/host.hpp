#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/extension.hpp>
#include <workbench/json.hpp>
#include <workbench/metrics.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>
#include <workbench/socket_address.hpp>

namespace workbench {

/// How severe a line of the log is. The properties file chooses the least severe that is written (`log.level`).
enum class LogLevel { error, warning, information, debug, trace };

/// Those limits of the process that concern plugins, as the properties file sets them (`limits.*`); these are the
/// defaults.
struct Limits {
  std::size_t message_bytes = 64U * 1024 * 1024;  ///< one message, in either direction
  std::size_t tools_per_server = 20'000;
  std::chrono::milliseconds call{60'000};     ///< one call without progress
  std::chrono::milliseconds shutdown{1'500};  ///< from the beginning of the end to the exit of the last process
};

class Authenticator;

/// An Authenticator and the name under which it was registered. It lives longer than any listener.
struct NamedAuthenticator {
  std::string name;
  Authenticator* authenticator;  ///< never null
};

/// The process, as a plugin sees it. Each plugin has its own, valid until the process has exited. When the process
/// ends, the plugin's objects are destroyed while the loop still exists; after that its functions have no effect:
/// nothing is posted, watched, resolved or logged.
class Host {
 public:
  /// The event loop of the process. Valid as long as the host. [any thread]
  [[nodiscard]] virtual EventLoop& loop() = 0;
  /// Reads and writes JSON. Valid as long as the host. [any thread]
  [[nodiscard]] virtual const JsonAccess& json() const = 0;
  /// They never change. [any thread]
  [[nodiscard]] virtual const Limits& limits() const = 0;

  using Addresses = Result<std::vector<SocketAddress>>;

  /// Finds the addresses of `name`, a host name or an address literal ("127.0.0.1", "::1", without brackets), for a TCP
  /// connection to `port`, in the order in which they should be tried, as the operating system is configured to find
  /// them. The loop does not wait for it. `done` is called once, on the loop thread and never inside this call; not at
  /// all once the returned object was destroyed, which cancels the query. The names of all plugins are resolved one
  /// after the other. [loop thread]
  /// not_found: there is no such name, or it has no address. unavailable: it cannot be resolved at the moment.
  [[nodiscard]] virtual std::unique_ptr<EventLoop::Subscription> resolve(
      std::string name, std::uint16_t port, MoveOnlyFunction<void(Addresses addresses)> done) = 0;

  /// Writes one line to the workbench's log, which goes to stderr. Never blocks. `source` is the part that reports,
  /// such as "dev/filesystem"; empty: the plugin, by its name. [any thread]
  virtual void log(LogLevel level, std::string_view source, std::string_view text) = 0;

  /// `collect` writes figures to its MetricsWriter at each scrape, on the loop thread, until the returned object is
  /// destroyed. Between scrapes nothing is done for it: count where it costs next to nothing, and add up here. Make the
  /// collector that reads an object a member of that object. [startup, loop thread]
  [[nodiscard]] virtual std::unique_ptr<EventLoop::Subscription> add_metrics(
      MoveOnlyFunction<void(MetricsWriter& writer)> collect) = 0;

  /// One scrape: the figures of all collectors, of the workbench itself and of all plugins, in Prometheus' text format
  /// (kMetricsMediaType). Empty inside a collector, and when nothing was collected. [loop thread]
  [[nodiscard]] virtual std::string metrics() = 0;

  /// The authenticators that the properties file names (`authenticators`), in its order: a listener over HTTP asks them
  /// if it does not know the credentials of a request itself. They never change. [startup, loop thread]
  [[nodiscard]] virtual std::vector<NamedAuthenticator> authenticators() { return {}; }

  /// The extension `T` (see ExtensionId), which the host or another plugin provides; null: it is not provided. The same
  /// object at each call. Valid until the objects of the asking plugin have been destroyed; its functions are
  /// called on the loop thread unless `T` says otherwise. The host is not between the two plugins: exceptions of
  /// the provider are thrown into the asking plugin. Null in a thread other than the loop thread. [startup, loop
  /// thread]
  template <typename T>
  [[nodiscard]] T* extension() {
    return static_cast<T*>(find_extension(T::kExtension));
  }

  /// See extension(). What it returns points to the type that names itself so.
  [[nodiscard]] virtual void* find_extension(ExtensionId /*id*/) { return nullptr; }

 protected:
  ~Host() = default;
};

}  // namespace workbench
