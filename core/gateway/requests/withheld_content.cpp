#include "gateway/requests/withheld_content.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "base/is_literal.hpp"
#include "base/text.hpp"
#include "gateway/requests/tool_lookup.hpp"
#include "gateway/requests/uri_templates.hpp"
#include "json/lookup.hpp"
#include "protocol/compat/errors.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListKind;
using Withheld = servers::CatalogReviewer::Withheld;

/// Bytes of a name that the client has written, in an error for it.
constexpr std::size_t kMaxNamed = 200;

/// Compares one URI with templates, until that has taken too long.
class Comparison {
 public:
  explicit Comparison(std::string_view uri) : uri_(uri) {}

  enum class Fit { no, yes, unknown };
  [[nodiscard]] Fit with(std::string_view uri_template) {
    constexpr std::size_t kCostOfTemplate = 16;
    if (uri_.size() > UriTemplates::kMaxUriBytes) return Fit::unknown;
    const std::string_view beginning = uri_template.substr(0, uri_template.find('{'));
    compared_ += kCostOfTemplate + std::min(beginning.size(), uri_.size());
    if (compared_ > UriTemplates::kMaxCompared) return Fit::unknown;
    if (!uri_.starts_with(beginning)) return Fit::no;
    compared_ += uri_template.size() + uri_.size();
    if (compared_ > UriTemplates::kMaxCompared) return Fit::unknown;
    return may_expand_to(uri_template, uri_) ? Fit::yes : Fit::no;
  }

 private:
  const std::string_view uri_;
  std::size_t compared_ = 0;
};

bool is_listed(const servers::Catalog& catalog, ListKind kind, std::string_view name) {
  const auto& items = catalog.items(kind);
  return std::any_of(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
}

bool is_admitted(const servers::Catalog& catalog, std::string_view uri) {
  if (catalog.has_view(std::string(uri)) || is_listed(catalog, ListKind::resources, uri)) return true;
  const auto& templates = catalog.items(ListKind::resource_templates);
  Comparison comparison(uri);
  return std::any_of(templates.begin(), templates.end(),
                     [&](const auto& item) { return comparison.with(item.name) == Comparison::Fit::yes; });
}

/// A completion is about a prompt or a template.
bool is_about_prompt(const RoutedRequest& routed) {
  const Json reference = json::member(Json("{" + routed.members + "}"), "ref");
  return json::member_characters(reference, "type") == "ref/prompt";
}

/// A tool of the same name that is admitted may be called.
const Withheld* find_withheld_tool(const servers::Catalog& catalog, const std::string& tool) {
  if (catalog.has_tool(tool)) return nullptr;
  const servers::ToolOnServer* const other = catalog.on_server(tool);
  return catalog.reviewer().find_withheld(ListKind::tools, other == nullptr ? tool : other->name);
}

/// What the request is about.
const Withheld* find_withheld(const servers::Catalog& catalog, const RoutedRequest& routed) {
  const auto prompt = [&] { return catalog.reviewer().find_withheld(ListKind::prompts, routed.name); };
  if (routed.is_tool_call()) return find_withheld_tool(catalog, routed.target.tool);
  if (base::is_literal(routed.method, "prompts/get")) return prompt();
  if (base::is_literal(routed.method, "resources/read")) return find_withheld_resource(catalog, routed.name);
  if (!base::is_literal(routed.method, "completion/complete")) return nullptr;
  return is_about_prompt(routed) ? prompt() : find_withheld_template(catalog, routed.name);
}

}  // namespace

const Withheld* find_withheld_resource(const servers::Catalog& catalog, std::string_view uri) {
  const servers::CatalogReviewer& reviewer = catalog.reviewer();
  if (!reviewer.withholds_any()) return nullptr;
  if (const Withheld* const itself = reviewer.find_withheld(ListKind::resources, uri)) return itself;
  Comparison comparison(uri);
  const Withheld* const fitting = reviewer.find_withheld_if(
      ListKind::resource_templates, [&](std::string_view one) { return comparison.with(one) != Comparison::Fit::no; });
  return fitting == nullptr || is_admitted(catalog, uri) ? nullptr : fitting;
}

const Withheld* find_withheld_template(const servers::Catalog& catalog, std::string_view uri_template) {
  const servers::CatalogReviewer& reviewer = catalog.reviewer();
  if (!reviewer.withholds_any()) return nullptr;
  const Withheld* const itself = reviewer.find_withheld(ListKind::resource_templates, uri_template);
  return itself != nullptr ? itself : find_withheld_resource(catalog, uri_template);
}

bool refuse_withheld(RoutedRequest& routed) {
  const servers::Server& server = **routed.server;
  if (!server.catalog().reviewer().withholds_any()) return false;
  const Withheld* const withheld = find_withheld(server.catalog(), routed);
  if (withheld == nullptr) return false;
  std::string text =
      routed.method + ": '" + base::shortened(routed.name, kMaxNamed) + "' not found" + withheld_words(*withheld);
  if (routed.is_tool_call()) {
    refuse(routed, tool_not_found(server, routed.target));
  } else if (base::is_literal(routed.method, "resources/read")) {
    routed.request->error(protocol::resource_not_found(routed.name, std::move(text)));
  } else {
    routed.request->fail({ErrorKind::not_found, std::move(text)});
  }
  return true;
}

}  // namespace workbench::gateway
