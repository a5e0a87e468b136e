#include "gateway/modes/flat_catalog.hpp"

#include <utility>

namespace workbench::gateway {
namespace {

using protocol::ListedItem;
using protocol::ListKind;

/// The member of a definition by which clients name the thing.
std::string_view naming_member(protocol::ListKind kind) {
  switch (kind) {
    case protocol::ListKind::tools:
    case protocol::ListKind::prompts: return "name";
    case protocol::ListKind::resources: return "uri";
    case protocol::ListKind::resource_templates: return "uriTemplate";
  }
  return {};
}

/// The definition under another name; everything else as it came. `execution` is about tasks, which do not pass.
std::string definition_as(const Json& definition, protocol::ListKind kind, const std::string& name,
                          const std::string& own_name, const JsonAccess& json) {
  std::string text;
  bool is_changed = name != own_name;
  if (const auto members = json.members(definition)) {
    for (const JsonMember& member : *members) {
      if (kind == protocol::ListKind::tools && member.key == "execution") {
        is_changed = true;
        continue;
      }
      text.append(text.empty() ? "{" : ",").append(json.quoted(member.key)).append(":");
      text.append(member.key == naming_member(kind) ? json.quoted(name) : std::string(member.value.text()));
    }
  }
  return is_changed ? text + "}" : std::string(definition.text());
}

/// Tools and prompts are named by identifiers, which may be changed; URIs mean something and may not.
bool may_be_renamed(protocol::ListKind kind) {
  return kind == protocol::ListKind::tools || kind == protocol::ListKind::prompts;
}

}  // namespace

FlatCatalog::Side& FlatCatalog::current(protocol::ListKind kind) {
  Side& wanted = side(kind);
  if (wanted.is_current) return wanted;
  std::vector<FlatSource> sources;
  std::vector<Json> definitions;
  std::vector<ListedName> own_names;
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) {
      for (const protocol::ListedItem& item : server->catalog().items(kind)) {
        sources.push_back({server.get(), {toolbox->name(), server->name(), item.name}});
        definitions.push_back(item.definition);
        own_names.push_back({toolbox->name(), server->name(), item.name});
      }
    }
  }
  std::vector<std::string> names;
  if (may_be_renamed(kind)) {
    names = wanted.names.names_for(own_names);
  } else {
    for (const ListedName& own : own_names) names.push_back(own.name);
  }
  std::string list = "[";
  wanted.sources.clear();
  for (std::size_t index = 0; index < sources.size(); ++index) {
    // Of several servers that have one URI, the first is asked.
    if (!wanted.sources.emplace(names[index], sources[index]).second) continue;
    if (list.size() > 1) list += ',';
    list.append(definition_as(definitions[index], kind, names[index], own_names[index].name, json_));
  }
  wanted.list = Json(list + "]");
  wanted.is_current = true;
  return wanted;
}

Json FlatCatalog::list(protocol::ListKind kind) {
  return current(kind).list;
}

std::optional<FlatSource> FlatCatalog::find(protocol::ListKind kind, const std::string& name) {
  const Side& looked_at = current(kind);
  const auto found = looked_at.sources.find(name);
  if (found == looked_at.sources.end()) return std::nullopt;
  return found->second;
}

std::optional<FlatSource> FlatCatalog::find_resource(const std::string& uri) {
  if (auto listed = find_listed_resource(uri)) return listed;
  return find_only_server_with_resources(uri);
}

std::optional<FlatSource> FlatCatalog::find_listed_resource(const std::string& uri) {
  if (auto listed = find(protocol::ListKind::resources, uri)) return listed;
  return find_by_template(uri);
}

std::optional<FlatSource> FlatCatalog::find_by_template(const std::string& uri) {
  for (const auto& [text, source] : current(protocol::ListKind::resource_templates).sources) {
    if (!may_expand_to(text, uri)) continue;
    FlatSource found = source;
    found.identifier.tool = uri;
    return found;
  }
  return std::nullopt;
}

std::optional<FlatSource> FlatCatalog::find_only_server_with_resources(const std::string& uri) const {
  std::optional<FlatSource> only;
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) {
      if (!server->catalog().has_capability("resources")) continue;
      if (only) return std::nullopt;
      only = FlatSource{server.get(), {toolbox->name(), server->name(), uri}};
    }
  }
  return only;
}

std::string FlatCatalog::public_name(protocol::ListKind kind, const servers::Server& server, const std::string& name) {
  for (const auto& [known_as, source] : current(kind).sources) {
    if (source.server == &server && source.identifier.tool == name) return known_as;
  }
  return {};
}

// The first place where a literal fits is as good as any later one, because what follows may be any text.
bool may_expand_to(std::string_view uri_template, std::string_view uri) {
  bool is_anchored = true;  // the next literal must stand right here
  for (std::size_t open = uri_template.find('{'); open != std::string_view::npos; open = uri_template.find('{')) {
    const std::size_t close = uri_template.find('}', open);
    if (close == std::string_view::npos) return false;
    const std::string_view literal = uri_template.substr(0, open);
    const std::size_t at = uri.find(literal);
    if (at == std::string_view::npos || (is_anchored && at != 0)) return false;
    uri.remove_prefix(at + literal.size());
    uri_template.remove_prefix(close + 1);
    is_anchored = false;
  }
  return is_anchored ? uri == uri_template : uri.ends_with(uri_template);
}

}  // namespace workbench::gateway
