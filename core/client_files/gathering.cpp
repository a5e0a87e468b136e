#include "client_files/gathering.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "client_files/input_descriptions.hpp"
#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

/// The names of the enabled servers; of all servers if none is enabled.
std::string listed_names(std::vector<WrittenServer> servers) {
  const auto is_off = [](const WrittenServer& server) { return server.is_disabled; };
  if (!std::all_of(servers.begin(), servers.end(), is_off)) std::erase_if(servers, is_off);
  constexpr std::size_t kMaxNames = 8;
  std::string text;
  for (std::size_t index = 0; index < servers.size() && index < kMaxNames; ++index) {
    const bool is_last = index + 1 == servers.size();
    if (index > 0) text += is_last ? " and " : ", ";
    text += servers[index].name;
  }
  if (servers.size() > kMaxNames) text += " and " + std::to_string(servers.size() - kMaxNames) + " more";
  return text;
}

std::string description_of(const std::vector<WrittenServer>& servers, const std::filesystem::path& project) {
  const std::string name = project.filename().string();
  return "Tools of " + listed_names(servers) + (name.empty() ? "." : ", for the project " + name + ".");
}

bool is_same_wherever_it_is_on(WrittenServer a, WrittenServer b) {
  a.is_disabled = b.is_disabled = false;
  return same_but_for_the_name(std::move(a), b);
}

bool has_server(const ProposedToolbox* toolbox, const std::string& name) {
  return toolbox != nullptr && std::any_of(toolbox->servers.begin(), toolbox->servers.end(),
                                           [&](const WrittenServer& server) { return server.name == name; });
}

}  // namespace

bool Gathering::add(const ImportedServer& imported) {
  WrittenServer server = imported.server;
  latest_.clear();
  if (known_.same_as(server) != nullptr) {
    ++proposal_.already_there;
    return true;
  }
  if (const WrittenServer* const namesake = namesake_of(server, imported.project)) {
    return is_adapted(*namesake, imported);
  }
  if (merge_with_same(server, imported)) return true;
  add_inputs_of(server, imported.inputs, known_.inputs, proposal_.inputs);
  const bool has_own = imported.project.empty() && of_user_ == UserToolboxes::each;
  ProposedToolbox* const group = has_own ? nullptr : &toolbox_of_project(imported.project);
  const std::string name = free_name(group, imported);
  if (name != server.name) {
    note(imported, "there is another server or toolbox " + json::quoted(server.name) + "; this one is called " +
                       json::quoted(name));
    server.name = name;
  }
  ProposedToolbox& toolbox = has_own ? new_toolbox(name, {}) : *group;
  latest_ = toolbox.name + "/" + server.name;
  toolbox.servers.push_back(std::move(server));
  return true;
}

void Gathering::finish() {
  auto& toolboxes = proposal_.toolboxes;
  for (std::size_t index = 0; index < toolboxes.size(); ++index) describe(toolboxes[index], projects_[index]);
}

void Gathering::note(const ImportedServer& imported, const std::string& what) {
  proposal_.notes.push_back(std::string(imported.client->title) + ", " + imported.original_name + ": " + what);
}

// A server of the user may be in any toolbox, because its owner may have moved it. A known server that works in another
// folder belongs to a project.
const WrittenServer* Gathering::namesake_of(const WrittenServer& server, const std::filesystem::path& project) const {
  if (!project.empty()) {
    const ProposedToolbox* const toolbox = known_.of_project(project);
    return toolbox == nullptr ? nullptr : KnownToolboxes::namesake(*toolbox, server);
  }
  for (const ProposedToolbox& toolbox : known_.toolboxes) {
    const WrittenServer* const found = KnownToolboxes::namesake(toolbox, server);
    if (found == nullptr) continue;
    const bool is_elsewhere = found->folder.starts_with('/') && found->folder != server.folder;
    if (!is_elsewhere || is_of_one_server(toolbox)) return found;
  }
  return nullptr;
}

