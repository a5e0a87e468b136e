#pragma once

#include <cstdint>
#include <string_view>

#include "addresses.hpp"
#include "list.hpp"

namespace launcher {

/// The longest name with its null, as text.
constexpr std::size_t kDomainNameSize = 256;

/// Addresses that the resolver has handed out, each with the name that was asked for.
class Domains {
 public:
  /// Remembers it for its time to live, but at least some minutes: programs keep addresses longer than they should.
  /// Whatever the oldest is, is forgotten if there are too many.
  void add(std::string_view name, const InternetAddress& address, std::uint32_t seconds, std::int64_t now);

  /// Calls `visit(name)` for each name with this address until it returns true. Returns whether one did.
  template <typename Visit>
  bool find(const InternetAddress& address, std::int64_t now, Visit visit) const {
    for (const Entry& entry : entries_) {
      if (entry.expires > now && entry.address == address && visit(static_cast<const char*>(entry.name))) return true;
    }
    return false;
  }

 private:
  struct Entry {
    InternetAddress address;
    std::int64_t expires;  // in seconds
    char name[kDomainNameSize];
  };

  Entry& make_room();

  List<Entry> entries_;
};

}  // namespace launcher
