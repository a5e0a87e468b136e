#include "network_rules.hpp"

#include <cstdlib>
#include <cstring>

namespace launcher {
namespace {

/// Any port of a name, when it is looked up.
constexpr int kSomePort = -1;

bool read_port(const char* text, std::uint16_t& port) {
  char* end = nullptr;
  const unsigned long value = std::strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || value == 0 || value > 65535) return false;
  port = static_cast<std::uint16_t>(value);
  return true;
}

/// Separates `NAME:PORT`, `[ADDRESS]:PORT`. An address of version 6 without brackets has no port. Null: not a rule.
char* separate_port(char* text, std::uint16_t& port) {
  char* colon = std::strchr(text, ':');
  if (*text == '[') {
    char* bracket = std::strchr(text, ']');
    if (bracket == nullptr || (bracket[1] != '\0' && bracket[1] != ':')) return nullptr;
    colon = bracket[1] == ':' ? bracket + 1 : nullptr;
    *bracket = '\0';
    ++text;
  } else if (colon != nullptr && std::strchr(colon + 1, ':') != nullptr) {
    colon = nullptr;
  }
  if (colon == nullptr) return text;
  *colon = '\0';
  return read_port(colon + 1, port) ? text : nullptr;
}

bool normalize_name(char* name) {
  std::size_t length = std::strlen(name);
  if (length > 0 && name[length - 1] == '.') name[--length] = '\0';
  for (char* c = name; *c != '\0'; ++c) {
    if (*c >= 'A' && *c <= 'Z') *c = static_cast<char>(*c - 'A' + 'a');
    // A name with other letters would never match: programs ask for it in ASCII (`xn--`).
    const auto byte = static_cast<unsigned char>(*c);
    if (byte <= ' ' || byte >= 0x7f || *c == '/' || *c == '*' || *c == ':') return false;
  }
  return length > 0;
}

bool is_below(std::string_view name, std::string_view domain) {
  return name.size() > domain.size() + 1 && name.ends_with(domain) && name[name.size() - domain.size() - 1] == '.';
}

bool matches_name(const NetworkRule& rule, std::string_view name) {
  switch (rule.kind) {
    case NetworkRule::Kind::all: return true;
    case NetworkRule::Kind::name: return name == rule.name;
    case NetworkRule::Kind::subdomains: return is_below(name, rule.name);
    case NetworkRule::Kind::localhost: return name == "localhost" || is_below(name, "localhost");
    case NetworkRule::Kind::addresses: return false;
  }
  return false;
}

bool matches_address(const NetworkRule& rule, const InternetAddress& address) {
  switch (rule.kind) {
    case NetworkRule::Kind::all: return !is_local(address);
    case NetworkRule::Kind::localhost: return is_loopback(address);
    case NetworkRule::Kind::addresses: return rule.addresses.contains(address);
    default: return false;
  }
}

/// With kSomePort, a rule for one port matches if it allows, and does not if it denies: other ports remain.
bool matches_name(const List<NetworkRule>& rules, std::string_view name, int port, bool some_port_matches,
                  bool has_to_be_named = false) {
  for (const NetworkRule& rule : rules) {
    if (has_to_be_named && rule.kind == NetworkRule::Kind::all) continue;
    const bool is_port = rule.port == 0 || (port == kSomePort ? some_port_matches : rule.port == port);
    if (is_port && matches_name(rule, name)) return true;
  }
  return false;
}

bool matches_address(const List<NetworkRule>& rules, const InternetAddress& address, std::uint16_t port) {
  for (const NetworkRule& rule : rules) {
    if ((rule.port == 0 || rule.port == port) && matches_address(rule, address)) return true;
  }
  return false;
}

}  // namespace

bool NetworkRules::add(char* text, List<NetworkRule>& rules) {
  NetworkRule rule;
  text = separate_port(text, rule.port);
  if (text == nullptr) return false;
  if (std::strcmp(text, "*") == 0) {
    rule.kind = NetworkRule::Kind::all;
  } else if (read_range(text, rule.addresses)) {
    rule.kind = NetworkRule::Kind::addresses;
  } else {
    const bool is_wildcard = std::strncmp(text, "*.", 2) == 0;
    rule.name = is_wildcard ? text + 2 : text;
    if (!normalize_name(is_wildcard ? text + 2 : text)) return false;
    rule.kind = is_wildcard                                ? NetworkRule::Kind::subdomains
                : std::strcmp(rule.name, "localhost") == 0 ? NetworkRule::Kind::localhost
                                                           : NetworkRule::Kind::name;
  }
  return rules.add(rule);
}

bool NetworkRules::admits_name(std::string_view name) const {
  return matches_name(allowed_, name, kSomePort, true) && !matches_name(denied_, name, kSomePort, false);
}

bool NetworkRules::admits_name(std::string_view name, std::uint16_t port, bool is_local) const {
  return matches_name(allowed_, name, port, true, is_local) && !matches_name(denied_, name, port, false);
}

bool NetworkRules::admits_address(const InternetAddress& address, std::uint16_t port) const {
  return matches_address(allowed_, address, port) && !denies_address(address, port);
}

// What is denied is denied in each of its forms. Linux takes the unspecified address for loopback.
bool NetworkRules::denies_address(const InternetAddress& address, std::uint16_t port) const {
  if (is_unspecified(address)) {
    const InternetAddress loopback{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
    if (matches_address(denied_, address_of({htonl(INADDR_LOOPBACK)}), port) ||
        matches_address(denied_, loopback, port)) {
      return true;
    }
  }
  InternetAddress embedded;
  return matches_address(denied_, address, port) ||
         (extract_embedded(address, embedded) && matches_address(denied_, embedded, port));
}

}  // namespace launcher
