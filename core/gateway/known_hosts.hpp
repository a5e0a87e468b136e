#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include <workbench/client_profile.hpp>

#include "config/toolboxes_file/config.hpp"

namespace workbench::gateway {

/// What is known of hosts, by the name and version that their clients give: the table in known_host_table.cpp,
/// corrected and extended by the configuration. [loop thread]
class KnownHosts {
 public:
  /// `corrections` are applied in their order to what the table says; later ones win.
  explicit KnownHosts(const std::vector<config::HostEntry>& corrections);

  /// The same object for the same host, for as long as this lives. A client that nothing is known of has the default.
  [[nodiscard]] const ClientProfile& find(const ClientInfo& client) const;

 private:
  std::vector<config::HostEntry> entries_;  // the table, then the corrections
  // By the entries that apply, so that clients which make up names cannot make it grow.
  mutable std::map<std::vector<std::size_t>, std::unique_ptr<const ClientProfile>> profiles_;
};

/// The table itself, for the documents and their tests.
[[nodiscard]] const std::vector<config::HostEntry>& known_host_table();

}  // namespace workbench::gateway
