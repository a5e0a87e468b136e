#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <workbench/transport.hpp>

#include "protocol/listing.hpp"
#include "protocol/revision.hpp"
#include "servers/catalog.hpp"
#include "servers/server_context.hpp"

namespace workbench::servers {

class ConfiguredServer;
class ServerRun;
struct StartupResult;

/// The known lists of one server: from its runs, and before the first of them from the latest run of any process
/// (CatalogCache). [loop thread]
class KnownCatalog {
 public:
  /// `context`, `server` and `transport`, by which it is reached, must outlive it.
  KnownCatalog(const ServerContext& context, const ConfiguredServer& server, Transport& transport, ToolFilters filters);

  [[nodiscard]] const Catalog& catalog() const { return catalog_; }

  /// What clients see now that they did not see before.
  struct Difference {
    bool is_first;  ///< nothing was known before
    std::vector<protocol::ListKind> lists;
  };

  /// Reads the lists of the latest run of any process. Absent: they are known already, or none are kept.
  [[nodiscard]] std::optional<Difference> recall();

  /// Learns what a run has listed at its start, and keeps it for later processes if it is whole.
  [[nodiscard]] Difference learn(const ServerRun& run);

  /// Judges all that is known again, with the reviews as they are now, which may have read their files again.
  [[nodiscard]] Difference review_again();

  /// Why a review forbids to start the server; absent: it may be started.
  [[nodiscard]] std::optional<std::string> refuse_start();

  /// Learns what a run lists later, which is not kept; see CatalogCache::write(). False: clients see no difference.
  /// `early_end`: see ListPages::early_end().
  [[nodiscard]] bool update(protocol::ListKind kind, const std::vector<protocol::ListedItem>& listed,
                            const std::string& early_end);

 private:
  [[nodiscard]] std::string key_for(const Json& client_capabilities, const Json& client) const;
  [[nodiscard]] bool has_own_login() const;
  [[nodiscard]] Difference replace(const StartupResult& learned, Catalog::Review review);
  [[nodiscard]] bool is_known(const StartupResult& learned) const;
  [[nodiscard]] bool is_as_recalled(const StartupResult& learned) const;
  [[nodiscard]] ReviewOutlook outlook(const StartupResult& kept);
  [[nodiscard]] std::vector<protocol::ListKind> update_all(Catalog::Review review);
  [[nodiscard]] bool update_catalog(protocol::ListKind kind, Catalog::Review review);
  void keep(const StartupResult& learned) const;
  [[nodiscard]] std::optional<Json> judged_start() const;
  [[nodiscard]] std::string review_basis(const std::optional<Json>& start) const;

  const ServerContext& context_;
  const ConfiguredServer& server_;
  Transport& transport_;
  CatalogReviewer start_reviewer_;
  Catalog catalog_;
  /// What the server has listed and said of itself, for review_again(). It shares the texts with catalog_.
  struct Listed {
    Json capabilities;
    std::string instructions;
    Json server_info;
    std::array<std::vector<protocol::ListedItem>, 4> lists;  // by ListKind
    std::array<std::string, 4> early_ends;                   // by ListKind
  };
  Listed listed_;
  bool is_recalled_ = false;  // listed_ is of an earlier process, and no run has been learned from yet
  protocol::Revision repaired_for_ = protocol::kLatestLegacyRevision;  // of the clients, when catalog_ was last made
  std::string start_admitted_on_;  // the review_basis() when the start was last admitted without a text; or empty
  std::string admitted_on_;        // the same for it and listed_ together; empty: they have to be judged
  std::string key_;                // under which catalog_ is kept; empty: it is not known
  std::string unusable_key_;       // of the latest file that could not be used
};

}  // namespace workbench::servers
