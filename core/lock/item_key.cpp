#include "lock/item_key.hpp"

#include <algorithm>
#include <array>

#include "base/visible_text.hpp"

namespace workbench::lock {
namespace {

/// Of kSectionKinds, in their order.
constexpr std::array<std::string_view, kSectionCount> kSectionNames{
    "start", "serverInfo", "instructions", "tools", "prompts", "resources", "resourceTemplates"};

std::string_view title_beginning(CatalogItemKind kind) {
  switch (kind) {
    case CatalogItemKind::tool: return "the tool ";
    case CatalogItemKind::prompt: return "the prompt ";
    case CatalogItemKind::resource: return "the resource ";
    case CatalogItemKind::resource_template: return "the resource template ";
    case CatalogItemKind::instructions: return "the instructions of the server";
    case CatalogItemKind::start: return "the start of the server";
    case CatalogItemKind::server_info: break;
  }
  return "the server's description of itself";
}

}  // namespace

std::string_view section_name(CatalogItemKind kind) {
  const auto* const found = std::find(kSectionKinds.begin(), kSectionKinds.end(), kind);
  return kSectionNames[static_cast<std::size_t>(found - kSectionKinds.begin())];
}

std::optional<CatalogItemKind> section_kind(std::string_view name) {
  const auto* const found = std::find(kSectionNames.begin(), kSectionNames.end(), name);
  if (found == kSectionNames.end()) return std::nullopt;
  return kSectionKinds[static_cast<std::size_t>(found - kSectionNames.begin())];
}

bool has_names(CatalogItemKind kind) {
  return kind == CatalogItemKind::tool || kind == CatalogItemKind::prompt || kind == CatalogItemKind::resource ||
         kind == CatalogItemKind::resource_template;
}

std::string server_key(std::string_view toolbox, std::string_view server) {
  return std::string(toolbox).append(1, '/').append(server);
}

std::string item_title(CatalogItemKind kind, std::string_view name) {
  std::string title(title_beginning(kind));
  if (!has_names(kind)) return title;
  return title.append(1, '"').append(base::visible_line(name)).append(1, '"');
}

}  // namespace workbench::lock
