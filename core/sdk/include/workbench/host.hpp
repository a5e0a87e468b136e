#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

#include <workbench/event_loop.hpp>
#include <workbench/json.hpp>

namespace workbench {

enum class LogLevel { error, warning, information, debug, trace };

/// What nothing may exceed. Set in the host's properties file; these are the defaults.
struct Limits {
  std::size_t message_bytes = 64U * 1024 * 1024;         ///< one message, either way
  std::size_t message_depth = 1000;                      ///< nested arrays and objects
  std::size_t server_backlog_bytes = 16U * 1024 * 1024;  ///< accepted for one server and not yet written
  std::size_t client_backlog_bytes = 1024U * 1024;       ///< unread by the client before its sources are paused
  std::size_t calls_in_flight = 10'000;                  ///< of one client, or of the modern ones of a principal
  std::size_t tools_per_server = 20'000;
  std::size_t pages_per_list = 500;
  std::chrono::milliseconds server_start{60'000};   ///< launch, handshake and first list together
  std::chrono::milliseconds open_patience{10'000};  ///< of a start, for which opening a toolbox or a list waits
  std::chrono::milliseconds probe{5'000};           ///< for `server/discover`, before the older greeting is tried too
  std::chrono::milliseconds suspended{300'000};     ///< a call that waits for its client to repeat it with answers
  std::size_t suspended_calls = 1'000;              ///< of one client; of all modern ones of a principal
  std::chrono::milliseconds call{60'000};           ///< one tool call without a sign of progress
  std::chrono::milliseconds idle{1'800'000};  ///< from the last modern client of a principal to the end of its servers
  std::chrono::milliseconds idle_server{0};   ///< without a call before a server is ended; 0: it is not
  std::chrono::milliseconds drain_least{0};   ///< in which newcomers are still told that they are not served any more
  std::chrono::milliseconds drain{10'000};    ///< for the calls under way when the workbench is told to end
  std::chrono::milliseconds shutdown{1'500};  ///< from the wish to end to the last process gone
};

/// What the workbench offers to its plugins. It lives until the process ends.
class Host {
 public:
  [[nodiscard]] virtual EventLoop& loop() = 0;
  [[nodiscard]] virtual const JsonAccess& json() const = 0;
  [[nodiscard]] virtual const Limits& limits() const = 0;

  /// One line in the workbench's log, which goes to stderr and never blocks. `source` says who speaks
  /// ("filters", "dev/filesystem"). [any thread]
  virtual void log(LogLevel level, std::string_view source, std::string_view text) = 0;

 protected:
  ~Host() = default;
};

}  // namespace workbench
