#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>

namespace workbench::http {

/// The checked options of the listener.
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
  std::size_t requests_per_second;  ///< of one principal; 0: no limit
  std::chrono::milliseconds session_idle;
  std::chrono::milliseconds keep_alive;
  std::chrono::milliseconds request_time;
  bool allows_anonymous;

  [[nodiscard]] bool has_tls() const { return !certificate.empty(); }
  [[nodiscard]] bool requires_token() const { return !tokens_file.empty() || !tokens_variable.empty(); }

  [[nodiscard]] bool is_loopback() const;

  /// The options that are invalid; also if other machines could connect without a token.
  [[nodiscard]] static std::vector<OptionError> check(const Options& options, const Limits& limits);
  /// The settings of options that have been checked.
  [[nodiscard]] static ListenerSettings from(const Options& options, const Limits& limits);
};

[[nodiscard]] std::vector<OptionDescription> listener_options();

}  // namespace workbench::http
