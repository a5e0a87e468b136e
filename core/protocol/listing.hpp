#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>
#include <workbench/tool.hpp>

namespace workbench::protocol {

// What servers list, and how clients request it.

enum class ListKind { tools, prompts, resources, resource_templates };

inline constexpr std::array kListKinds{ListKind::tools, ListKind::prompts, ListKind::resources,
                                       ListKind::resource_templates};

/// The capability that a server declares for it.
[[nodiscard]] constexpr std::string_view list_capability(ListKind kind) {
  switch (kind) {
    case ListKind::tools: return "tools";
    case ListKind::prompts: return "prompts";
    case ListKind::resources:
    case ListKind::resource_templates: return "resources";
  }
  return {};
}

/// The method that lists it, "resources/templates/list".
[[nodiscard]] constexpr std::string_view list_method(ListKind kind) {
  switch (kind) {
    case ListKind::tools: return "tools/list";
    case ListKind::prompts: return "prompts/list";
    case ListKind::resources: return "resources/list";
    case ListKind::resource_templates: return "resources/templates/list";
  }
  return {};
}

/// The member of the result that holds the list, "resourceTemplates".
[[nodiscard]] constexpr std::string_view list_member(ListKind kind) {
  switch (kind) {
    case ListKind::tools: return "tools";
    case ListKind::prompts: return "prompts";
    case ListKind::resources: return "resources";
    case ListKind::resource_templates: return "resourceTemplates";
  }
  return {};
}

/// The member of an item that holds the name by which clients refer to it.
[[nodiscard]] constexpr std::string_view naming_member(ListKind kind) {
  switch (kind) {
    case ListKind::tools:
    case ListKind::prompts: return "name";
    case ListKind::resources: return "uri";
    case ListKind::resource_templates: return "uriTemplate";
  }
  return {};
}

/// "notifications/tools/list_changed".
[[nodiscard]] constexpr std::string_view list_changed_method(ListKind kind) {
  switch (kind) {
    case ListKind::tools: return "notifications/tools/list_changed";
    case ListKind::prompts: return "notifications/prompts/list_changed";
    case ListKind::resources:
    case ListKind::resource_templates: return "notifications/resources/list_changed";
  }
  return {};
}

/// What a method lists; absent: it lists nothing.
[[nodiscard]] constexpr std::optional<ListKind> listed_by(std::string_view method) {
  for (const ListKind kind : kListKinds) {
    if (list_method(kind) == method) return kind;
  }
  return std::nullopt;
}

/// Something that a server lists: a tool, a prompt, a resource or a resource template.
struct ListedItem {
  std::string name;  ///< the name in requests: a tool's or prompt's name, a resource's URI, a template's text
  Json definition;   ///< the whole, as received

  [[nodiscard]] bool operator==(const ListedItem& other) const {
    return name == other.name && definition.text() == other.definition.text();
  }
};

/// Reads a tool's definition as far as the workbench interprets it; the definition is kept whole.
/// protocol: it is not an object, has no name, or has an interpreted member twice.
[[nodiscard]] Result<Tool> read_tool(const Json& definition);

/// The name alone, under the same conditions.
[[nodiscard]] Result<std::string> tool_name_in(const Json& definition);

/// The URI of the resource that hosts show as the view of a tool (extension `io.modelcontextprotocol/ui`, MCP Apps), as
/// the tool's definition names it; empty: it has no view.
[[nodiscard]] std::string view_of(const Json& definition);

}  // namespace workbench::protocol
