#include "lock/item_key.hpp"

#include <array>
#include <utility>

#include "base/visible_text.hpp"

namespace workbench::lock {
namespace {

constexpr std::array<std::pair<CatalogItemKind, std::string_view>, kSectionCount> kSections{{
    {CatalogItemKind::start, "start"},
    {CatalogItemKind::server_info, "serverInfo"},
    {CatalogItemKind::instructions, "instructions"},
    {CatalogItemKind::tool, "tools"},
    {CatalogItemKind::prompt, "prompts"},
    {CatalogItemKind::resource, "resources"},
    {CatalogItemKind::resource_template, "resourceTemplates"},
}};

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
  for (const auto& [section, name] : kSections) {
    if (section == kind) return name;
  }
  return {};
}

std::optional<CatalogItemKind> section_kind(std::string_view name) {
  for (const auto& [kind, section] : kSections) {
    if (section == name) return kind;
  }
  return std::nullopt;
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
