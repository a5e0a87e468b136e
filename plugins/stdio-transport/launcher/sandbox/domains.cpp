#include "domains.hpp"

#include <cstring>

namespace launcher {
namespace {

constexpr std::size_t kMaxDomains = 2048;
constexpr std::uint32_t kMinSeconds = 60;
constexpr std::uint32_t kMaxSeconds = 24 * 60 * 60;
constexpr std::int64_t kGraceSeconds = 300;

}  // namespace

void Domains::add(std::string_view name, const InternetAddress& address, std::uint32_t seconds, std::int64_t now) {
  if (name.size() >= kDomainNameSize) return;
  if (seconds < kMinSeconds) seconds = kMinSeconds;
  if (seconds > kMaxSeconds) seconds = kMaxSeconds;
  const std::int64_t expires = now + seconds + kGraceSeconds;
  for (Entry& entry : entries_) {
    if (entry.address == address && name == entry.name) {
      entry.expires = expires;
      return;
    }
  }
  if (entries_.size() < kMaxDomains && !entries_.add({})) return;
  Entry& entry = make_room();
  entry.address = address;
  entry.expires = expires;
  std::memcpy(entry.name, name.data(), name.size());
  entry.name[name.size()] = '\0';
}

Domains::Entry& Domains::make_room() {
  Entry* oldest = entries_.begin();
  for (Entry& entry : entries_) {
    if (entry.expires < oldest->expires) oldest = &entry;
  }
  return *oldest;
}

}  // namespace launcher
