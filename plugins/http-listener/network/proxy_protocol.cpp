#include "network/proxy_protocol.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace workbench::http {
namespace {

using Status = ProxyHeaderReading::Status;

constexpr std::string_view kV1Signature = "PROXY ";
constexpr std::string_view kV2Signature("\r\n\r\n\0\r\nQUIT\n", 12);
constexpr std::size_t kMaxV1 = 107;  // with its line end (section 2.1)
constexpr std::size_t kV2Fixed = 16;

ProxyHeaderReading malformed(std::string_view problem) {
  return {Status::malformed, {}, problem};
}

ProxyHeaderReading incomplete() {
  return {};
}

/// Splits `rest` at its first space; the fields of version 1 have exactly one space between them.
std::string_view next_field(std::string_view& rest) {
  const std::size_t space = std::min(rest.find(' '), rest.size());
  const std::string_view field = rest.substr(0, space);
  rest.remove_prefix(std::min(space + 1, rest.size()));
  return field;
}

/// `is_v4`: the family in the line; absent: not an address of that family.
std::optional<IpAddress> parse_address(std::string_view text, bool is_v4) {
  if (is_v4 == (text.find(':') != std::string_view::npos) || text.find('%') != std::string_view::npos) return {};
  return IpAddress::parse(text);
}

/// Section 2.1: `PROXY TCP4 192.0.2.1 192.0.2.2 4711 443`, or `PROXY UNKNOWN` and whatever follows.
ProxyHeaderReading read_v1(std::string_view bytes) {
  const std::size_t end = bytes.substr(0, kMaxV1).find('\n');
  if (end == std::string_view::npos) {
    return bytes.size() < kMaxV1 ? incomplete() : malformed("the line of the PROXY protocol is too long");
  }
  constexpr std::string_view kProblem = "the line of the PROXY protocol is malformed";
  if (bytes[end - 1] != '\r') return malformed(kProblem);
  std::string_view rest = bytes.substr(kV1Signature.size(), end - 1 - kV1Signature.size());

  ProxyHeaderReading reading{Status::complete, {}, {}};
  reading.header.size = end + 1;
  const std::string_view family = next_field(rest);
  if (family == "UNKNOWN") return reading;
  if (family != "TCP4" && family != "TCP6") return malformed(kProblem);
  const bool is_v4 = family == "TCP4";
  const auto source = parse_address(next_field(rest), is_v4);
  const auto destination = parse_address(next_field(rest), is_v4);
  const auto source_port = parse_port(next_field(rest));
  const auto destination_port = parse_port(rest);
  if (!source || !destination || !source_port || !destination_port) return malformed(kProblem);
  reading.header.source = IpEndpoint{*source, *source_port};
  reading.header.destination = IpEndpoint{*destination, *destination_port};
  return reading;
}

std::uint8_t byte_at(std::string_view bytes, std::size_t index) {
  return static_cast<std::uint8_t>(bytes[index]);
}

std::uint16_t number_at(std::string_view bytes, std::size_t index) {
  return static_cast<std::uint16_t>(byte_at(bytes, index) << 8U | byte_at(bytes, index + 1));
}

template <std::size_t Size>
std::array<std::uint8_t, Size> bytes_at(std::string_view bytes, std::size_t index) {
  std::array<std::uint8_t, Size> result{};
  std::transform(bytes.begin() + static_cast<std::ptrdiff_t>(index),
                 bytes.begin() + static_cast<std::ptrdiff_t>(index + Size), result.begin(),
                 [](char byte) { return static_cast<std::uint8_t>(byte); });
  return result;
}

IpAddress make_address(const std::array<std::uint8_t, 4>& bytes) {
  return IpAddress::v4(bytes);
}
IpAddress make_address(const std::array<std::uint8_t, 16>& bytes) {
  return IpAddress::v6(bytes);
}

/// Two addresses of `Size` bytes and two ports, at the beginning of `block`; false: it is too short.
template <std::size_t Size>
bool read_addresses(std::string_view block, ProxyHeader& header) {
  if (block.size() < 2 * Size + 4) return false;
  header.source = IpEndpoint{make_address(bytes_at<Size>(block, 0)), number_at(block, 2 * Size)};
  header.destination = IpEndpoint{make_address(bytes_at<Size>(block, Size)), number_at(block, 2 * Size + 2)};
  return true;
}

/// Section 2.2.
ProxyHeaderReading read_v2(std::string_view bytes) {
  constexpr std::uint8_t kLocal = 0x20;
  constexpr std::uint8_t kProxy = 0x21;
  constexpr std::uint8_t kUnspecified = 0x00;
  constexpr std::uint8_t kTcp4 = 0x11;
  constexpr std::uint8_t kTcp6 = 0x21;
  constexpr std::uint8_t kUnixStream = 0x31;
  constexpr std::size_t kUnixAddresses = 2 * 108;

  if (bytes.size() < kV2Fixed) return incomplete();
  const std::uint8_t command = byte_at(bytes, 12);
  const std::uint8_t family = byte_at(bytes, 13);
  const std::size_t size = kV2Fixed + number_at(bytes, 14);
  if (command != kLocal && command != kProxy) return malformed("the command of the PROXY protocol is not known");
  if (size > kMaxProxyHeader) return malformed("the header of the PROXY protocol is too long");
  if (bytes.size() < size) return incomplete();

  ProxyHeaderReading reading{Status::complete, {}, {}};
  reading.header.size = size;
  if (command == kLocal || family == kUnspecified) return reading;
  const std::string_view block = bytes.substr(kV2Fixed, size - kV2Fixed);
  bool is_whole = false;
  switch (family) {
    case kTcp4: is_whole = read_addresses<4>(block, reading.header); break;
    case kTcp6: is_whole = read_addresses<16>(block, reading.header); break;
    case kUnixStream: is_whole = block.size() >= kUnixAddresses; break;
    default: return malformed("the PROXY protocol names no stream connection");
  }
  return is_whole ? reading : malformed("the header of the PROXY protocol is too short for its addresses");
}

}  // namespace

ProxyHeaderReading read_proxy_header(std::string_view bytes) {
  for (const std::string_view signature : {kV1Signature, kV2Signature}) {
    const std::size_t common = std::min(bytes.size(), signature.size());
    if (bytes.substr(0, common) != signature.substr(0, common)) continue;
    if (common < signature.size()) return incomplete();
    return signature == kV1Signature ? read_v1(bytes) : read_v2(bytes);
  }
  return {Status::absent, {}, {}};
}

}  // namespace workbench::http
