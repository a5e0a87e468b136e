#pragma once

#include <optional>
#include <string>
#include <vector>

#include <workbench/transport.hpp>

#include "config/toolboxes_file/config.hpp"
#include "protocol/listing.hpp"
#include "servers/catalog.hpp"
#include "servers/server_context.hpp"

namespace workbench::servers {

class ServerRun;
struct StartupResult;

/// What is known of one server's lists: from its runs, and before the first of them from the latest run of any process
/// (CatalogCache). [loop thread]
class KnownCatalog {
 public:
  /// `context` and `transport`, by which the server is reached, must outlive it.
  KnownCatalog(ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry,
               Transport& transport, ToolFilters filters);

  [[nodiscard]] const Catalog& catalog() const { return catalog_; }

  /// What clients see that they did not see before.
  struct Difference {
    bool is_first;  ///< nothing was known before
    std::vector<protocol::ListKind> lists;
  };

  /// Reads what the latest run of any process has listed. Absent: that is what is known already, or nothing is kept.
  [[nodiscard]] std::optional<Difference> recall();

  /// Learns what a run has listed at its start, and keeps it for later processes.
  [[nodiscard]] Difference learn(const ServerRun& run);

  /// Learns what a run lists later, which is not kept; see CatalogCache::write(). False: clients see no difference.
  [[nodiscard]] bool update(protocol::ListKind kind, const std::vector<protocol::ListedItem>& listed);

 private:
  [[nodiscard]] std::string key_for(const Json& client_capabilities, const Json& client) const;
  [[nodiscard]] bool has_own_login() const;
  [[nodiscard]] Difference replace(const StartupResult& learned);

  ServerContext& context_;
  const std::string toolbox_;
  const config::ServerEntry entry_;
  const std::string source_;
  Transport& transport_;
  Catalog catalog_;
  std::string key_;           // under which catalog_ is kept; empty: it is not known
  std::string unusable_key_;  // of the latest file that could not be used
};

}  // namespace workbench::servers
