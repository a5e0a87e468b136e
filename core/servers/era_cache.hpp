#pragma once

#include <map>
#include <optional>
#include <string>

namespace workbench::servers {

/// The two ways in which communication with a server begins: with `initialize`, or with requests that carry all they
/// need ("basic/versioning").
enum class Era { legacy, modern };

/// The era that each configured server turned out to be of, so that it is not probed at every start. Lives as long as
/// the process; an era that turns out wrong is erased. `server` is its name, `configuration` what was started under it:
/// another command may be of another era, and only the latest is remembered, so that nothing grows with the number of
/// changes of the configuration. [loop thread]
class EraCache {
 public:
  [[nodiscard]] std::optional<Era> find(const std::string& server, const std::string& configuration) const {
    const auto found = eras_.find(server);
    if (found == eras_.end() || found->second.configuration != configuration) return std::nullopt;
    return found->second.era;
  }
  void set(const std::string& server, const std::string& configuration, Era era) {
    eras_.insert_or_assign(server, Known{configuration, era});
  }
  void erase(const std::string& server, const std::string& configuration) {
    if (find(server, configuration)) eras_.erase(server);
  }

 private:
  struct Known {
    std::string configuration;
    Era era;
  };

  std::map<std::string, Known> eras_;
};

}  // namespace workbench::servers
