#include "client_files/translate.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "client_files/docker_catalog.hpp"
#include "client_files/docker_entry.hpp"
#include "client_files/entry_completion.hpp"
#include "client_files/entry_reader.hpp"
#include "client_files/foreign_text.hpp"
#include "client_files/input_descriptions.hpp"
#include "json/escape.hpp"
#include "json/source_locations.hpp"

namespace workbench::client_files {
namespace {

using Entry = ClientRow::Entry;

// More servers and values than any client could use. The work for each server of a file is proportional to the number
// of the others.
constexpr std::size_t kMaxName = 64;
constexpr std::size_t kMaxServers = 1'000;
constexpr std::size_t kMaxValuesOfServer = 10'000;

/// The values in `value`, itself included; counted until there are more than `most`.
std::size_t count_values(const Value& value, std::size_t most) {
  std::size_t count = 1;
  for (const Value& element : value.elements) {
    if (count > most) break;
    count += count_values(element, most - count);
  }
  for (const Member& member : value.members) {
    if (count > most) break;
    count += count_values(member.value, most - count);
  }
  return count;
}

bool has_nul(const Value& value) {
  const auto contains_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  return contains_nul(value.text) || std::any_of(value.elements.begin(), value.elements.end(), has_nul) ||
         std::any_of(value.members.begin(), value.members.end(),
                     [&](const Member& member) { return contains_nul(member.name) || has_nul(member.value); });
}

/// The server has its name. `where` is the place of `entry`.
void read_entry(const ServerGroup& group, const Value& entry, const Where& where, FileFindings& findings,
                ImportedServer& imported) {
  WrittenServer& server = imported.server;
  const std::size_t errors_before = findings.errors();
  if (!entry.is_object()) {
    findings.error(where.offset, where.path,
                   "must be an object, not " + std::string(kind_of(entry)) + "; it is left out");
  } else if (count_values(entry, kMaxValuesOfServer) > kMaxValuesOfServer) {
    findings.error(where.offset, where.path,
                   "has more than " + std::to_string(kMaxValuesOfServer) +
                       " values and is left out; remove what the server does not need");
  } else if (has_nul(entry)) {
    findings.error(where.offset, where.path, "contains a NUL character, which no program can be given; remove it");
  } else {
    EntryReader reader(group, findings, server);
    reader.read(entry, where);
    complete_entry(group, reader.pending(), where, findings, server);
  }
  imported.has_errors = findings.errors() != errors_before;
  if (!imported.has_errors) return;
  server.is_disabled = true;
  server.comment = findings.what_of_error(errors_before);
}

/// The list at `path`, where kAnyProject stands for the project of the group.
std::vector<std::string> names_at(const Value& root, std::vector<std::string> path, const ServerGroup& group) {
  for (std::string& name : path) {
    if (name == kAnyProject) name = group.project.string();
  }
  std::vector<std::string> names;
  const Value* const list = root.at(path);
  if (list == nullptr) return names;
  for (const Value& element : list->elements) names.push_back(element.text);
  return names;
}

/// Servers that the client leaves out by a list elsewhere in its file.
void apply_lists(const ServerGroup& group, const Value& root, ImportedServer& imported, FileFindings& findings) {
  const auto contains_it = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), imported.original_name) != names.end();
  };
  bool is_off = contains_it(group.off);
  for (const auto& path : group.client->off_lists) is_off = is_off || contains_it(names_at(root, path, group));
  for (const auto& path : group.client->only_lists) {
    const auto names = names_at(root, path, group);
    is_off = is_off || (!names.empty() && !contains_it(names));
  }
  if (!is_off) return;
  imported.server.is_disabled = true;
  findings.note(imported.offset, imported.path, "is excluded by a list of the client; it is disabled here");
}

DockerCatalog docker_catalog_of(const ServerGroup& group, const FileFindings& findings) {
  std::vector<std::string> names;
  for (const Member& member : group.servers->members) names.push_back(member.name);
  return {findings.file().parent_path(), names};
}

