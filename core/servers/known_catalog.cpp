#include "servers/known_catalog.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "json/escape.hpp"
#include "protocol/revision.hpp"
#include "servers/catalog_cache.hpp"
#include "servers/configured_server.hpp"
#include "servers/login_issuer.hpp"
#include "servers/run.hpp"

namespace workbench::servers {

using protocol::ListKind;

namespace {

/// No list of it has ended early.
bool is_whole(const StartupResult& learned) {
  return std::all_of(learned.early_ends.begin(), learned.early_ends.end(),
                     [](const std::string& early_end) { return early_end.empty(); });
}

CatalogReviewer reviewer_for(const ServerContext& context, const ConfiguredServer& server) {
  if (context.reviews == nullptr) return {};
  return {context.host, *context.reviews, server.toolbox(), server.name(), server.entry().lock};
}

}  // namespace

KnownCatalog::KnownCatalog(const ServerContext& context, const ConfiguredServer& server, Transport& transport,
                           ToolFilters filters)
    : context_(context),
      server_(server),
      transport_(transport),
      start_reviewer_(reviewer_for(context, server)),
      catalog_(context.host, server.source(), std::move(filters), server.entry().tools, reviewer_for(context, server)) {
}

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
  if (refuse_start() || would_withhold(*kept)) {
    unusable_key_ = std::move(key);
    return std::nullopt;
  }
  key_ = std::move(key);
  context_.host.log(LogLevel::debug, server_.source(), "its catalog is known from an earlier run");
  return replace(*kept);
}

/// What the server lists now may be another text, which the reviews admit: it is started to find out.
bool KnownCatalog::would_withhold(const StartupResult& kept) const {
  if (!start_reviewer_.has_reviews()) return false;
  const Json instructions(json::quoted(kept.instructions));
  if (!kept.instructions.empty() && start_reviewer_.would_withhold(CatalogItemKind::instructions, instructions)) {
    return true;
  }
  return std::any_of(protocol::kListKinds.begin(), protocol::kListKinds.end(), [&](ListKind kind) {
    return start_reviewer_.would_withhold(kind, kept.lists[static_cast<std::size_t>(kind)]);
  });
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
  const bool is_first = !catalog_.is_known();
  listed_ = {learned.capabilities, learned.instructions, learned.server_info, learned.lists, learned.early_ends};
  return {is_first, update_all()};
}

KnownCatalog::Difference KnownCatalog::review_again() {
  unusable_key_.clear();
  if (!catalog_.is_known() || context_.reviews == nullptr || context_.reviews->empty()) return {false, {}};
  return {false, update_all()};
}

std::vector<ListKind> KnownCatalog::update_all() {
  catalog_.describe(listed_.capabilities, listed_.instructions, listed_.server_info);
  std::vector<ListKind> changed;
  for (const ListKind kind : protocol::kListKinds) {
    if (update_catalog(kind)) changed.push_back(kind);
  }
  return changed;
}

bool KnownCatalog::update(ListKind kind, const std::vector<protocol::ListedItem>& listed,
                          const std::string& early_end) {
  listed_.lists[static_cast<std::size_t>(kind)] = listed;
  listed_.early_ends[static_cast<std::size_t>(kind)] = early_end;
  return update_catalog(kind);
}

bool KnownCatalog::update_catalog(ListKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  catalog_.note_early_end(kind, listed_.early_ends[index]);
  std::optional<std::string_view> repaired_for;
  if (context_.repairs_schemas) repaired_for = protocol::name_of(context_.observer.client_revision());
  return catalog_.update(kind, listed_.lists[index], repaired_for);
}

std::optional<std::string> KnownCatalog::refuse_start() {
  if (context_.reviews == nullptr || !context_.reviews->start_facts) return std::nullopt;
  if (!start_reviewer_.judges_start()) return std::nullopt;
  return start_reviewer_.refuse_start(
      context_.reviews->start_facts(server_.entry(), issuer_of_login(server_, transport_)));
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
