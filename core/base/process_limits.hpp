#pragma once

#include <chrono>
#include <cstddef>

#include <workbench/extension.hpp>
#include <workbench/host.hpp>

namespace workbench::base {

/// All limits of the process, as the properties file sets them (`limits.*`); these are the defaults. Plugins see only
/// the members of Limits.
struct ProcessLimits : Limits {
  std::size_t message_depth = 1000;                      ///< nested arrays and objects
  std::size_t server_backlog_bytes = 16U * 1024 * 1024;  ///< accepted for one server and not written yet
  std::size_t client_backlog_bytes = 1024U * 1024;  ///< not read by a client; reading from its servers is paused then
  std::size_t calls_in_flight = 10'000;             ///< of one client, or of all modern clients of a principal
  std::size_t principal_calls = 0;                  ///< in flight, of all clients of a principal; 0: no such limit
  std::size_t principal_servers = 0;                ///< that run for all clients of a principal; 0: no such limit
  std::size_t pages_per_list = 500;
  std::chrono::milliseconds server_start{60'000};   ///< launch, handshake and first list of a server together
  std::chrono::milliseconds open_patience{10'000};  ///< how long opening a toolbox or a list waits for a start
  std::chrono::milliseconds list_patience{800};     ///< the same for a native list of tools, which a host waits for
  std::chrono::milliseconds probe{5'000};           ///< for `server/discover`, before falling back to `initialize`
  std::chrono::milliseconds suspended{300'000};  ///< a suspended call, until its client repeats it with the responses
  std::size_t suspended_calls = 1'000;           ///< of one client, or of all modern clients of a principal
  std::chrono::milliseconds idle{1'800'000};  ///< from the last modern client of a principal to the end of its servers
  std::chrono::milliseconds idle_exit{0};     ///< without a client, before the workbench ends; 0: it does not end
  std::chrono::milliseconds idle_server{0};   ///< without a call, before a server is ended; 0: it is not ended
  std::chrono::milliseconds server_end{6'000};  ///< for a server to end, while the workbench stays
  std::chrono::milliseconds drain_least{0};  ///< in which new clients are still answered that the workbench is ending
  std::chrono::milliseconds drain{10'000};   ///< for the calls in flight when the workbench is ended
};

/// What the host of the process offers to the core beyond Host.
class CoreHost {
 public:
  static constexpr ExtensionId kExtension{"workbench/core-host", 1};

  /// The limits in force now. The object stays at its address for as long as the host; its values change when the
  /// configuration is read again. [loop thread]
  [[nodiscard]] virtual const ProcessLimits& process_limits() const = 0;

 protected:
  ~CoreHost() = default;
};

/// The limits of the process that `host` belongs to; the defaults if it has none. See CoreHost::process_limits().
[[nodiscard]] inline const ProcessLimits& process_limits(Host& host) {
  static constexpr ProcessLimits kDefaults;
  const auto* const core_host = host.extension<CoreHost>();
  return core_host == nullptr ? kDefaults : core_host->process_limits();
}

}  // namespace workbench::base
