#pragma once

#include <cstdint>
#include <string_view>

#include "addresses.hpp"
#include "list.hpp"

namespace launcher {

/// One `NAME[:PORT]` of the policy.
struct NetworkRule {
  enum class Kind {
    all,         ///< `*`: every name and address but those of this machine and its links
    name,        ///< this name
    subdomains,  ///< `*.name`: all names below it
    addresses,   ///< an address or CIDR
    localhost,   ///< `localhost`: the loopback addresses, and the name
  };
  Kind kind = Kind::all;
  std::uint16_t port = 0;  ///< 0: any
  AddressRange addresses;
  const char* name = nullptr;  ///< in lower case, without the dot at the end
};

/// Which names and addresses may be reached.
class NetworkRules {
 public:
  /// Keeps `text`, which may be changed. False: it is not a rule.
  bool allow(char* text) { return add(text, allowed_); }
  bool deny(char* text) { return add(text, denied_); }

  /// Whether this name may be looked up, because some port of it may be reached. Lower case, without the dot at the
  /// end.
  [[nodiscard]] bool admits_name(std::string_view name) const;

  /// Whether this port of this name may be reached. For an address of this machine or its links (`is_local`), a rule
  /// for all does not count.
  [[nodiscard]] bool admits_name(std::string_view name, std::uint16_t port, bool is_local = false) const;

  /// Whether this address may be reached, whatever name it has.
  [[nodiscard]] bool admits_address(const InternetAddress& address, std::uint16_t port) const;

  /// Whether this address may not be reached, whatever name it has.
  [[nodiscard]] bool denies_address(const InternetAddress& address, std::uint16_t port) const;

 private:
  static bool add(char* text, List<NetworkRule>& rules);

  List<NetworkRule> allowed_;
  List<NetworkRule> denied_;
};

}  // namespace launcher
