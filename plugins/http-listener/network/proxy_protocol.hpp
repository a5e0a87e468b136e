#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "network/ip_address.hpp"

namespace workbench::http {

/// A header of HAProxy's PROXY protocol, version 1 (text) or 2 (binary), which a proxy sends before the client's bytes.
struct ProxyHeader {
  std::size_t size = 0;  ///< the bytes of the header, at the beginning of the connection
  /// The client's end. Absent: the connection is the proxy's own (LOCAL, as for health checks), the proxy does not know
  /// the client (UNKNOWN), or the client connected to it over a Unix socket; then use the peer of the connection.
  std::optional<IpEndpoint> source;
  std::optional<IpEndpoint> destination;  ///< that the client connected to; absent with `source`
};

/// The longest header that is accepted: 16 bytes, and 2048 bytes of addresses and TLVs (proxies send about 100).
inline constexpr std::size_t kMaxProxyHeader = 16 + 2048;

struct ProxyHeaderReading {
  enum class Status {
    incomplete,  ///< so far it may become a header: read more
    absent,      ///< the connection does not begin with a header
    malformed,   ///< it begins with a header that violates the protocol
    complete,
  };
  Status status = Status::incomplete;
  ProxyHeader header;        ///< if complete
  std::string_view problem;  ///< if malformed: a clause for the log, of static storage
};

/// Reads the header at the beginning of `bytes`, which are all bytes that have arrived so far. If it is incomplete,
/// call it again with more; with kMaxProxyHeader bytes it never is. No state, no allocation; not tied to a thread.
[[nodiscard]] ProxyHeaderReading read_proxy_header(std::string_view bytes);

}  // namespace workbench::http
