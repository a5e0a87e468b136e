#include "client_files/proposal.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "client_files/exchange.hpp"
#include "client_files/gathering.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "json/escape.hpp"

namespace workbench::client_files {
namespace {

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

/// As many servers make one toolbox: opening it costs little more than opening that of one of them.
constexpr std::size_t kFewServers = 3;

UserToolboxes toolboxes_for(const std::vector<ImportedServer>& imported,
                            const std::function<bool(const WrittenServer&)>& is_workbench,
                            const KnownToolboxes& known) {
  const ProposedToolbox* const present = known.find(std::string(kToolboxOfUser));
  const auto added = std::count_if(imported.begin(), imported.end(), [&](const ImportedServer& one) {
    return one.project.empty() && one.server.is_complete() && !is_workbench(one.server) &&
           known.same_as(one.server) == nullptr;
  });
  const std::size_t all = static_cast<std::size_t>(added) + (present == nullptr ? 0 : present->servers.size());
  return all <= kFewServers ? UserToolboxes::one : UserToolboxes::each;
}

}  // namespace

Proposal propose(const std::vector<ImportedServer>& imported,
                 const std::function<bool(const WrittenServer&)>& is_workbench, config::Environment environment,
                 const KnownToolboxes& known, const EntryCheck& check) {
  Proposal proposal{{}, Secrets(config::with_variables(known.variables, std::move(environment))), {}, {}, 0, {}};
  Gathering gathering(proposal, known, toolboxes_for(imported, is_workbench, known));
  std::vector<std::string> places;  // of the servers
  for (const ImportedServer& server : imported) {
    bool is_carried = false;
    if (is_workbench(server.server)) {
      gathering.note(server, "is the workbench itself, and left out");
    } else if (server.server.is_complete()) {
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
