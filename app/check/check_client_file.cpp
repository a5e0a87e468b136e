#include "check/check_client_file.hpp"

#include <string>
#include <utility>
#include <vector>

#include "base/shell_word.hpp"
#include "client_files/discovery.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/proposal.hpp"
#include "client_files/translate.hpp"
#include "process/output.hpp"
#include "process/user_files.hpp"
#include "startup/server_doubts.hpp"

namespace workbench::app {
namespace {

using client_files::Document;
using client_files::Format;
using client_files::ImportedServer;

Options launch_options_of(const client_files::WrittenServer& server) {
  Options options;
  options.set("command", server.command);
  options.set("cwd", server.folder);
  options.set("env", server.env);
  return options;
}

void note_doubts(const std::vector<ImportedServer>& servers, const config::Environment& environment,
                 client_files::FileFindings& findings) {
  for (const ImportedServer& imported : servers) {
    if (imported.server.is_disabled) continue;
    for (const OptionError& doubt :
         doubts_about(imported.server.transport, launch_options_of(imported.server), environment)) {
      findings.note(imported.offset, imported.path, "its command " + doubt.message);
    }
  }
}

/// Whether it has keys of a toolboxes file: then the errors of a toolboxes file are more useful.
bool is_toolboxes_file(const Document& document) {
  return document.format == Format::json && document.root &&
         (!document.root->is_object() || document.root->find("toolboxes") != nullptr || document.root->members.empty());
}

}  // namespace

std::optional<ExitStatus> check_client_file(Startup& startup, const std::filesystem::path& file, Output& out,
                                            Output& errors) {
  const config::Environment environment = environment_of_process;
  const auto found = client_files::read_client_file(file, surroundings_of(environment));
  if (!found || is_toolboxes_file(*found->document)) return std::nullopt;
  const Document& document = *found->document;
  if (document.format == Format::json && found->groups.empty()) {
    const client_files::ClientRow* const client = client_files::client_at(file, surroundings_of(environment));
    if (client == nullptr || !document.root) return std::nullopt;
    errors << file.string() << ": is a file of " << client->title
           << ", without MCP servers; name a toolboxes file with --config, or let \"mcp-workbench init\" write one\n";
    return ExitStatus::bad_configuration;
  }
  client_files::FileFindings findings(file, document.text);
  for (const client_files::Problem& problem : document.problems) findings.error(problem.offset, "", problem.text);
  if (document.format != Format::json) {
    findings.error(0, "", "this is " + std::string(name_of(document.format)) + "; a toolboxes file is JSON");
  }
  for (const client_files::Problem& problem : document.extensions) findings.error(problem.offset, "", problem.text);
  std::vector<ImportedServer> servers;
  for (const client_files::ServerGroup& group : found->groups) {
    findings.error(group.servers->begin, "$",
                   "the servers of " + std::string(group.client->title) +
                       " are not in a toolbox; see the file on the standard output");
    for (ImportedServer& server : translate(group, *document.root, findings)) servers.push_back(std::move(server));
  }
  note_doubts(servers, environment, findings);
  for (const config::Finding& finding : findings.extract()) errors << finding.text << '\n';
  if (servers.empty()) {
    errors << file.string() << ": has no MCP servers in a form that is known\n";
    return ExitStatus::bad_configuration;
  }
  const client_files::Proposal proposal = client_files::propose(
      servers, is_workbench, environment, {}, client_files::check_by_reader(file, startup.vocabulary(), environment));
  for (const std::string& note : proposal.notes) errors << file.string() << ": " << note << '\n';
  if (!proposal.secrets.empty()) {
    errors << file.string() << ": the variables of the file below have to be set; \"mcp-workbench init --from "
           << base::shell_word(file.string()) << "\" writes it, and their values into a file of its own\n";
  }
  out << Payload{client_files::write_toolboxes_file(proposal.toolboxes, "", "", proposal.inputs)};
  return ExitStatus::bad_configuration;
}

}  // namespace workbench::app
