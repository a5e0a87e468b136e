#include "servers/known_catalog.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "protocol/revision.hpp"
#include "servers/catalog_cache.hpp"
#include "servers/run.hpp"

namespace workbench::servers {

using protocol::ListKind;

KnownCatalog::KnownCatalog(ServerContext& context, const std::string& toolbox, const config::ServerEntry& entry,
                           Transport& transport, ToolFilters filters)
    : context_(context),
      toolbox_(toolbox),
      entry_(entry),
      source_(toolbox + "/" + entry.name),
      transport_(transport),
      catalog_(context.host, source_, std::move(filters), entry.tools,
               context.reviews == nullptr ? CatalogReviewer()
                                          : CatalogReviewer(context.host, *context.reviews, toolbox, entry.name)) {}

std::optional<KnownCatalog::Difference> KnownCatalog::recall() {
  if (context_.catalogs == nullptr) return std::nullopt;
  const Json capabilities = context_.observer.client_capabilities();
  if (capabilities.is_absent()) return std::nullopt;
  std::string key = key_for(capabilities, context_.observer.client_implementation());
  if (key == key_ || key == unusable_key_) return std::nullopt;
  const auto kept = context_.catalogs->read(key);
  if (!kept) {
    if (kept.error().kind == ErrorKind::not_found) return std::nullopt;  // another process may keep it at any time
    context_.host.log(LogLevel::debug, source_, kept.error().message);
    unusable_key_ = std::move(key);
    return std::nullopt;
  }
  key_ = std::move(key);
  context_.host.log(LogLevel::debug, source_, "its catalog is known from an earlier run");
  return replace(*kept);
}

KnownCatalog::Difference KnownCatalog::learn(const ServerRun& run) {
  if (context_.catalogs != nullptr) {
    key_ = key_for(run.client_capabilities(), run.introduction().client);
    const auto kept = context_.catalogs->write(key_, run.result());
    if (!kept) context_.host.log(LogLevel::debug, source_, "its catalog is not kept: " + kept.error().message);
  }
  return replace(run.result());
}

KnownCatalog::Difference KnownCatalog::replace(const StartupResult& learned) {
  Difference difference{!catalog_.is_known(), {}};
  catalog_.describe(learned.capabilities, learned.instructions, learned.server_info);
  for (const ListKind kind : protocol::kListKinds) {
    if (update(kind, learned.lists[static_cast<std::size_t>(kind)])) difference.lists.push_back(kind);
  }
  return difference;
}

bool KnownCatalog::update(ListKind kind, const std::vector<protocol::ListedItem>& listed) {
  std::optional<std::string_view> repaired_for;
  if (context_.repairs_schemas) repaired_for = protocol::name_of(context_.observer.client_revision());
  return catalog_.update(kind, listed, repaired_for);
}

/// A server may list other tools for another client; only one that is introduced to it as its own is taken to.
std::string KnownCatalog::key_for(const Json& client_capabilities, const Json& client) const {
  return CatalogCache::key_of(toolbox_, entry_, client_capabilities, context_.principal,
                              entry_.passes_client_info ? client : Json(), has_own_login());
}

/// Whether the server may know the principal by a login. Transports that know logins may have to be loaded to say so,
/// and without a principal it does not matter.
bool KnownCatalog::has_own_login() const {
  return !context_.principal.empty() && !entry_.unusable && transport_.logins() != nullptr;
}

}  // namespace workbench::servers
