#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <workbench/result.hpp>

#include "shared/descriptor.hpp"
#include "transport/launch_record.hpp"
#include "transport/server_command.hpp"

namespace workbench::stdio {

/// A server's launcher, and through it the server and everything that the server starts. [loop thread]
/// Destroying it ends them all without grace and without waiting for it.
class ServerProcess final {
 public:
  /// Starts `server` by way of the program `launcher`. Whether the server itself could be started is told on `errors`.
  /// `grace` is what its processes get between SIGTERM and SIGKILL.
  /// unavailable: there is no launcher, or the system has no process or descriptor left.
  [[nodiscard]] static Result<std::unique_ptr<ServerProcess>> launch(const std::string& launcher,
                                                                     const ServerCommand& server,
                                                                     std::chrono::milliseconds grace);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  Descriptor input;   ///< for us to write to
  Descriptor output;  ///< for us to read from
  Descriptor errors;  ///< likewise; the launcher speaks here, too

  [[nodiscard]] const std::string& token() const { return token_; }

  /// Becomes readable when the launcher has ended, the last of all processes.
  [[nodiscard]] int end_descriptor() const { return end_.get(); }
  /// How the launcher ended. Empty: it has not.
  [[nodiscard]] std::optional<LaunchRecord> reap();

  /// The launcher has told that the server ended: what is left of its processes is being ended already.
  void record_end() { is_ending_ = true; }
  /// SIGTERM to all processes, and SIGKILL after the grace. Only after the launcher has told that the server started.
  void stop() noexcept;
  /// SIGKILL to all processes. Any time.
  void kill() noexcept;
  /// SIGKILL to the launcher, should it have failed us. What its server left behind may survive.
  void kill_launcher() noexcept;

 private:
  ServerProcess(std::string token, int pid);
  [[nodiscard]] bool is_complete() const;
  void send_signal(int signal) noexcept;
  void enlarge_pipes();

  std::string token_;
  Descriptor end_;
  bool is_ending_ = false;
  bool reaped_ = false;
  bool has_large_pipes_ = false;
};

}  // namespace workbench::stdio
