#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/options.hpp>

#include "access/memory_budget.hpp"
#include "access/principal_list.hpp"
#include "access/quota.hpp"
#include "access_tokens/access_token_settings.hpp"
#include "network/listen_socket.hpp"
#include "network/tls_context.hpp"
#include "network/trusted_addresses.hpp"
#include "network/unix_socket.hpp"

namespace workbench::http {

/// The checked options of the listener.
struct ListenerSettings {
  std::vector<ListenAddress> addresses;
  std::uint16_t port;
  UnixSocketAccess socket_access;
  std::string path;
  TokenListSource tokens;
  AccessTokenSettings oauth;
  TlsFiles tls;  ///< without a certificate: plain HTTP
  std::vector<std::string> allowed_origins;
  std::vector<std::string> allowed_hosts;  ///< `*`: any
  TrustedAddresses trusted_proxies;
  bool reads_forwarded;  ///< trusted proxies use Forwarded; else X-Forwarded-*
  bool proxy_protocol;   ///< trusted proxies begin each connection with its header
  std::size_t request_bytes;
  std::size_t header_bytes;
  std::size_t connections;
  std::size_t sessions;
  QuotaLimits quotas;
  MemoryLimits memory;
  std::chrono::milliseconds session_idle;
  std::chrono::milliseconds keep_alive;
  std::chrono::milliseconds request_time;
  bool allows_anonymous;
  bool access_log;
  bool metrics;
  bool console;             ///< the console is served
  bool console_only;        ///< and nothing else: no MCP endpoint at `path`
  bool has_authenticators;  ///< of plugins

  [[nodiscard]] bool has_tls() const { return !tls.certificate.empty(); }
  [[nodiscard]] bool requires_token() const { return !tokens.is_empty() || oauth.is_on() || has_authenticators; }
  [[nodiscard]] bool requires_certificate() const { return !tls.client_ca.empty() && tls.requires_client_certificate; }

  /// A local client could only be identified by the user of its process.
  [[nodiscard]] bool admits_own_user_only() const {
    return !requires_token() && !requires_certificate() && !allows_anonymous;
  }
  /// Whether each request needs a token, which a page of a foreign host name does not have. Not so with authenticators
  /// of plugins: they may recognise an address, or headers that a page can write.
  [[nodiscard]] bool always_needs_token() const { return !has_authenticators && requires_token(); }
  /// Whether `allowedHosts` has `*`.
  [[nodiscard]] bool allows_every_host() const;
  /// Whether a web page may come in by whatever host name it has, over a connection that `is_local`
  /// (RequestSource::is_local).
  [[nodiscard]] bool allows_any_host(bool is_local) const;
  /// Other machines can connect to one of `sockets`, although nothing identifies them.
  [[nodiscard]] bool is_open_to_others(const std::vector<ListenSocket>& sockets) const;

  /// The options that are invalid; also if other machines could connect without a token.
  [[nodiscard]] static std::vector<OptionError> check(const Options& options, const Limits& limits,
                                                      bool has_authenticators = false);
  /// The settings of options that have been checked.
  [[nodiscard]] static ListenerSettings from(const Options& options, const Limits& limits,
                                             bool has_authenticators = false);
};

}  // namespace workbench::http