/// What no catalog describes is run by the gateway of Docker.
void read_enabled_server(const DockerCatalog& catalog, const Where& where, FileFindings& findings,
                         ImportedServer& imported) {
  const Value* const entry = catalog.find(imported.original_name);
  if (entry != nullptr && read_docker_entry(*entry, catalog.settings(), where, findings, imported.server)) return;
  findings.note(where.offset, where.path,
                "no catalog in ~/.docker/mcp/catalogs says how to run it; it is started by the gateway of Docker");
  imported.server.command = "docker";
  imported.server.args = {"mcp", "gateway", "run", "--servers=" + imported.original_name};
}

/// A toolboxes file leaves out a server with a name that cannot be seen.
std::string without_hidden(std::string_view name) {
  std::string visible;
  std::size_t done = 0;
  base::HiddenCharacters characters(name, base::HiddenCharacters::Breaks::hidden);
  while (const auto hidden = characters.next()) {
    visible.append(name.substr(done, hidden->offset - done)).append("-");
    done = hidden->offset + hidden->length;
  }
  return visible.append(name.substr(done));
}

}  // namespace

std::string valid_name(std::string name) {
  name = base::up_to_character(name, 4 * kMaxName);
  for (char& byte : name) {
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F) byte = '-';
  }
  for (std::size_t at = 0; (at = name.find("__")) != std::string::npos;) name.replace(at, 2, "-");
  name = without_hidden(base::up_to_character(name, kMaxName));
  return name.empty() ? "server" : name;
}

std::string valid_name(const std::string& name, const std::string& ending) {
  const std::string valid_ending = valid_name(ending);
  const std::size_t room = kMaxName - valid_ending.size();
  return valid_name(std::string(base::up_to_character(valid_name(name), room)) + valid_ending);
}

std::vector<ImportedServer> translate(const ServerGroup& group_of_file, const Value& root, FileFindings& findings) {
  const std::vector<WrittenInput> inputs = inputs_of(group_of_file, root);
  ServerGroup group = group_of_file;
  for (const WrittenInput& input : inputs) group.inputs.push_back(input.id);
  std::string path = "$";
  for (const std::string& name : group.path) path = json::path_member(path, name);
  std::vector<ImportedServer> servers;
  if (const std::size_t count = group.servers->members.size() + group.servers->elements.size(); count > kMaxServers) {
    findings.error(group.servers->begin, path,
                   "has " + std::to_string(count) + " servers, more than the " + std::to_string(kMaxServers) +
                       " that are read of one list, and is left out; name a file with those that you need with --from");
    return servers;
  }
  std::optional<DockerCatalog> catalog;
  if (group.client->entry == Entry::docker_registry) catalog = docker_catalog_of(group, findings);
  const auto add = [&](std::string name, const Value& entry, const Where& where) {
    ImportedServer& imported = servers.emplace_back(ImportedServer{.server = {},
                                                                   .original_name = name,
                                                                   .client = group.client,
                                                                   .file = findings.file(),
                                                                   .offset = where.offset,
                                                                   .path = where.path,
                                                                   .project = group.project,
                                                                   .inputs = inputs});
    imported.server.name = valid_name(name);
    if (imported.server.name != name) {
      findings.note(where.offset, where.path,
                    "cannot have this name here; it is called " + json::quoted(imported.server.name));
    }
    if (catalog) {
      read_enabled_server(*catalog, where, findings, imported);
    } else {
      read_entry(group, entry, where, findings, imported);
    }
    apply_lists(group, root, imported, findings);
  };
  for (const Member& member : group.servers->members) {
    const Where where{member.begin, json::path_member(path, member.name)};
    if (group.servers->member(member.name) != &member) {
      findings.error(where.offset, where.path, "the same name again further down; rename or remove one");
    } else {
      add(member.name, member.value, where);
    }
  }
  for (std::size_t index = 0; index < group.servers->elements.size(); ++index) {
    const Value& entry = group.servers->elements[index];
    const Value* const name = entry.find("name");
    add(name != nullptr && name->is_text() ? name->text : "server-" + std::to_string(index + 1), entry,
        {entry.begin, json::path_element(path, index)});
  }
  return servers;
}

}  // namespace workbench::client_files
