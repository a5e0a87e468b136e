#include "gateway/modes/native_catalog.hpp"

#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListedItem;
using protocol::ListKind;

/// The definition under another name; everything else as it came. `execution` is about tasks, and shown only with them:
/// a tool that its server runs as a task only can be called without, too, because the workbench waits for the task
/// then.
Json definition_as(const Json& definition, ListKind kind, const std::string& name, const std::string& own_name,
                   protocol::TaskSupport shown_tasks) {
  JsonWriter writer(definition.text().size() + name.size());
  writer.object();
  bool is_changed = name != own_name;
  for (const JsonMember& member : json::members(definition)) {
    if (kind == ListKind::tools && member.key == "execution") {
      if (shown_tasks != protocol::TaskSupport::optional) is_changed = true;
      if (shown_tasks == protocol::TaskSupport::optional) writer.member(member.key, member.value);
      if (shown_tasks == protocol::TaskSupport::required) writer.key(member.key).raw(R"({"taskSupport":"optional"})");
    } else if (member.key == protocol::naming_member(kind)) {
      writer.member(member.key, name);
    } else {
      writer.member(member.key, member.value);
    }
  }
  return is_changed ? std::move(writer.end()).json() : definition;
}

/// Tools and prompts have identifiers, which may be changed; a URI has a meaning, and may not.
bool may_be_renamed(protocol::ListKind kind) {
  return kind == protocol::ListKind::tools || kind == protocol::ListKind::prompts;
}

}  // namespace

NativeCatalog::NamedList& NativeCatalog::current(protocol::ListKind kind) {
  NamedList& named = named_list(kind);
  const bool has_tasks = kind == protocol::ListKind::tools && shows_tasks_ && shows_tasks_();
  if (named.is_current && named.has_tasks == has_tasks) return named;
  named.has_tasks = has_tasks;
  std::vector<ListedSource> sources;
  std::vector<Json> definitions;
  std::vector<ListedName> own_names;
  servers_.for_each([&](const Toolbox& toolbox, servers::Server& server) {
    for (const protocol::ListedItem& item : server.catalog().items(kind)) {
      sources.push_back({&server, {toolbox.name(), server.name(), item.name}});
      definitions.push_back(item.definition);
      own_names.push_back({toolbox.name(), server.name(), item.name});
    }
  });
  std::vector<std::string> names;
  if (may_be_renamed(kind)) {
    names = unique_names(own_names);
  } else {
    for (const ListedName& own : own_names) names.push_back(own.name);
  }
  JsonWriter list;
  list.array();
  named.sources.clear();
  for (std::size_t index = 0; index < sources.size(); ++index) {
    // If several servers list one URI, requests go to the first of them.
    if (!named.sources.emplace(names[index], sources[index]).second) continue;
    const auto tasks = has_tasks ? sources[index].server->catalog().task_support_of(own_names[index].name)
                                 : protocol::TaskSupport::forbidden;
    list.value(definition_as(definitions[index], kind, names[index], own_names[index].name, tasks));
  }
  named.list = std::move(list.end()).json();
  named.is_current = true;
  named.is_as_shown = named.shown.empty();
  return named;
}

bool NativeCatalog::refresh(protocol::ListKind kind) {
  const Json before = named_list(kind).list;
  forget(kind);
  return current(kind).list.text() != before.text();
}

Json NativeCatalog::list(protocol::ListKind kind) {
  NamedList& named = current(kind);
  const bool was_shown = named.is_as_shown && !named.shown.empty();
  if (may_be_renamed(kind) && !was_shown) {
    named.shown.clear();
    for (const auto& [name, source] : named.sources) named.shown.emplace(name, source.identifier);
  }
  named.is_as_shown = true;
  return named.list;
}

std::optional<ListedSource> NativeCatalog::find(protocol::ListKind kind, const std::string& name) {
  const NamedList& named = current(kind);
  const auto shown = named.is_as_shown ? named.shown.end() : named.shown.find(name);
  if (shown != named.shown.end()) return find_source(named, shown->second);
  const auto found = named.sources.find(name);
  if (found == named.sources.end()) return std::nullopt;
  return found->second;
}

std::optional<ListedSource> NativeCatalog::find_source(const NamedList& named, const ToolIdentifier& identifier) {
  for (const auto& [name, source] : named.sources) {
    const ToolIdentifier& own = source.identifier;
    if (own.toolbox == identifier.toolbox && own.server == identifier.server && own.tool == identifier.tool) {
      return source;
    }
  }
  return std::nullopt;
}

std::optional<ListedSource> NativeCatalog::find_by_template(const std::string& uri) {
  for (const auto& [text, source] : current(protocol::ListKind::resource_templates).sources) {
    if (!may_expand_to(text, uri)) continue;
    ListedSource found = source;
    found.identifier.tool = uri;
    return found;
  }
  return std::nullopt;
}

// A literal that fits at several places is matched at the first: an expression follows it, which may be any text.
bool may_expand_to(std::string_view uri_template, std::string_view uri) {
  bool is_anchored = true;  // the next literal must be at the beginning of what is left
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
