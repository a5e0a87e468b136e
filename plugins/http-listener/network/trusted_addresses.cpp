#include "network/trusted_addresses.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "network/invalid_text.hpp"

namespace workbench::http {
namespace {

constexpr std::string_view kAllUnixPeers = "unix";
constexpr unsigned kV4Bits = 32;
constexpr unsigned kV6Bits = 128;

std::optional<unsigned> parse_bits(std::string_view text) {
  unsigned bits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return bits;
}

}  // namespace

Result<TrustedAddresses::Network> TrustedAddresses::parse_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = IpAddress::parse(text.substr(0, slash));
  if (!address) {
    return invalid_text(text, "is not an IP address; write one like 192.0.2.1, a network like 10.0.0.0/8, or unix");
  }
  const unsigned all = address->is_v4() ? kV4Bits : kV6Bits;
  if (slash == std::string_view::npos) return Network{*address, all};

  const auto written = parse_bits(text.substr(slash + 1));
  // The prefix of an IPv4 network that is written as IPv4-mapped counts the 96 bits before it, too.
  const unsigned mapped = address->is_v4() && text.find(':') != std::string_view::npos ? kV6Bits - kV4Bits : 0;
  if (!written || *written < mapped || *written > all + mapped) {
    return invalid_text(text, "has an invalid prefix length; it must be from " + std::to_string(mapped) + " to " +
                                  std::to_string(all + mapped));
  }
  const Network network{address->prefix(*written - mapped), *written - mapped};
  if (network.address != *address) {
    return invalid_text(text, "has bits set after its prefix; write " + network.address.text() + "/" +
                                  std::to_string(network.bits) + " for the network, or the address without a prefix");
  }
  return network;
}

Result<TrustedAddresses> TrustedAddresses::parse(const std::vector<std::string>& texts) {
  TrustedAddresses addresses;
  for (const std::string& text : texts) {
    if (text == kAllUnixPeers) {
      addresses.has_unix_ = true;
      continue;
    }
    const auto network = parse_network(text);
    if (!network) return network.error();
    addresses.networks_.push_back(*network);
  }
  return addresses;
}

bool TrustedAddresses::contains(const SocketPeer& peer) const {
  return peer.ip ? contains(*peer.ip) : has_unix_;
}

bool TrustedAddresses::contains(const IpAddress& address) const {
  return std::any_of(networks_.begin(), networks_.end(),
                     [&](const Network& network) { return address.has_prefix(network.address, network.bits); });
}

}  // namespace workbench::http
