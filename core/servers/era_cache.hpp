#pragma once

#include <map>
#include <optional>
#include <string>

namespace workbench::servers {

/// The two ways in which a conversation with a server begins.
enum class Era { legacy, modern };

/// Which era each configured server turned out to be of, so that it is not probed again at every start. Lives as long
/// as the process; a verdict that is contradicted is forgotten. [loop thread]
class EraCache {
 public:
  /// `server` stands for the server's whole configuration.
  [[nodiscard]] std::optional<Era> find(const std::string& server) const {
    const auto found = verdicts_.find(server);
    if (found == verdicts_.end()) return std::nullopt;
    return found->second;
  }
  void remember(const std::string& server, Era era) { verdicts_[server] = era; }
  void forget(const std::string& server) { verdicts_.erase(server); }

 private:
  std::map<std::string, Era> verdicts_;
};

}  // namespace workbench::servers
