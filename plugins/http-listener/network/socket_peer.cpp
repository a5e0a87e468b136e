#include "network/socket_peer.hpp"

#include <pwd.h>
#include <unistd.h>

#include <map>
#include <vector>

namespace workbench::http {
namespace {

std::string find_user_name(uid_t user) {
  constexpr std::size_t kMaxEntry = 64 * 1024;
  for (std::size_t size = 1024; size <= kMaxEntry; size *= 2) {
    std::vector<char> buffer(size);
    passwd entry{};
    passwd* found = nullptr;
    const int error = ::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found);
    if (error == ERANGE) continue;
    if (error == 0 && found != nullptr) return found->pw_name;
    break;
  }
  return "uid:" + std::to_string(user);
}

}  // namespace

std::string SocketPeer::text() const {
  std::string text = ip ? IpEndpoint{*ip, port}.text() : "unix";
  if (ip && port == 0) text = ip->text();
  if (uid) text += " (user " + user_name(*uid) + ")";
  return text;
}

bool may_enter(uid_t user) {
  return user == 0 || user == ::geteuid();
}

std::string user_name(uid_t user) {
  // Clients of one listener are few users. The bound keeps a name that has changed, and memory, within limits.
  constexpr std::size_t kMaxNames = 256;
  static std::map<uid_t, std::string> names;
  if (const auto known = names.find(user); known != names.end()) return known->second;
  if (names.size() >= kMaxNames) names.clear();
  return names.emplace(user, find_user_name(user)).first->second;
}

}  // namespace workbench::http
