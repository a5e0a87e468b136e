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
  const std::string basis = review_basis(judged_start());
  const bool was_admitted = !basis.empty() && kept->admitted_on == basis;
  if (was_admitted) start_admitted_on_ = basis;
  const ReviewOutlook outlook = was_admitted ? ReviewOutlook::silent : this->outlook(*kept);
  if (outlook == ReviewOutlook::withholds) {
    unusable_key_ = std::move(key);
    return std::nullopt;
  }
  key_ = std::move(key);
  context_.host.log(LogLevel::debug, server_.source(), "its catalog is known from an earlier run");
  const Difference difference =
      replace(*kept, outlook == ReviewOutlook::silent ? Catalog::Review::done : Catalog::Review::needed);
  if (admitted_on_ != kept->admitted_on) keep(*kept);
  is_recalled_ = true;
  return difference;
}

/// What the server lists now may be another text, which the reviews admit: it is started to find out.
ReviewOutlook KnownCatalog::outlook(const StartupResult& kept) {
  if (!start_reviewer_.has_reviews()) return ReviewOutlook::silent;
  if (refuse_start()) return ReviewOutlook::withholds;
  ReviewOutlook gravest = start_reviewer_.is_silent() ? ReviewOutlook::silent : ReviewOutlook::notes;
  if (!kept.instructions.empty()) {
    const Json instructions(json::quoted(kept.instructions));
    gravest = std::max(gravest, start_reviewer_.outlook(CatalogItemKind::instructions, instructions));
  }
  if (!kept.server_info.is_absent() &&
      start_reviewer_.outlook(CatalogItemKind::server_info, kept.server_info) != ReviewOutlook::silent) {
    gravest = std::max(gravest, ReviewOutlook::notes);  // its tools are shown nevertheless
  }
  for (const ListKind kind : protocol::kListKinds) {
    if (gravest == ReviewOutlook::withholds) break;
    gravest = std::max(gravest, start_reviewer_.outlook(kind, kept.lists[static_cast<std::size_t>(kind)]));
  }
  return gravest;
}

KnownCatalog::Difference KnownCatalog::learn(const ServerRun& run) {
  const bool was_admitted =
      !admitted_on_.empty() && admitted_on_ == review_basis(judged_start()) && is_known(run.result());
  const bool is_unchanged = was_admitted || (!start_reviewer_.has_reviews() && is_known(run.result()));
  const Difference difference =
      is_unchanged && is_as_recalled(run.result())
          ? Difference{false, {}}
          : replace(run.result(), was_admitted ? Catalog::Review::done : Catalog::Review::needed);
  is_recalled_ = false;
  if (context_.catalogs == nullptr) return difference;
  key_ = key_for(run.client_capabilities(), run.introduction().client);
  if (is_whole(run.result())) keep(run.result());
  return difference;
}

void KnownCatalog::keep(const StartupResult& learned) const {
  const auto kept = context_.catalogs->write(key_, learned, admitted_on_);
  if (!kept) context_.host.log(LogLevel::debug, server_.source(), "its catalog is not kept: " + kept.error().message);
}

/// Whether it is what is known already, to the byte.
bool KnownCatalog::is_known(const StartupResult& learned) const {
  return listed_.lists == learned.lists && listed_.early_ends == learned.early_ends &&
         listed_.instructions == learned.instructions && listed_.server_info.text() == learned.server_info.text();
}

/// Whether the catalog of these lists, which are known already, would be the recalled one. To make it takes longer than
/// the server takes to list ten thousand tools.
bool KnownCatalog::is_as_recalled(const StartupResult& learned) const {
  return is_recalled_ && listed_.capabilities.text() == learned.capabilities.text() &&
         repaired_for_ == context_.observer.client_revision();
}

KnownCatalog::Difference KnownCatalog::replace(const StartupResult& learned, Catalog::Review review) {
  const bool is_first = !catalog_.is_known();
  listed_ = {learned.capabilities, learned.instructions, learned.server_info, learned.lists, learned.early_ends};
  return {is_first, update_all(review)};
}

KnownCatalog::Difference KnownCatalog::review_again() {
  unusable_key_.clear();
  if (!catalog_.is_known() || !start_reviewer_.has_reviews()) return {false, {}};
  return {false, update_all(Catalog::Review::needed)};
}

std::vector<ListKind> KnownCatalog::update_all(Catalog::Review review) {
  const std::string basis = review_basis(judged_start());
  catalog_.describe(listed_.capabilities, listed_.instructions, listed_.server_info, review);
  std::vector<ListKind> changed;
  for (const ListKind kind : protocol::kListKinds) {
    if (update_catalog(kind, review)) changed.push_back(kind);
  }
  const bool is_silent = catalog_.reviewer().is_silent() && start_admitted_on_ == basis;
  admitted_on_ = is_silent ? basis : std::string();
  return changed;
}

bool KnownCatalog::update(ListKind kind, const std::vector<protocol::ListedItem>& listed,
                          const std::string& early_end) {
  listed_.lists[static_cast<std::size_t>(kind)] = listed;
  listed_.early_ends[static_cast<std::size_t>(kind)] = early_end;
  admitted_on_.clear();
  return update_catalog(kind, Catalog::Review::needed);
}

bool KnownCatalog::update_catalog(ListKind kind, Catalog::Review review) {
  const auto index = static_cast<std::size_t>(kind);
  catalog_.note_early_end(kind, listed_.early_ends[index]);
  repaired_for_ = context_.observer.client_revision();
  std::optional<std::string_view> repaired_for;
  if (context_.repairs_schemas) repaired_for = protocol::name_of(repaired_for_);
  return catalog_.update(kind, listed_.lists[index], repaired_for, review);
}

std::optional<std::string> KnownCatalog::refuse_start() {
  const auto facts = judged_start();
  const std::string basis = review_basis(facts);
  if (!basis.empty() && admitted_on_ == basis) return std::nullopt;
  auto refusal = facts ? start_reviewer_.refuse_start(*facts) : std::nullopt;
  start_admitted_on_ = start_reviewer_.is_silent() ? basis : std::string();
  return refusal;
}

/// What starts the server; absent: no review looks at it.
std::optional<Json> KnownCatalog::judged_start() const {
  if (context_.reviews == nullptr || !context_.reviews->start_facts) return std::nullopt;
  if (!start_reviewer_.judges_start()) return std::nullopt;
  return context_.reviews->start_facts(server_.entry(), issuer_of_login(server_, transport_));
}

/// All that the verdicts depend on, besides what the server says; empty: it cannot be told. What starts a server may
/// change while it starts: npm tells the integrity of a package only when it has installed it.
std::string KnownCatalog::review_basis(const std::optional<Json>& start) const {
  if (!start_reviewer_.has_reviews()) return {};
  std::string basis = start_reviewer_.basis();
  if (!basis.empty() && start) basis.append("; started by ").append(start->text());
  return basis;
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