/// The entry was changed, either in the toolboxes file or in the client. We cannot know which of the two is intended.
bool Gathering::is_adapted(const WrittenServer& known, const ImportedServer& imported) {
  if (known_.starts_as(known, imported.server)) {
    ++proposal_.already_there;
    return true;
  }
  note(imported, "differs from the server " + json::quoted(known.name) +
                     " in the toolboxes file, which stays as it is; to import this one as well, rename one of the two");
  return false;
}

bool Gathering::merge_with_same(const WrittenServer& server, const ImportedServer& imported) {
  for (std::size_t index = 0; index < projects_.size(); ++index) {
    if (projects_[index] != imported.project) continue;
    ProposedToolbox& toolbox = proposal_.toolboxes[index];
    for (WrittenServer& known : toolbox.servers) {
      if (!is_same_wherever_it_is_on(known, server)) continue;
      merge(known, server, imported);
      latest_ = toolbox.name + "/" + known.name;
      return true;
    }
  }
  return false;
}

void Gathering::merge(WrittenServer& known, const WrittenServer& server, const ImportedServer& imported) {
  note(imported, "the same server as " + json::quoted(known.name) + ", and merged with it");
  if (known.is_disabled == server.is_disabled) return;
  known.is_disabled = false;
  note(imported, "is off in one client and on in another; it is on here");
}

bool Gathering::is_name_of_toolbox(const std::string& name) const {
  return known_.find(name) != nullptr ||
         std::any_of(proposal_.toolboxes.begin(), proposal_.toolboxes.end(),
                     [&](const ProposedToolbox& toolbox) { return toolbox.name == name; });
}

/// A name that nothing in `toolbox` has. Null: one that no toolbox has, either.
std::string Gathering::free_name(const ProposedToolbox* toolbox, const ImportedServer& imported) const {
  const auto is_taken = [&](const std::string& name) {
    if (toolbox == nullptr) return is_name_of_toolbox(name);
    return has_server(toolbox, name) || has_server(known_.find(toolbox->name), name);
  };
  std::string name = imported.server.name;
  if (is_taken(name)) name = valid_name(imported.server.name, "-" + std::string(imported.client->id));
  for (int number = 2; is_taken(name); ++number) name = valid_name(imported.server.name, "-" + std::to_string(number));
  return name;
}

const ProposedToolbox* Gathering::known_toolbox_of(const std::filesystem::path& project) const {
  return project.empty() ? known_.find(std::string(kToolboxOfUser)) : known_.of_project(project);
}

/// An empty `project`: of the user.
ProposedToolbox& Gathering::toolbox_of_project(const std::filesystem::path& project) {
  const auto proposed = std::find(projects_.begin(), projects_.end(), project);
  if (proposed != projects_.end()) return proposal_.toolboxes[static_cast<std::size_t>(proposed - projects_.begin())];
  if (const ProposedToolbox* const known = known_toolbox_of(project)) {
    projects_.push_back(project);
    return proposal_.toolboxes.emplace_back(ProposedToolbox{known->name, "", {}, false});
  }
  const std::string wanted = project.empty() ? std::string(kToolboxOfUser) : project.filename().string();
  std::string name = valid_name(wanted);
  for (int number = 2; is_name_of_toolbox(name); ++number) name = valid_name(wanted, "-" + std::to_string(number));
  return new_toolbox(std::move(name), project);
}

ProposedToolbox& Gathering::new_toolbox(std::string name, const std::filesystem::path& project) {
  projects_.push_back(project);
  return proposal_.toolboxes.emplace_back(ProposedToolbox{std::move(name), "", {}});
}

/// A description written by the user stays.
void Gathering::describe(ProposedToolbox& toolbox, const std::filesystem::path& project) const {
  std::vector<WrittenServer> all;
  if (const ProposedToolbox* const known = known_.find(toolbox.name)) {
    if (known->description != description_of(known->servers, project)) return;
    all = known->servers;
  }
  all.insert(all.end(), toolbox.servers.begin(), toolbox.servers.end());
  toolbox.description = description_of(all, project);
}

}  // namespace workbench::client_files
