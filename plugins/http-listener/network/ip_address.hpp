#pragma once

#include <sys/socket.h>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workbench::http {

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) is the IPv4 address, so that a client has
/// one address however its connection was accepted. A value; not tied to a thread.
class IpAddress {
 public:
  /// The longest text of an address: IPv6 with the name of an interface.
  static constexpr std::size_t kMaxText = 64;

  /// Absent: `text` is not an address literal. Neither names nor brackets nor ports are accepted; the scope of a
  /// link-local address is (`fe80::1%eth0`).
  [[nodiscard]] static std::optional<IpAddress> parse(std::string_view text);
  [[nodiscard]] static IpAddress v4(const std::array<std::uint8_t, 4>& bytes);
  [[nodiscard]] static IpAddress v6(const std::array<std::uint8_t, 16>& bytes, std::uint32_t scope = 0);

  [[nodiscard]] bool is_v4() const;
  /// 127.0.0.0/8 or ::1
  [[nodiscard]] bool is_loopback() const;
  /// 0.0.0.0 or ::
  [[nodiscard]] bool is_any() const;
  [[nodiscard]] std::string text() const;

  /// The first `bits` bits are the same, and both are of one family; `bits` is at most 32 or 128.
  [[nodiscard]] bool has_prefix(const IpAddress& prefix, unsigned bits) const;
  /// All bits after the first `bits` are zero.
  [[nodiscard]] IpAddress prefix(unsigned bits) const;

  /// In network order; of an IPv4 address as IPv4-mapped.
  [[nodiscard]] const std::array<std::uint8_t, 16>& bytes() const { return bytes_; }
  [[nodiscard]] std::uint32_t scope() const { return scope_; }

  [[nodiscard]] friend bool operator==(const IpAddress&, const IpAddress&) = default;
  [[nodiscard]] friend auto operator<=>(const IpAddress&, const IpAddress&) = default;

 private:
  std::array<std::uint8_t, 16> bytes_{};
  std::uint32_t scope_ = 0;  // the index of an interface; 0: none
};

/// An address with a port.
struct IpEndpoint {
  IpAddress address;
  std::uint16_t port = 0;

  /// `192.0.2.1:80`, `[2001:db8::1]:80`
  [[nodiscard]] std::string text() const;

  [[nodiscard]] friend bool operator==(const IpEndpoint&, const IpEndpoint&) = default;
};

/// Absent: not AF_INET or AF_INET6.
[[nodiscard]] std::optional<IpEndpoint> endpoint_of(const sockaddr_storage& address);

/// Writes `endpoint` to `address` and returns its size.
[[nodiscard]] socklen_t write_socket_address(const IpEndpoint& endpoint, sockaddr_storage& address);

/// A decimal number from 0 to 65535 without sign or leading zeros; absent: anything else.
[[nodiscard]] std::optional<std::uint16_t> parse_port(std::string_view text);

/// A literal with an optional port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
struct IpLiteral {
  IpAddress address;
  std::optional<std::uint16_t> port;

  [[nodiscard]] static std::optional<IpLiteral> parse(std::string_view text);
};

}  // namespace workbench::http
