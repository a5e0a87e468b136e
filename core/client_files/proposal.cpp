#include "client_files/proposal.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "client_files/exchange.hpp"
#include "client_files/input_descriptions.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

constexpr std::string_view kNameForAllProjects = "main";

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

/// Gathers the toolboxes, server by server.
class Gathering {
 public:
  Gathering(Proposal& proposal, const KnownToolboxes& known) : proposal_(proposal), known_(known) {}

  /// Whether the toolboxes file then has the server.
  bool add(const ImportedServer& imported) {
    WrittenServer server = imported.server;
    latest_.clear();
    if (known_.same_as(server) != nullptr) {
      ++proposal_.already_there;
      return true;
    }
    ProposedToolbox& toolbox = toolbox_of(imported.project);
    if (const WrittenServer* const namesake = namesake_in(toolbox, server)) return is_adapted(*namesake, imported);
    for (WrittenServer& known : toolbox.servers) {
      if (is_same_wherever_it_is_on(known, server)) {
        merge(known, server, imported);
        latest_ = toolbox.name + "/" + known.name;
        return true;
      }
    }
    add_inputs_of(server, imported.inputs, known_.inputs, proposal_.inputs);
    const std::string name = free_name(toolbox, imported);
    if (name != server.name) {
      note(imported,
           "there is another server " + json::quoted(server.name) + "; this one is called " + json::quoted(name));
      server.name = name;
    }
    latest_ = toolbox.name + "/" + server.name;
    toolbox.servers.push_back(std::move(server));
    return true;
  }

  /// `TOOLBOX/SERVER` of what was added last; empty: the toolboxes file has it already.
  [[nodiscard]] const std::string& latest() const { return latest_; }

  /// Gives each toolbox its description, and drops those that get nothing.
  void finish() {
    auto& toolboxes = proposal_.toolboxes;
    for (std::size_t index = 0; index < toolboxes.size(); ++index) describe(toolboxes[index], projects_[index]);
    std::erase_if(toolboxes, [](const ProposedToolbox& toolbox) { return toolbox.servers.empty(); });
  }

  void note(const ImportedServer& imported, const std::string& what) {
    proposal_.notes.push_back(std::string(imported.client->title) + ", " + imported.original_name + ": " + what);
  }

 private:
  static bool is_same_wherever_it_is_on(WrittenServer a, WrittenServer b) {
    a.is_disabled = b.is_disabled = false;
    a.comment = b.comment = "";
    return same_but_for_the_name(std::move(a), b);
  }

  const WrittenServer* namesake_in(const ProposedToolbox& toolbox, const WrittenServer& server) const {
    const ProposedToolbox* const known = known_.find(toolbox.name);
    return known == nullptr ? nullptr : KnownToolboxes::namesake(*known, server);
  }

  /// The entry was changed, either in the toolboxes file or in the client. We cannot know which of the two is intended.
  bool is_adapted(const WrittenServer& known, const ImportedServer& imported) {
    if (known_.starts_as(known, imported.server)) {
      ++proposal_.already_there;
      return true;
    }
    note(imported,
         "differs from the server " + json::quoted(known.name) +
             " in the toolboxes file, which stays as it is; to import this one as well, rename one of the two");
    return false;
  }

  /// A description written by the user stays.
  void describe(ProposedToolbox& toolbox, const std::filesystem::path& project) const {
    std::vector<WrittenServer> all;
    if (const ProposedToolbox* const known = known_.find(toolbox.name)) {
      if (known->description != description_of(known->servers, project)) return;
      all = known->servers;
    }
    all.insert(all.end(), toolbox.servers.begin(), toolbox.servers.end());
    toolbox.description = description_of(all, project);
  }

  void merge(WrittenServer& known, const WrittenServer& server, const ImportedServer& imported) {
    note(imported, "the same server as " + json::quoted(known.name) + ", and merged with it");
    if (known.is_disabled == server.is_disabled) return;
    known.is_disabled = false;
    note(imported, "is off in one client and on in another; it is on here");
  }

  ProposedToolbox& toolbox_of(const std::filesystem::path& project) {
    const auto known = std::find(projects_.begin(), projects_.end(), project);
    if (known != projects_.end()) return proposal_.toolboxes[static_cast<std::size_t>(known - projects_.begin())];
    projects_.push_back(project);
    std::string name = project.empty() ? std::string(kNameForAllProjects) : valid_name(project.filename().string());
    const auto is_taken = [&] {
      const bool is_anothers = known_.find(name) != nullptr && known_.of_project(name, project) == nullptr;
      return is_anothers || std::any_of(proposal_.toolboxes.begin(), proposal_.toolboxes.end(),
                                        [&](const ProposedToolbox& toolbox) { return toolbox.name == name; });
    };
    for (int number = 2; is_taken(); ++number)
      name = valid_name(project.filename().string(), "-" + std::to_string(number));
    const bool is_new = known_.find(name) == nullptr;
    return proposal_.toolboxes.emplace_back(ProposedToolbox{std::move(name), "", {}, is_new});
  }

  std::string free_name(const ProposedToolbox& toolbox, const ImportedServer& imported) const {
    const ProposedToolbox* const known = known_.find(toolbox.name);
    const auto is_taken = [&](const std::string& name) {
      const auto is_it = [&](const WrittenServer& server) { return server.name == name; };
      return std::any_of(toolbox.servers.begin(), toolbox.servers.end(), is_it) ||
             (known != nullptr && std::any_of(known->servers.begin(), known->servers.end(), is_it));
    };
    std::string name = imported.server.name;
    if (is_taken(name)) name = valid_name(imported.server.name, "-" + std::string(imported.client->id));
    for (int number = 2; is_taken(name); ++number)
      name = valid_name(imported.server.name, "-" + std::to_string(number));
    return name;
  }

