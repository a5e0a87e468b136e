#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workbench::http::login {

/// A redirect URI on loopback (RFC 8252, section 7.3). [any thread]
struct RedirectAddress {
  std::string host = "127.0.0.1";  ///< that or localhost or ::1
  std::uint16_t port = 0;          ///< 0: any free one
  std::string path = "/callback";

  /// Absent: `uri` is not an http URL of this machine, or has a query.
  [[nodiscard]] static std::optional<RedirectAddress> read(std::string_view uri);

  [[nodiscard]] std::string uri() const;
};

}  // namespace workbench::http::login
