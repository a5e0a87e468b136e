#include "client_files/known_toolboxes.hpp"

#include <algorithm>
#include <utility>

#include "client_files/translate.hpp"

namespace workbench::client_files {
namespace {

const ClientRow& row_of_ours() {
  static const ClientRow ours{
      .id = "workbench", .title = "MCP Workbench", .servers = {}, .places = {}, .is_ours = true};
  return ours;
}

/// Each `${NAME}` of these variables replaced by its value.
void replace_variables(std::string& text, const TextMap& variables) {
  for (const auto& [name, value] : variables) {
    const std::string reference = "${" + name + "}";
    for (std::size_t at = 0; (at = text.find(reference, at)) != std::string::npos; at += value.size()) {
      text.replace(at, reference.size(), value);
    }
  }
}

WrittenServer with_values(WrittenServer server, const TextMap& variables) {
  for (std::string* const text : {&server.command, &server.image, &server.folder, &server.env_file, &server.url}) {
    replace_variables(*text, variables);
  }
  for (std::string& argument : server.args) replace_variables(argument, variables);
  for (TextMap* const map : {&server.env, &server.headers}) {
    for (auto& entry : *map) replace_variables(entry.second, variables);
  }
  server.is_disabled = false;
  server.comment.clear();
  return server;
}

/// Without the version of a package: "pkg@1.2", "pkg==1.2".
std::string without_version(const std::string& word) {
  const std::size_t at = std::min(word.find('@', 1), word.find("=="));
  return word.substr(0, at);
}

std::string program_of(const WrittenServer& server) {
  return server.is_local() ? without_version(short_description(server)) : short_description(server);
}

}  // namespace

std::vector<ProposedToolbox> read_toolboxes(const Value& root, FileFindings& findings) {
  std::vector<ProposedToolbox> toolboxes;
  const Value* const members = root.find("toolboxes");
  if (members == nullptr) return toolboxes;
  for (const Member& member : members->members) {
    const Value* const description = member.value.find("description");
    ProposedToolbox& toolbox =
        toolboxes.emplace_back(ProposedToolbox{member.name, description != nullptr ? description->text : "", {}});
    const Value* const entries = member.value.find("mcpServers");
    if (entries == nullptr) continue;
    const ServerGroup group{&row_of_ours(), entries, {"toolboxes", member.name, "mcpServers"}, {}};
    for (ImportedServer& imported : translate(group, root, findings)) {
      toolbox.servers.push_back(std::move(imported.server));
    }
  }
  return toolboxes;
}

const ProposedToolbox* KnownToolboxes::find(const std::string& name) const {
  const auto found =
      std::find_if(toolboxes.begin(), toolboxes.end(), [&](const ProposedToolbox& one) { return one.name == name; });
  return found == toolboxes.end() ? nullptr : &*found;
}

const ProposedToolbox* KnownToolboxes::of_project(const std::filesystem::path& project) const {
  const std::string name = valid_name(project.filename().string());
  const auto is_here = [&](const ProposedToolbox& toolbox) {
    return (toolbox.name == name || toolbox.name.starts_with(name + "-")) &&
           std::any_of(toolbox.servers.begin(), toolbox.servers.end(),
                       [&](const WrittenServer& server) { return server.folder == project; });
  };
  const auto here = std::find_if(toolboxes.begin(), toolboxes.end(), is_here);
  if (here != toolboxes.end()) return &*here;
  const ProposedToolbox* const named = find(name);
  if (named == nullptr || is_of_one_server(*named)) return nullptr;
  const auto& servers = named->servers;
  const bool is_elsewhere = std::any_of(servers.begin(), servers.end(),
                                        [](const WrittenServer& server) { return server.folder.starts_with('/'); });
  return is_elsewhere ? nullptr : named;
}

const WrittenServer* KnownToolboxes::same_as(const WrittenServer& server) const {
  const WrittenServer wanted = with_values(server, variables);
  for (const ProposedToolbox& toolbox : toolboxes) {
    for (const WrittenServer& known : toolbox.servers) {
      if (same_but_for_the_name(with_values(known, variables), wanted)) return &known;
    }
  }
  return nullptr;
}

const WrittenServer* KnownToolboxes::namesake(const ProposedToolbox& toolbox, const WrittenServer& server) {
  const auto is_namesake = [&](const WrittenServer& known) {
    return known.name == server.name && known.is_local() == server.is_local() &&
           program_of(known) == program_of(server);
  };
  const auto found = std::find_if(toolbox.servers.begin(), toolbox.servers.end(), is_namesake);
  return found == toolbox.servers.end() ? nullptr : &*found;
}

bool KnownToolboxes::starts_as(const WrittenServer& known, const WrittenServer& server) const {
  const WrittenServer a = with_values(known, variables);
  const WrittenServer b = with_values(server, variables);
  return a.transport == b.transport && a.command == b.command && a.image == b.image && a.args == b.args &&
         a.env == b.env && a.inherited == b.inherited && a.folder == b.folder && a.url == b.url &&
         a.headers == b.headers;
}

}  // namespace workbench::client_files
