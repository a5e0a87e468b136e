#include "addresses.hpp"

#include <arpa/inet.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>

namespace launcher {
namespace {

constexpr std::uint8_t kMapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool begins_with(const InternetAddress& address, std::initializer_list<std::uint8_t> bytes) {
  return std::memcmp(address.bytes, bytes.begin(), bytes.size()) == 0;
}

InternetAddress from_version_4(const std::uint8_t* bytes) {
  InternetAddress address;
  std::memcpy(address.bytes, kMapped, sizeof kMapped);
  std::memcpy(address.bytes + sizeof kMapped, bytes, 4);
  return address;
}

bool is_local_version_4(const std::uint8_t* bytes) {
  return bytes[0] == 0 || bytes[0] == 127 || (bytes[0] == 169 && bytes[1] == 254) || bytes[0] >= 224;
}

bool is_zero(const std::uint8_t* bytes, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (bytes[i] != 0) return false;
  }
  return true;
}

bool read_prefix(std::string_view text, unsigned most, unsigned& prefix) {
  if (text.empty() || text.size() > 3) return false;
  prefix = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    prefix = prefix * 10 + static_cast<unsigned>(c - '0');
  }
  return prefix <= most;
}

}  // namespace

bool operator==(const InternetAddress& one, const InternetAddress& other) {
  return std::memcmp(one.bytes, other.bytes, sizeof one.bytes) == 0;
}

bool AddressRange::contains(const InternetAddress& other) const {
  const std::size_t whole = prefix / 8;
  if (std::memcmp(address.bytes, other.bytes, whole) != 0) return false;
  if (prefix % 8 == 0) return true;
  return ((address.bytes[whole] ^ other.bytes[whole]) >> (8 - prefix % 8)) == 0;
}

bool read_address(std::string_view text, InternetAddress& address) {
  char copy[INET6_ADDRSTRLEN];
  const std::size_t zone = text.find('%');
  const std::size_t size = zone == std::string_view::npos ? text.size() : zone;
  if (size >= sizeof copy) return false;
  std::memcpy(copy, text.data(), size);
  copy[size] = '\0';
  std::uint8_t version_4[4];
  if (inet_pton(AF_INET, copy, version_4) == 1 && zone == std::string_view::npos) {
    address = from_version_4(version_4);
    return true;
  }
  return inet_pton(AF_INET6, copy, address.bytes) == 1;
}

bool read_range(std::string_view text, AddressRange& range) {
  const std::size_t slash = text.find('/');
  const std::string_view address = slash == std::string_view::npos ? text : std::string_view(text.data(), slash);
  if (!read_address(address, range.address)) return false;
  range.prefix = 128;
  if (slash == std::string_view::npos) return true;
  text.remove_prefix(slash + 1);
  const bool has_colon = address.find(':') != std::string_view::npos;
  if (!read_prefix(text, has_colon ? 128 : 32, range.prefix)) return false;
  if (!has_colon) range.prefix += 96;
  return true;
}

bool read_socket_address(const sockaddr* socket_address, std::size_t size, InternetAddress& address,
                         std::uint16_t& port) {
  if (size < sizeof(sa_family_t)) return false;
  if (socket_address->sa_family == AF_INET && size >= sizeof(sockaddr_in)) {
    sockaddr_in internet;
    std::memcpy(&internet, socket_address, sizeof internet);
    address = address_of(internet.sin_addr);
    port = ntohs(internet.sin_port);
    return true;
  }
  // The kernel takes an address of version 6 without its scope as well.
  constexpr std::size_t kWithoutScope = offsetof(sockaddr_in6, sin6_scope_id);
  if (socket_address->sa_family != AF_INET6 || size < kWithoutScope) return false;
  sockaddr_in6 internet{};
  std::memcpy(&internet, socket_address, size < sizeof internet ? size : sizeof internet);
  std::memcpy(address.bytes, &internet.sin6_addr, sizeof address.bytes);
  port = ntohs(internet.sin6_port);
  return true;
}

void format_address(const InternetAddress& address, std::uint16_t port, char (&text)[kAddressTextSize]) {
  char host[INET6_ADDRSTRLEN] = "?";
  if (is_version_4(address)) {
    inet_ntop(AF_INET, address.bytes + 12, host, sizeof host);
    std::snprintf(text, sizeof text, "%s:%u", host, unsigned{port});
  } else {
    inet_ntop(AF_INET6, address.bytes, host, sizeof host);
    std::snprintf(text, sizeof text, "[%s]:%u", host, unsigned{port});
  }
}

InternetAddress address_of(in_addr address) {
  std::uint8_t bytes[4];
  std::memcpy(bytes, &address, sizeof bytes);
  return from_version_4(bytes);
}

bool is_version_4(const InternetAddress& address) {
  return std::memcmp(address.bytes, kMapped, sizeof kMapped) == 0;
}

bool is_unspecified(const InternetAddress& address) {
  return is_zero(address.bytes, 16) || (is_version_4(address) && is_zero(address.bytes + 12, 4));
}

bool is_loopback(const InternetAddress& address) {
  if (is_version_4(address)) return address.bytes[12] == 127;
  return is_zero(address.bytes, 15) && address.bytes[15] == 1;
}

bool extract_embedded(const InternetAddress& address, InternetAddress& embedded) {
  const std::uint8_t* bytes = address.bytes;
  if (is_version_4(address)) return false;
  if (begins_with(address, {0x20, 0x02})) {  // 6to4
    embedded = from_version_4(bytes + 2);
    return true;
  }
  if (begins_with(address, {0x20, 0x01, 0, 0})) {  // Teredo, which inverts the bits
    std::uint8_t client[4];
    for (int i = 0; i < 4; ++i) client[i] = static_cast<std::uint8_t>(~bytes[12 + i]);
    embedded = from_version_4(client);
    return true;
  }
  // NAT64: the well-known prefix, and the one for local use, whose last 32 bits are the address in the usual length.
  const bool is_translated = begins_with(address, {0, 0x64, 0xff, 0x9b});
  const bool is_translated_by_old_form = begins_with(address, {0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0});
  const bool is_compatible = is_zero(bytes, 12) && !is_zero(bytes + 12, 3);
  if (!is_translated && !is_translated_by_old_form && !is_compatible) return false;
  embedded = from_version_4(bytes + 12);
  return true;
}

bool is_local(const InternetAddress& address) {
  const std::uint8_t* bytes = address.bytes;
  if (is_version_4(address)) return is_local_version_4(bytes + 12);
  if (is_unspecified(address) || is_loopback(address) || bytes[0] == 0xff) return true;
  if (bytes[0] == 0xfe && (bytes[1] & 0x80) != 0) return true;  // link-local, and the site-local of old
  InternetAddress embedded;
  return extract_embedded(address, embedded) && is_local_version_4(embedded.bytes + 12);
}

}  // namespace launcher
