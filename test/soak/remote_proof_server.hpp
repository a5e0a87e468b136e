#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>

namespace soak {

/// A proof server over HTTP, which the workbench does not start. After it was killed it comes back at the same port.
class RemoteProofServer {
 public:
  RemoteProofServer(std::string program, std::string name, bool is_modern);
  ~RemoteProofServer();
  RemoteProofServer(const RemoteProofServer&) = delete;
  RemoteProofServer& operator=(const RemoteProofServer&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/mcp"; }

  /// By SIGKILL.
  void kill();
  /// Starts it again some time after it was killed.
  void restart_if_due();

 private:
  void start();

  const std::string program_;
  const std::string name_;
  const bool is_modern_;
  std::uint16_t port_ = 0;
  pid_t pid_ = -1;
  std::chrono::steady_clock::time_point restart_at_;
};

}  // namespace soak
