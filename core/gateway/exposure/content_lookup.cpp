#include "gateway/exposure/content_lookup.hpp"

#include <string_view>
#include <vector>

#include "gateway/exposure/uri_scheme.hpp"
#include "gateway/requests/withheld_content.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListKind;

/// Whether the URI has the workbench's own scheme: kept results and instructions. Another workbench behind this one has
/// such URIs too, and lists them; no other server is asked for what this workbench itself no longer has.
bool is_own_uri(std::string_view uri) {
  return uri.starts_with("workbench:");
}

}  // namespace

bool is_prompt_reference(const Json& reference) {
  return json::member_characters(reference, "type") == "ref/prompt";
}

std::optional<ListedSource> ContentLookup::find_resource(const std::string& uri, Known known) const {
  const auto listed = catalog_.find(ListKind::resources, uri);
  const bool is_ours = is_own_uri(uri);
  // Unless it is listed, one before that is not known yet may serve it.
  const bool may_precede = known == Known::listed && !listed && !is_ours;
  bool is_unclear = false;
  auto first = find_first_server(uri, [&](const Toolbox& toolbox, const servers::Server& server) {
    is_unclear = is_unclear || (may_precede && !server.catalog().is_known() && !server.status().failure());
    if (is_unclear) return false;
    return (listed && listed->server == &server) || server.catalog().has_view(uri) ||
           resource_links_.has({toolbox.name(), server.name()}, uri) ||
           (!is_ours && catalog_.templates_of(server).has_fitting(uri, UriTemplates::Scheme::named));
  });
  if (first || is_ours || is_unclear) return first;
  first = find_first_server(uri, [&](const Toolbox&, const servers::Server& server) {
    return catalog_.templates_of(server).has_fitting(uri, UriTemplates::Scheme::any);
  });
  if (first) return first;
  return known == Known::all ? find_only_server(uri) : std::nullopt;
}

/// The first server for which `serves(toolbox, server)`.
template <typename Serves>
std::optional<ListedSource> ContentLookup::find_first_server(const std::string& uri, Serves serves) const {
  std::optional<ListedSource> found;
  servers_.for_each([&](const Toolbox& toolbox, servers::Server& server) {
    if (found || find_withheld_resource(server.catalog(), uri) != nullptr) return;
    if (serves(toolbox, server)) found = ListedSource{&server, {toolbox.name(), server.name(), uri}};
  });
  return found;
}

std::optional<ListedSource> ContentLookup::find_only_server(const std::string& uri) const {
  const std::string scheme = scheme_of(uri);
  std::vector<ListedSource> with_resources;
  std::vector<ListedSource> with_scheme;
  servers_.for_each([&](const Toolbox& toolbox, servers::Server& server) {
    const servers::Catalog& catalog = server.catalog();
    if (find_withheld_resource(catalog, uri) != nullptr || !catalog.has_capability("resources")) return;
    const ListedSource source{&server, {toolbox.name(), server.name(), uri}};
    with_resources.push_back(source);
    if (catalog_.lists_scheme(server, scheme)) with_scheme.push_back(source);
  });
  if (with_resources.size() == 1) return with_resources.front();
  if (with_scheme.size() == 1) return with_scheme.front();
  return std::nullopt;
}

std::optional<ListedSource> ContentLookup::find_reference(const Json& reference, Known known) const {
  if (is_prompt_reference(reference)) return find_prompt(json::member_characters(reference, "name"));
  const std::string uri = json::member_characters(reference, "uri");
  if (auto source = catalog_.find(ListKind::resource_templates, uri)) return source;
  return find_resource(uri, known);
}

}  // namespace workbench::gateway
