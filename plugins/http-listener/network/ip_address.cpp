#include "network/ip_address.hpp"

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace workbench::http {
namespace {

constexpr std::array<std::uint8_t, 12> kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr unsigned kMappedBits = 96;

/// A scope is the name of an interface, or its index. 0: neither.
std::uint32_t parse_scope(const std::string& text) {
  if (const std::uint32_t index = ::if_nametoindex(text.c_str()); index != 0) return index;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  if (text.empty() || text.size() > kMaxText || text.find('\0') != std::string_view::npos) return {};
  if (text.find(':') == std::string_view::npos) {
    std::array<std::uint8_t, 4> bytes{};
    if (::inet_pton(AF_INET, std::string(text).c_str(), bytes.data()) != 1) return {};
    return v4(bytes);
  }
  std::uint32_t scope = 0;
  if (const std::size_t percent = text.find('%'); percent != std::string_view::npos) {
    scope = parse_scope(std::string(text.substr(percent + 1)));
    if (scope == 0) return {};
    text = text.substr(0, percent);
  }
  std::array<std::uint8_t, 16> bytes{};
  if (::inet_pton(AF_INET6, std::string(text).c_str(), bytes.data()) != 1) return {};
  return v6(bytes, scope);
}

IpAddress IpAddress::v4(const std::array<std::uint8_t, 4>& bytes) {
  IpAddress address;
  std::copy(kMappedPrefix.begin(), kMappedPrefix.end(), address.bytes_.begin());
  std::copy(bytes.begin(), bytes.end(), address.bytes_.begin() + kMappedPrefix.size());
  return address;
}

IpAddress IpAddress::v6(const std::array<std::uint8_t, 16>& bytes, std::uint32_t scope) {
  IpAddress address;
  address.bytes_ = bytes;
  if (!address.is_v4()) address.scope_ = scope;
  return address;
}

bool IpAddress::is_v4() const {
  return std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), bytes_.begin());
}

bool IpAddress::is_loopback() const {
  if (is_v4()) return bytes_[kMappedPrefix.size()] == 127;
  return std::all_of(bytes_.begin(), bytes_.end() - 1, [](std::uint8_t byte) { return byte == 0; }) &&
         bytes_.back() == 1;
}

bool IpAddress::is_any() const {
  const auto first = bytes_.begin() + (is_v4() ? kMappedPrefix.size() : 0);
  return std::all_of(first, bytes_.end(), [](std::uint8_t byte) { return byte == 0; });
}

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> buffer{};
  const bool v4 = is_v4();
  ::inet_ntop(v4 ? AF_INET : AF_INET6, bytes_.data() + (v4 ? kMappedPrefix.size() : 0), buffer.data(), buffer.size());
  std::string text = buffer.data();
  if (scope_ != 0) {
    std::array<char, IF_NAMESIZE> name{};
    text += '%';
    text += ::if_indextoname(scope_, name.data()) != nullptr ? name.data() : std::to_string(scope_);
  }
  return text;
}

IpAddress IpAddress::prefix(unsigned bits) const {
  IpAddress result = *this;
  result.scope_ = 0;
  for (unsigned bit = bits + (is_v4() ? kMappedBits : 0); bit < 128; ++bit) {
    result.bytes_.at(bit / 8) &= static_cast<std::uint8_t>(~(0x80U >> (bit % 8)));
  }
  return result;
}

bool IpAddress::has_prefix(const IpAddress& other, unsigned bits) const {
  return is_v4() == other.is_v4() && prefix(bits).bytes_ == other.prefix(bits).bytes_;
}

std::string IpEndpoint::text() const {
  const std::string host = address.text();
  return (address.is_v4() ? host : '[' + host + ']') + ':' + std::to_string(port);
}

std::optional<IpEndpoint> endpoint_of(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    std::array<std::uint8_t, 4> bytes{};
    std::memcpy(bytes.data(), &v4.sin_addr, bytes.size());
    return IpEndpoint{IpAddress::v4(bytes), ntohs(v4.sin_port)};
  }
  if (address.ss_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    std::array<std::uint8_t, 16> bytes{};
    std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
    return IpEndpoint{IpAddress::v6(bytes, v6.sin6_scope_id), ntohs(v6.sin6_port)};
  }
  return {};
}

socklen_t write_socket_address(const IpEndpoint& endpoint, sockaddr_storage& address) {
  address = {};
  const auto& bytes = endpoint.address.bytes();
  if (endpoint.address.is_v4()) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(endpoint.port);
    std::memcpy(&v4.sin_addr, bytes.data() + kMappedPrefix.size(), sizeof v4.sin_addr);
    std::memcpy(&address, &v4, sizeof v4);
    return sizeof v4;
  }
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(endpoint.port);
  v6.sin6_scope_id = endpoint.address.scope();
  std::memcpy(&v6.sin6_addr, bytes.data(), sizeof v6.sin6_addr);
  std::memcpy(&address, &v6, sizeof v6);
  return sizeof v6;
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  if (text.size() > 1 && text.front() == '0') return {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return port;
}

std::optional<IpLiteral> IpLiteral::parse(std::string_view text) {
  if (const auto address = IpAddress::parse(text)) return IpLiteral{*address, std::nullopt};
  const bool has_brackets = text.starts_with('[');
  const std::size_t end = has_brackets ? text.find(']') : text.rfind(':');
  if (end == std::string_view::npos) return {};
  const auto address = IpAddress::parse(text.substr(has_brackets ? 1 : 0, end - (has_brackets ? 1 : 0)));
  // Only IPv6 is written in brackets, and with a port it must be (RFC 3986, section 3.2.2).
  if (!address || has_brackets != (text.substr(0, end).find(':') != std::string_view::npos)) return {};
  std::string_view rest = text.substr(end);
  if (has_brackets) rest.remove_prefix(1);
  if (rest.empty()) return IpLiteral{*address, std::nullopt};
  if (rest.front() != ':') return {};
  const auto port = parse_port(rest.substr(1));
  if (!port) return {};
  return IpLiteral{*address, port};
}

}  // namespace workbench::http
