#include "client_files/client_table.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace workbench::client_files {
namespace {

using Entry = ClientRow::Entry;

std::filesystem::path expanded(std::string_view place, const Surroundings& surroundings) {
  using Base = std::pair<std::string_view, const std::filesystem::path*>;
  const std::array<Base, 3> bases{Base{"~/", &surroundings.home}, Base{"$XDG_CONFIG_HOME/", &surroundings.config_home},
                                  Base{"./", &surroundings.project}};
  for (const auto& [prefix, folder] : bases) {
    if (!place.starts_with(prefix)) continue;
    return folder->is_absolute() ? *folder / place.substr(prefix.size()) : std::filesystem::path();
  }
  return place;
}

/// How well the place of a file fits a row.
enum class Fit { none, named_alike, exact };

Fit fit_of(const std::filesystem::path& file, const ClientRow& client, const Surroundings& surroundings) {
  const auto places = places_of(client, surroundings);
  const auto is_it = [&](const auto& place) { return place.lexically_normal() == file.lexically_normal(); };
  if (std::any_of(places.begin(), places.end(), is_it)) return Fit::exact;
  // $XDG_CONFIG_HOME and the home folder have any name.
  const std::string name = "/" + file.lexically_normal().generic_string();
  const auto is_alike = [&](std::string_view place) { return name.ends_with(place.substr(place.find('/'))); };
  const bool alike = std::any_of(client.places.begin(), client.places.end(), is_alike);
  return alike ? Fit::named_alike : Fit::none;
}

/// Whether the value looks like an entry of a server.
bool looks_like_entry(const Value& value) {
  static constexpr std::array<std::string_view, 10> kKeys{"command", "url",     "cmd", "serverUrl", "httpUrl",
                                                          "type",    "enabled", "uri", "transport", "endpoint"};
  return value.is_object() &&
         std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) { return value.find(key) != nullptr; });
}

/// Whether the value can be the container of a row's servers: `mcp` and `servers` may mean much else.
bool has_entries(const Value& value, const ClientRow& client, bool must_have_one) {
  const bool wants_list = client.entry == Entry::continue_list || client.entry == Entry::mcpproxy_list;
  if (wants_list != value.is_list()) return false;
  if (value.is_list()) return std::any_of(value.elements.begin(), value.elements.end(), looks_like_entry);
  if (!value.is_object()) return false;
  if (value.members.empty()) return !must_have_one;
  return std::any_of(value.members.begin(), value.members.end(),
                     [](const Member& m) { return looks_like_entry(m.value); });
}

/// Many clients have files of this shape, so that it says nothing about the client, or its rules.
bool is_shape_of_many(const ClientRow& client) {
  return client.entry == Entry::plain && !client.places.empty() &&
         client.servers == std::vector<std::string>{"mcpServers"};
}

void add_local(const ClientRow& client, const Value& root, const std::filesystem::path& wanted,
               std::vector<ServerGroup>& groups) {
  const Value* const projects = root.find(client.servers.front());
  if (projects == nullptr || !projects->is_object()) return;
  for (const Member& project : projects->members) {
    const Value* const servers = project.value.find(client.servers.back());
    if (servers == nullptr || servers->members.empty()) continue;
    if (!wanted.empty() && wanted.lexically_normal() != std::filesystem::path(project.name).lexically_normal())
      continue;
    groups.push_back({&client, servers, {client.servers.front(), project.name, client.servers.back()}, project.name});
  }
}

void add_group(const ClientRow& client, const std::filesystem::path& file, const Value& root,
               const std::filesystem::path& project, std::vector<ServerGroup>& groups) {
  if (client.scope == Scope::local) {
    add_local(client, root, project, groups);
    return;
  }
  const Value* const servers = root.at(client.servers);
  if (servers == nullptr || (!servers->is_object() && !servers->is_list())) return;
  std::filesystem::path folder;
  if (client.scope == Scope::project) {
    // The place's own folders are below the project: ./.vscode/mcp.json.
    const std::string_view place = client.places.front();
    folder = file.parent_path();
    for (auto deeper = std::count(place.begin(), place.end(), '/'); deeper > 1; --deeper) folder = folder.parent_path();
  }
  groups.push_back({&client, servers, client.servers, std::move(folder)});
}

}  // namespace

const ClientRow* find_client(std::string_view id) {
  for (const ClientRow& client : client_table()) {
    if (client.id == id && client.scope == Scope::user && !client.places.empty()) return &client;
  }
  return nullptr;
}

std::vector<std::filesystem::path> places_of(const ClientRow& client, const Surroundings& surroundings) {
  std::vector<std::filesystem::path> places;
  for (const std::string_view place : client.places) places.push_back(expanded(place, surroundings));
  std::erase_if(places, [](const std::filesystem::path& place) { return place.empty(); });
  return places;
}

bool is_place_of_user(const std::filesystem::path& file, const Surroundings& surroundings) {
  return std::any_of(client_table().begin(), client_table().end(), [&](const ClientRow& client) {
    if (client.scope == Scope::project) return false;
    const auto places = places_of(client, surroundings);
    return std::any_of(places.begin(), places.end(), [&](const std::filesystem::path& place) {
      return place.lexically_normal() == file.lexically_normal();
    });
  });
}

const ClientRow* client_at(const std::filesystem::path& file, const Surroundings& surroundings) {
  for (const Fit wanted : {Fit::exact, Fit::named_alike}) {
    for (const ClientRow& client : client_table()) {
      if (fit_of(file, client, surroundings) == wanted) return &client;
    }
  }
  return nullptr;
}

std::filesystem::path place_of(std::string_view place, const Surroundings& surroundings) {
  return expanded(place, surroundings);
}

std::vector<ServerGroup> groups_of(const ClientRow& client, const std::filesystem::path& file, const Value& root,
                                   const std::filesystem::path& project) {
  std::vector<ServerGroup> groups;
  add_group(client, file, root, project, groups);
  return groups;
}

std::vector<ServerGroup> recognise(const std::filesystem::path& file, const Value& root, Format format,
                                   const Surroundings& surroundings) {
  const auto local_ones = [&](std::vector<ServerGroup> groups) {
    for (const ClientRow& client : client_table()) {
      if (client.scope == Scope::local && client.format == format) add_local(client, root, {}, groups);
    }
    return groups;
  };
  // A file that only has a similar name is more probably a project's: the user's files are at their known places.
  using Wanted = std::pair<Fit, Scope>;
  for (const auto& [fit, scope] : {Wanted{Fit::exact, Scope::user}, Wanted{Fit::exact, Scope::project},
                                   Wanted{Fit::named_alike, Scope::project}, Wanted{Fit::named_alike, Scope::user}}) {
    for (const ClientRow& client : client_table()) {
      if (client.format != format || client.scope != scope || fit_of(file, client, surroundings) != fit) continue;
      if (auto groups = groups_of(client, file, root); !groups.empty()) return local_ones(std::move(groups));
    }
  }
  for (const ClientRow& client : client_table()) {
    const Value* const servers = client.scope == Scope::user ? root.at(client.servers) : nullptr;
    if (client.format != format || servers == nullptr || is_shape_of_many(client)) continue;
    if (client.servers.empty() && looks_like_entry(root)) continue;  // it is an entry, and has none
    const bool may_mean_else = client.servers != std::vector<std::string>{"mcpServers"};
    if (has_entries(*servers, client, may_mean_else)) return local_ones({{&client, servers, client.servers, {}}});
  }
  return local_ones({});
}

}  // namespace workbench::client_files
