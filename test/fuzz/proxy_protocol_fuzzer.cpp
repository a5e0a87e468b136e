// The header of the PROXY protocol is the same in whatever pieces it arrives, is no longer than allowed, and names only
// addresses that can be written and read again. The first byte of the input sets the pieces.

#include <cctype>
#include <optional>

#include "fuzzing.hpp"
#include "network/proxy_protocol.hpp"

namespace {

using namespace workbench::http;
using fuzzing::require;
using Status = ProxyHeaderReading::Status;

void check_endpoint(const std::optional<IpEndpoint>& endpoint) {
  if (!endpoint) return;
  const std::string text = endpoint->text();
  require(std::all_of(
              text.begin(), text.end(),
              [](unsigned char c) { return std::isxdigit(c) != 0 || c == '.' || c == ':' || c == '[' || c == ']'; }),
          "an address is an address in the log", text);
  const auto again = IpLiteral::parse(text);
  require(again && again->address == endpoint->address && again->port == endpoint->port, "an address is read again",
          text);
  const std::string address = endpoint->address.text();
  require(address.size() <= IpAddress::kMaxText, "the text of an address is bounded", address);
  require(IpAddress::parse(address) == endpoint->address, "an address without its port is read again", address);
  require(endpoint->address.scope() == 0, "an address names no interface of ours", address);
}

void check(const ProxyHeaderReading& reading, std::string_view bytes) {
  switch (reading.status) {
    case Status::incomplete:
      require(bytes.size() < kMaxProxyHeader, "a header has an end");
      require(!reading.header.source && reading.header.size == 0, "what is incomplete names nobody");
      return;
    case Status::absent:
      require(!bytes.starts_with("PROXY "), "a header is seen");
      require(reading.header.size == 0, "what is no header takes no bytes");
      return;
    case Status::malformed: require(!reading.problem.empty(), "a malformed header has a reason"); return;
    case Status::complete: break;
  }
  require(reading.header.size >= 8 && reading.header.size <= std::min(bytes.size(), kMaxProxyHeader),
          "a header ends within what has arrived");
  require(reading.header.source.has_value() == reading.header.destination.has_value(), "both ends are named, or none");
  check_endpoint(reading.header.source);
  check_endpoint(reading.header.destination);
}

bool are_equal(const ProxyHeaderReading& one, const ProxyHeaderReading& other) {
  return one.status == other.status && one.problem == other.problem && one.header.size == other.header.size &&
         one.header.source == other.header.source && one.header.destination == other.header.destination;
}

/// Reads as a connection does: with more bytes each time, until something is known.
ProxyHeaderReading read_in_pieces(const std::vector<std::vector<char>>& pieces) {
  ProxyHeaderReading reading;
  std::string received;
  for (const std::vector<char>& piece : pieces) {
    received.append(fuzzing::view(piece));
    const std::vector<char> presented(received.begin(), received.end());
    reading = read_proxy_header(fuzzing::view(presented));
    check(reading, fuzzing::view(presented));
    if (reading.status != Status::incomplete) break;
  }
  return reading;
}

/// The line of version 1 that says the same.
std::string write(const ProxyHeader& header) {
  if (!header.source) return "PROXY UNKNOWN\r\n";
  const bool is_v4 = header.source->address.is_v4();
  if (is_v4 != header.destination->address.is_v4()) return {};  // version 2 may have an IPv4-mapped one
  return std::string("PROXY ") + (is_v4 ? "TCP4 " : "TCP6 ") + header.source->address.text() + " " +
         header.destination->address.text() + " " + std::to_string(header.source->port) + " " +
         std::to_string(header.destination->port) + "\r\n";
}

void check_written_again(const ProxyHeader& header) {
  const std::string line = write(header);
  if (line.empty()) return;
  const ProxyHeaderReading again = read_proxy_header(line);
  require(again.status == Status::complete && again.header.size == line.size(), "a header can be written", line);
  require(again.header.source == header.source && again.header.destination == header.destination,
          "a header is the same when it is written again", line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::uint8_t seed = fuzzing::take_byte(input);
  const std::vector<char> copy(input.begin(), input.end());
  const ProxyHeaderReading whole = read_proxy_header(fuzzing::view(copy));
  check(whole, fuzzing::view(copy));
  const ProxyHeaderReading in_pieces = read_in_pieces(fuzzing::pieces_of(input, seed));
  require(input.empty() || are_equal(in_pieces, whole), "the pieces make no difference");
  if (whole.status != Status::complete) return 0;
  // What follows belongs to the client, and changes nothing.
  const std::string_view header = input.substr(0, whole.header.size);
  require(are_equal(read_proxy_header(header), whole), "a header does not depend on what follows it");
  require(read_proxy_header(header.substr(0, header.size() - 1)).status == Status::incomplete,
          "a header ends where it ends");
  check_written_again(whole.header);
  return 0;
}
