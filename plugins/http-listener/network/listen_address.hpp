#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/result.hpp>

#include "network/ip_address.hpp"

namespace workbench::http {

/// One value of `listener.http.address`: where to listen. A value; not tied to a thread.
struct ListenAddress {
  enum class Kind {
    ip,             ///< `127.0.0.1`, `::1`, `127.0.0.1:9000`, `[::1]:9000`
    unix_path,      ///< `unix:/run/workbench.sock`
    unix_abstract,  ///< `unix:@name`: a name without a file, which any local user can connect to
    systemd,        ///< `systemd` or `systemd:NAME`: sockets that systemd has opened (socket activation)
  };

  Kind kind = Kind::ip;
  IpAddress ip;                       ///< of kind ip
  std::optional<std::uint16_t> port;  ///< of kind ip; absent: the port of `listener.http.port`
  std::string path;  ///< unix_path: the file; unix_abstract: the name without `@`; systemd: the name, empty: all

  /// A relative PATH is looked up in `folder`, or in the working folder if that is empty.
  /// invalid_argument: a sentence that begins with the quoted text, and has the remedy.
  [[nodiscard]] static Result<ListenAddress> parse(std::string_view text, std::string_view folder = {});

  /// A loopback IP address.
  [[nodiscard]] bool is_loopback() const { return kind == Kind::ip && ip.is_loopback(); }
  [[nodiscard]] bool is_unix() const { return kind == Kind::unix_path || kind == Kind::unix_abstract; }
  /// Only processes of this machine can connect. False for systemd: the kinds of its sockets are known when they are
  /// opened (ListenSocket::is_local()).
  [[nodiscard]] bool is_local() const { return is_loopback() || is_unix(); }

  /// As in the configuration.
  [[nodiscard]] std::string text() const;

  [[nodiscard]] friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

}  // namespace workbench::http
