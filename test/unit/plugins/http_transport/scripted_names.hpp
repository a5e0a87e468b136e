#pragma once

#include <netinet/in.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace workbench::test {

[[nodiscard]] sockaddr_in ipv4(const std::string& address, std::uint16_t port);

/// While it exists, getaddrinfo() of this process finds these addresses for `name`, in this order. If there are none,
/// the name is not found, and that takes `kHangs`.
class ScriptedNames {
 public:
  static constexpr std::chrono::seconds kHangs{5};

  ScriptedNames(std::string name, std::vector<std::string> addresses);
  ScriptedNames(const ScriptedNames&) = delete;
  ScriptedNames& operator=(const ScriptedNames&) = delete;
  ~ScriptedNames();
};

}  // namespace workbench::test
