#pragma once

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace workbench::test {

/// The variables that name proxies, as a test sets them; afterwards as they were.
class ProxyVariables {
 public:
  explicit ProxyVariables(const std::map<std::string, std::string>& values) {
    for (const char* name :
         {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"}) {
      const char* value = std::getenv(name);
      if (value != nullptr) before_.emplace(name, value);
      ::unsetenv(name);
    }
    for (const auto& [name, value] : values) set(name, value);
  }
  ProxyVariables(const ProxyVariables&) = delete;
  ProxyVariables& operator=(const ProxyVariables&) = delete;
  ~ProxyVariables() {
    for (const std::string& name : set_) ::unsetenv(name.c_str());
    for (const auto& [name, value] : before_) ::setenv(name.c_str(), value.c_str(), 1);
  }

 private:
  void set(const std::string& name, const std::string& value) {
    ::setenv(name.c_str(), value.c_str(), 1);
    set_.push_back(name);
  }

  std::map<std::string, std::string> before_;
  std::vector<std::string> set_;
};

}  // namespace workbench::test
