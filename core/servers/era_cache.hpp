#pragma once

#include <map>
#include <optional>
#include <string>

namespace workbench::servers {

/// The two ways in which communication with a server begins: with `initialize`, or with requests that carry all they
/// need ("basic/versioning").
enum class Era { legacy, modern };

/// The era that each configured server turned out to be of, so that it is not probed at every start. Lives as long as
/// the process; an era that turns out wrong is erased. [loop thread]
class EraCache {
 public:
  /// `server` identifies a server as it is configured: another command may be of another era.
  [[nodiscard]] std::optional<Era> find(const std::string& server) const {
    const auto found = eras_.find(server);
    if (found == eras_.end()) return std::nullopt;
    return found->second;
  }
  void set(const std::string& server, Era era) { eras_[server] = era; }
  void erase(const std::string& server) { eras_.erase(server); }

 private:
  std::map<std::string, Era> eras_;
};

}  // namespace workbench::servers
