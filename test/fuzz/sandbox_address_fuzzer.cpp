// What a policy and a call say of addresses: an address is itself in every form that it has, a rule that denies it
// counts more than one that allows it, and this machine is reached by no rule for all. The first line is a rule, the
// second an address, the rest a socket address.

#include "fuzzing.hpp"
#include "sandbox/addresses.hpp"
#include "sandbox/network_rules.hpp"

namespace {

using namespace launcher;
using fuzzing::require;

constexpr std::uint16_t kPort = 443;

void check(const InternetAddress& address) {
  char text[kAddressTextSize];
  format_address(address, kPort, text);
  const std::string_view whole(text);
  require(whole.ends_with(":443"), "an address is written with its port", whole);
  AddressRange itself{address, 128};
  require(itself.contains(address), "an address is within itself", whole);
  for (unsigned prefix = 0; prefix < 128; ++prefix) {
    itself.prefix = prefix;
    require(itself.contains(address), "an address is within its prefixes", whole);
  }
  InternetAddress embedded;
  if (extract_embedded(address, embedded)) {
    require(is_version_4(embedded), "an embedded address is one of IPv4", whole);
    require(!is_local(embedded) || is_local(address), "an address that embeds a local one is local", whole);
  }
  require(!is_loopback(address) || is_local(address), "loopback is local", whole);
  require(!is_unspecified(address) || is_local(address), "the unspecified address is local", whole);
}

void check_rule(std::string rule, const InternetAddress& address) {
  std::string again = rule;
  std::string star = "*";
  NetworkRules allowing;
  NetworkRules denying;
  if (!allowing.allow(rule.data())) return;
  require(denying.deny(again.data()) && denying.allow(star.data()), "a rule that allows may deny", again);
  require(!allowing.admits_address(address, kPort) || !denying.admits_address(address, kPort),
          "what is denied is not reached", again);
  require(!denying.admits_address(address, kPort) || !is_local(address), "a rule for all does not reach this machine");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const std::string rule(fuzzing::take_line(input).substr(0, 1000));
  const std::string text(fuzzing::take_line(input));
  if (rule.find('\0') != std::string::npos) return 0;
  InternetAddress address;
  if (read_address(text, address)) {
    check(address);
    check_rule(rule, address);
  }
  const std::size_t length = std::min(input.size(), sizeof(sockaddr_storage));
  sockaddr_storage storage{};
  std::uint16_t port = 0;
  std::copy_n(input.data(), length, reinterpret_cast<char*>(&storage));
  if (read_socket_address(reinterpret_cast<const sockaddr*>(&storage), length, address, port)) {
    check(address);
    check_rule(rule, address);
  }
  return 0;
}
