#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>
#include <workbench/result.hpp>

namespace workbench::http {

/// The options of the listener, checked.
struct ListenerSettings {
  std::string address;  ///< an IP address
  std::uint16_t port;
  std::string path;
  std::string tokens_file;
  std::string tokens_variable;
  std::string certificate;
  std::string key;
  std::vector<std::string> allowed_origins;
  std::vector<std::string> allowed_hosts;
  std::size_t request_bytes;
  std::size_t header_bytes;
  std::size_t connections;
  std::size_t sessions;
  std::size_t requests_per_second;  ///< of one principal; 0: as many as it likes
  std::chrono::milliseconds session_idle;
  std::chrono::milliseconds keep_alive;
  std::chrono::milliseconds request_time;
  bool allows_anonymous;

  [[nodiscard]] bool has_tls() const { return !certificate.empty(); }
  [[nodiscard]] bool asks_for_tokens() const { return !tokens_file.empty() || !tokens_variable.empty(); }

  /// Whether the address is one of loopback.
  [[nodiscard]] bool is_for_this_machine_alone() const;

  /// invalid_argument: an option makes no sense, or lets in everybody where that is not safe.
  [[nodiscard]] static Result<ListenerSettings> from(const Options& options, const Limits& limits);
};

[[nodiscard]] std::vector<OptionDescription> door_options();

}  // namespace workbench::http
