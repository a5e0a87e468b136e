#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/ip_address.hpp"
#include "network/trusted_addresses.hpp"

namespace workbench::http {

/// The data that trusted proxies add to a request that they forward. A value; not tied to a thread.
///
/// Each proxy appends its own entry, so only the entries at the right were written by proxies that are trusted; what
/// a client has sent itself is at the left, and is never read. The client is the rightmost address that is not trusted.
/// Use it only if the peer of the connection is trusted, and read only the kind of header that this proxy sets: it
/// passes the other kind on as the client sent it.
struct ProxyHeaders {
  std::optional<IpAddress> client;    ///< absent: not named, or hidden (`unknown`, `_name`)
  std::optional<std::uint16_t> port;  ///< of the client; usually not named
  std::string scheme;                 ///< `http` or `https`; empty: not named
  std::string host;                   ///< that the client asked for, with its port if there is one; empty: not named

  /// Not empty: what is malformed, as a clause for the log; the other members are empty then.
  std::string problem;

  [[nodiscard]] friend bool operator==(const ProxyHeaders&, const ProxyHeaders&) = default;
};

/// Reads `Forwarded` (RFC 7239). `lines`: the value of each header line of that name, in order; together they are one
/// list (RFC 9110, section 5.3). No line: nothing is named.
[[nodiscard]] ProxyHeaders read_forwarded(const std::vector<std::string_view>& lines, const TrustedAddresses& trusted);

/// The values of the header lines `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`, each in order.
struct XForwardedLines {
  std::vector<std::string_view> clients;
  std::vector<std::string_view> schemes;
  std::vector<std::string_view> hosts;
};

/// Reads `X-Forwarded-*`. Scheme and host are the entries that stand as far from the right as the client's; the
/// leftmost one if there are fewer, because many proxies replace them instead of appending.
[[nodiscard]] ProxyHeaders read_x_forwarded(const XForwardedLines& lines, const TrustedAddresses& trusted);

}  // namespace workbench::http