  Proposal& proposal_;
  const KnownToolboxes& known_;
  std::vector<std::filesystem::path> projects_;  // of the toolboxes, in their order
  std::string latest_;
};

/// Names in use stay what they are.
void reserve_known_names(const KnownToolboxes& known, Secrets& secrets) {
  WrittenServer variables;
  for (const auto& variable : known.variables) variables.args.push_back("${" + variable.first + "}");
  secrets.reserve_names_in(variables);
  for (const ProposedToolbox& toolbox : known.toolboxes) {
    for (const WrittenServer& server : toolbox.servers) secrets.reserve_names_in(server);
  }
}

void extract_secrets(Proposal& proposal) {
  for (const ProposedToolbox& toolbox : proposal.toolboxes) {
    for (const WrittenServer& server : toolbox.servers) proposal.secrets.reserve_names_in(server);
  }
  for (ProposedToolbox& toolbox : proposal.toolboxes) {
    for (WrittenServer& server : toolbox.servers) proposal.secrets.extract(server);
  }
  for (const ProposedToolbox& toolbox : proposal.toolboxes) {
    for (const WrittenServer& server : toolbox.servers) {
      for (const std::string& name : proposal.secrets.add_missing(server)) {
        proposal.notes.push_back(toolbox.name + "/" + server.name + ": variable " + name +
                                 " is not set; set it, or write its value into the file of variables");
      }
    }
  }
}

/// The file has to be valid whatever is imported: one entry that cannot be used must not stop the others.
/// Returns `TOOLBOX/SERVER` of each that is refused.
std::vector<std::string> disable_refused(Proposal& proposal, const KnownToolboxes& known, const EntryCheck& check) {
  std::vector<std::string> refused;
  std::vector<WrittenInput> inputs = known.inputs;
  inputs.insert(inputs.end(), proposal.inputs.begin(), proposal.inputs.end());
  for (ProposedToolbox& toolbox : proposal.toolboxes) {
    for (WrittenServer& server : toolbox.servers) {
      if (server.is_disabled) continue;
      auto reason = check(server, proposal.secrets.values(), inputs);
      if (!reason) continue;
      refused.push_back(toolbox.name + "/" + server.name);
      proposal.notes.push_back(refused.back() + ": cannot be used and is disabled: " + *reason);
      server.is_disabled = true;
      server.comment = *std::move(reason);
    }
  }
  return refused;
}

}  // namespace

Proposal propose(const std::vector<ImportedServer>& imported,
                 const std::function<bool(const WrittenServer&)>& is_workbench, config::Environment environment,
                 const KnownToolboxes& known, const EntryCheck& check) {
  Proposal proposal{{}, Secrets(config::with_variables(known.variables, std::move(environment))), {}, {}, 0, {}};
  Gathering gathering(proposal, known);
  std::vector<std::string> places;  // of the servers
  for (const ImportedServer& server : imported) {
    const bool is_complete = !server.server.command.empty() || !server.server.url.empty();
    bool is_carried = false;
    if (is_workbench(server.server)) {
      gathering.note(server, "is the workbench itself, and left out");
    } else if (is_complete) {
      is_carried = gathering.add(server);
    } else {
      gathering.note(server, "has nothing that could be started or reached, and is left out");
    }
    proposal.carried.push_back(is_carried);
    places.push_back(is_carried ? gathering.latest() : std::string());
  }
  gathering.finish();
  reserve_known_names(known, proposal.secrets);
  extract_secrets(proposal);
  if (!check) return proposal;
  for (const std::string& refused : disable_refused(proposal, known, check)) {
    for (std::size_t index = 0; index < places.size(); ++index) {
      if (places[index] == refused) proposal.carried[index] = false;
    }
  }
  return proposal;
}

Result<std::string> add_toolboxes(const Document& file, const std::vector<ProposedToolbox>& toolboxes,
                                  const std::string& env_file, const std::vector<WrittenInput>& inputs) {
  Result<std::string> text = file.text;
  const auto exchange = [&](Exchange wanted) {
    if (text) text = exchanged(parse(*text, Format::json), wanted);
  };
  for (const ProposedToolbox& toolbox : toolboxes) {
    if (toolbox.is_new) {
      exchange({{"toolboxes"}, {}, {{toolbox.name, member_text(toolbox)}}});
      continue;
    }
    std::vector<WrittenItem> servers;
    for (const WrittenServer& server : toolbox.servers) servers.push_back({server.name, member_text(server)});
    exchange({{"toolboxes", toolbox.name, "mcpServers"}, {}, std::move(servers)});
    if (toolbox.description.empty()) continue;
    exchange({{"toolboxes", toolbox.name},
              {"description"},
              {{"description", "\"description\": " + json::quoted(toolbox.description)}}});
  }
  for (const WrittenInput& input : inputs) exchange({{"inputs"}, {}, {{input.id, input.text}}});
  const bool has_env_file = file.root && file.root->find("envFile") != nullptr;
  if (!env_file.empty() && !has_env_file) {
    exchange({{}, {}, {{"envFile", "\"envFile\": " + json::quoted(env_file)}}});
  }
  return text;
}

}  // namespace workbench::client_files
