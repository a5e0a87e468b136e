#include "gateway/exposure/native_catalog.hpp"

#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "gateway/exposure/uri_scheme.hpp"
#include "json/lookup.hpp"
#include "protocol/tasks.hpp"

namespace workbench::gateway {
namespace {

using protocol::ListedItem;
using protocol::ListKind;

/// The definition under another name; everything else unchanged. `execution` is about tasks, and shown only with them:
/// as the server has it if a call may become a task (optional); a tool that its server runs as a task only (required)
/// can be called without, too, because the workbench waits for the task then.
Json definition_as(const Json& definition, ListKind kind, const std::string& name, const std::string& own_name,
                   protocol::TaskSupport shown_tasks) {
  JsonWriter writer(definition.text().size() + name.size());
  writer.object();
  bool is_changed = name != own_name;
  bool has_execution = false;
  for (const JsonMember& member : json::members(definition)) {
    if (kind == ListKind::tools && member.key == "execution") {
      has_execution = shown_tasks == protocol::TaskSupport::optional;
      if (has_execution) writer.member(member.key, member.value);
      is_changed = is_changed || !has_execution;
    } else if (member.key == protocol::naming_member(kind)) {
      writer.member(member.key, name);
    } else {
      writer.member(member.key, member.value);
    }
  }
  if (shown_tasks != protocol::TaskSupport::forbidden && !has_execution) {
    writer.key("execution").raw(R"({"taskSupport":"optional"})");
    is_changed = true;
  }
  return is_changed ? std::move(writer.end()).json() : definition;
}

/// Whether definition_as() changes nothing, which is so for nearly all.
bool is_shown_as_it_is(const Json& definition, ListKind kind, const std::string& name, const std::string& own_name,
                       protocol::TaskSupport shown_tasks) {
  if (name != own_name) return false;
  if (kind != ListKind::tools) return true;
  return shown_tasks == protocol::TaskSupport::forbidden && json::member(definition, "execution").is_absent();
}

/// How a client that may ask for tasks is shown that a tool may be called as one. Whether a modern server makes a task
/// of a call, it decides with each: any of its tools may be called as one.
protocol::TaskSupport shown_tasks_of(const servers::Catalog& catalog, const std::string& tool) {
  return protocol::has_tasks_extension(catalog.capabilities()) ? protocol::TaskSupport::required
                                                               : catalog.task_support_of(tool);
}

/// One text that is different for each identifier.
std::string identifier_key(const ToolIdentifier& identifier) {
  std::string key = std::to_string(identifier.toolbox.size()) + ' ' + std::to_string(identifier.server.size()) + ' ';
  return key.append(identifier.toolbox).append(identifier.server).append(identifier.tool);
}

/// Tools and prompts have identifiers, which may be changed; a URI has a meaning, and may not.
bool may_be_renamed(protocol::ListKind kind) {
  return kind == protocol::ListKind::tools || kind == protocol::ListKind::prompts;
}

std::vector<ListedName> listed_names(const std::vector<ListedSource>& listed) {
  std::vector<ListedName> names;
  names.reserve(listed.size());
  for (const ListedSource& source : listed) {
    names.push_back({source.identifier.toolbox, source.identifier.server, source.identifier.tool});
  }
  return names;
}

}  // namespace

/// What the servers list of one kind, in the order of the list.
struct NativeCatalog::Listing {
  std::vector<ListedSource> sources;
  std::vector<Json> definitions;
  std::vector<Json> for_models;  // likewise, for hosts of models
  bool differs_for_models = false;
};

NativeCatalog::Listing NativeCatalog::gather(ListKind kind) const {
  Listing listing;
  servers_.for_each([&](const Toolbox& toolbox, servers::Server& server) {
    const servers::Catalog& catalog = server.catalog();
    for (const ListedItem& item : catalog.items(kind)) {
      const Json& for_models = kind == ListKind::tools ? catalog.native().definition_for_models(item) : item.definition;
      listing.differs_for_models = listing.differs_for_models || &for_models != &item.definition;
      listing.sources.push_back({&server, {toolbox.name(), server.name(), item.name}});
      listing.definitions.push_back(item.definition);
      listing.for_models.push_back(for_models);
    }
  });
  return listing;
}

NativeCatalog::NamedList& NativeCatalog::current(protocol::ListKind kind) {
  NamedList& named = named_list(kind);
  const bool has_tasks = kind == protocol::ListKind::tools && shows_tasks_ && shows_tasks_();
  if (named.is_current && named.has_tasks == has_tasks) return named;
  named.has_tasks = has_tasks;
  Listing listing = gather(kind);
  std::vector<ListedSource>& listed = listing.sources;
  named.templates.clear();
  named.schemes.clear();
  if (kind == ListKind::resource_templates) {
    for (const ListedSource& source : listed) named.templates[source.server].add(source.identifier.tool);
  }
  std::vector<std::string> names;
  if (may_be_renamed(kind)) {
    const bool are_tools = kind == protocol::ListKind::tools;
    names = unique_names(listed_names(listed), are_tools ? NameReaders::models : NameReaders::people, max_name_bytes_);
  } else {
    for (const ListedSource& source : listed) {
      names.push_back(source.identifier.tool);
      named.schemes[source.server].insert(scheme_of(names.back()));
    }
  }
  auto sources = std::make_shared<Sources>();
  sources->by_name.reserve(listed.size());
  std::size_t bytes = 2;
  for (const Json& definition : listing.definitions) bytes += definition.text().size() + 1;
  JsonWriter list(bytes);
  JsonWriter list_for_models(listing.differs_for_models ? bytes : 0);
  list.array();
  list_for_models.array();
  for (std::size_t index = 0; index < listed.size(); ++index) {
    const std::string own_name = listed[index].identifier.tool;
    const servers::Server& server = *listed[index].server;
    // If several servers list one URI, requests go to the first of them.
    const auto [source, is_first] = sources->by_name.try_emplace(names[index], std::move(listed[index]));
    if (!is_first) continue;
    if (named.shown != nullptr)
      sources->by_identifier.emplace(identifier_key(source->second.identifier), &source->second);
    const auto tasks = has_tasks ? shown_tasks_of(server.catalog(), own_name) : protocol::TaskSupport::forbidden;
    const auto shown = [&, &name = names[index]](const Json& definition) {
      const bool stays = is_shown_as_it_is(definition, kind, name, own_name, tasks);
      return stays ? definition : definition_as(definition, kind, name, own_name, tasks);
    };
    list.value(shown(listing.definitions[index]));
    if (listing.differs_for_models) list_for_models.value(shown(listing.for_models[index]));
  }
  named.list = std::move(list.end()).json();
  named.list_for_models = listing.differs_for_models ? std::move(list_for_models.end()).json() : Json();
  named.sources = std::move(sources);
  named.is_current = true;
  return named;
}

bool NativeCatalog::refresh(protocol::ListKind kind) {
  const Json before = named_list(kind).list;
  forget(kind);
  return current(kind).list.text() != before.text();
}

Json NativeCatalog::list(protocol::ListKind kind, Reader reader) {
  NamedList& named = current(kind);
  if (may_be_renamed(kind)) named.shown = named.sources;
  const bool is_other = reader == Reader::host_of_models && !named.list_for_models.is_absent();
  return is_other ? named.list_for_models : named.list;
}

std::optional<ListedSource> NativeCatalog::find(protocol::ListKind kind, std::string_view name) {
  const NamedList& named = current(kind);
  if (named.shown != nullptr && named.shown != named.sources) {
    const auto shown = named.shown->by_name.find(name);
    if (shown != named.shown->by_name.end()) {
      const auto present = named.sources->by_identifier.find(identifier_key(shown->second.identifier));
      if (present == named.sources->by_identifier.end()) return std::nullopt;
      return *present->second;
    }
  }
  const auto found = named.sources->by_name.find(name);
  if (found == named.sources->by_name.end()) return std::nullopt;
  return found->second;
}

bool NativeCatalog::was_shown(ListKind kind, std::string_view name) const {
  const std::shared_ptr<const Sources>& shown = lists_[static_cast<std::size_t>(kind)].shown;
  return shown != nullptr && shown->by_name.find(name) != shown->by_name.end();
}

const UriTemplates& NativeCatalog::templates_of(const servers::Server& server) {
  return current(ListKind::resource_templates).templates[&server];
}

bool NativeCatalog::lists_scheme(const servers::Server& server, std::string_view scheme) {
  const auto has_scheme = [&](ListKind kind) {
    const NamedList& named = current(kind);
    const auto found = named.schemes.find(&server);
    return found != named.schemes.end() && found->second.find(scheme) != found->second.end();
  };
  return !scheme.empty() && (has_scheme(ListKind::resources) || has_scheme(ListKind::resource_templates));
}

}  // namespace workbench::gateway
