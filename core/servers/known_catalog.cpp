#include "servers/known_catalog.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/revision.hpp"
#include "servers/catalog_cache.hpp"
#include "servers/configured_server.hpp"
#include "servers/run.hpp"

namespace workbench::servers {

using protocol::ListKind;

namespace {

/// No list of it has ended early.
bool is_whole(const StartupResult& learned) {
  return std::all_of(learned.early_ends.begin(), learned.early_ends.end(),
                     [](const std::string& early_end) { return early_end.empty(); });
}

}  // namespace

KnownCatalog::KnownCatalog(const ServerContext& context, const ConfiguredServer& server, Transport& transport,
                           ToolFilters filters)
    : context_(context),
      server_(server),
      transport_(transport),
      catalog_(context.host, server.source(), std::move(filters), server.entry().tools,
               context.reviews == nullptr
                   ? CatalogReviewer()
                   : CatalogReviewer(context.host, *context.reviews, server.toolbox(), server.name())) {}

std::optional<KnownCatalog::Difference> KnownCatalog::recall() {
  // An entry with errors may lack filters, and what was listed before would hide that the server fails.
  if (context_.catalogs == nullptr || server_.entry().has_errors) return std::nullopt;
  const Json capabilities = context_.observer.client_capabilities();
  if (capabilities.is_absent()) return std::nullopt;
  std::string key = key_for(capabilities, context_.observer.client_implementation());
  if (key == key_ || key == unusable_key_) return std::nullopt;
  const auto kept = context_.catalogs->read(key);
  if (!kept) {
    if (kept.error().kind == ErrorKind::not_found) return std::nullopt;  // another process may keep it at any time
    context_.host.log(LogLevel::debug, server_.source(), kept.error().message);
    unusable_key_ = std::move(key);
    return std::nullopt;
  }
  key_ = std::move(key);
  context_.host.log(LogLevel::debug, server_.source(), "its catalog is known from an earlier run");
  return replace(*kept);
}

KnownCatalog::Difference KnownCatalog::learn(const ServerRun& run) {
  if (context_.catalogs != nullptr) {
    key_ = key_for(run.client_capabilities(), run.introduction().client);
    const auto kept = is_whole(run.result()) ? context_.catalogs->write(key_, run.result()) : Result<void>();
    if (!kept) context_.host.log(LogLevel::debug, server_.source(), "its catalog is not kept: " + kept.error().message);
  }
  return replace(run.result());
}

KnownCatalog::Difference KnownCatalog::replace(const StartupResult& learned) {
  Difference difference{!catalog_.is_known(), {}};
  catalog_.describe(learned.capabilities, learned.instructions, learned.server_info);
  for (const ListKind kind : protocol::kListKinds) {
    const auto index = static_cast<std::size_t>(kind);
    if (update(kind, learned.lists[index], learned.early_ends[index])) difference.lists.push_back(kind);
  }
  return difference;
}

bool KnownCatalog::update(ListKind kind, const std::vector<protocol::ListedItem>& listed,
                          const std::string& early_end) {
  catalog_.note_early_end(kind, early_end);
  std::optional<std::string_view> repaired_for;
  if (context_.repairs_schemas) repaired_for = protocol::name_of(context_.observer.client_revision());
  return catalog_.update(kind, listed, repaired_for);
}

/// A server may list other tools for another client; assumed only if the client is introduced to it as its own.
std::string KnownCatalog::key_for(const Json& client_capabilities, const Json& client) const {
  const config::ServerEntry& entry = server_.entry();
  return CatalogCache::key_of(server_.toolbox(), entry, client_capabilities, server_.principal(),
                              entry.passes_client_info ? client : Json(), has_own_login());
}

/// Whether the server may know the principal by a login. Transports that know logins may have to be loaded to say so,
/// and without a principal it does not matter.
bool KnownCatalog::has_own_login() const {
  return !server_.principal().empty() && !server_.entry().unusable && transport_.logins() != nullptr;
}

}  // namespace workbench::servers
