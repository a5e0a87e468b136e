#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "network/socket_peer.hpp"

namespace workbench::http {

/// The proxies that may name the client for which they connect. A value; not tied to a thread.
class TrustedAddresses {
 public:
  /// Each text is an IP address (`192.0.2.1`), a network (`10.0.0.0/8`, `fd00::/8`) or `unix`: all that connect to a
  /// Unix socket of ours.
  /// invalid_argument: a sentence that begins with the first wrong text, quoted, and has the remedy.
  [[nodiscard]] static Result<TrustedAddresses> parse(const std::vector<std::string>& texts);

  [[nodiscard]] bool contains(const SocketPeer& peer) const;
  [[nodiscard]] bool contains(const IpAddress& address) const;
  [[nodiscard]] bool empty() const { return networks_.empty() && !has_unix_; }

 private:
  struct Network {
    IpAddress address;
    unsigned bits;
  };
  [[nodiscard]] static Result<Network> parse_network(std::string_view text);

  std::vector<Network> networks_;
  bool has_unix_ = false;
};

}  // namespace workbench::http
