#include "commands/init/client_export.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "client_files/discovery.hpp"
#include "client_files/export.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/known_toolboxes.hpp"
#include "client_files/translate.hpp"
#include "process/output.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

namespace cf = client_files;

ExitStatus refuse_client(const std::string& client, Output& errors) {
  std::vector<std::string> known;
  for (const cf::ClientRow& row : cf::client_table()) {
    const bool is_new = std::find(known.begin(), known.end(), row.id) == known.end();
    if (is_new && cf::find_client(row.id) != nullptr) known.emplace_back(row.id);
  }
  errors << "mcp-workbench init: unknown client " << client << "; known: " << base::listed(known, std::string::npos)
         << '\n';
  return ExitStatus::usage;
}

/// The servers of all toolboxes, for one client; of two with the same name, the later one gets its toolbox's name, too.
std::vector<cf::WrittenServer> exported_servers(const cf::Value& root, cf::FileFindings& findings) {
  std::vector<cf::WrittenServer> servers;
  for (cf::ProposedToolbox& toolbox : cf::read_toolboxes(root, findings)) {
    for (cf::WrittenServer& server : toolbox.servers) {
      const auto is_same = [&](const cf::WrittenServer& other) { return other.name == server.name; };
      if (std::any_of(servers.begin(), servers.end(), is_same)) {
        server.name = cf::valid_name(toolbox.name + "-" + server.name);
      }
      servers.push_back(std::move(server));
    }
  }
  return servers;
}

}  // namespace

std::filesystem::path toolboxes_file_to_write(const Sources& sources) {
  const auto named = sources.definitions.find("workbench.toolboxes");
  if (named != sources.definitions.end()) return std::filesystem::absolute(named->second);
  std::filesystem::path of_user = toolboxes_file_of_user(environment_of_process);
  return of_user.empty() ? std::filesystem::absolute("workbench-config.json") : of_user;
}

ExitStatus export_to_client(const std::string& client_id, CommandContext& context) {
  const cf::ClientRow* const client = cf::find_client(client_id);
  if (client == nullptr) return refuse_client(client_id, context.errors);
  const std::filesystem::path file = toolboxes_file_to_write(context.sources);
  const auto document = cf::read_document(file);
  const cf::Value* const toolboxes = document && document->root ? document->root->find("toolboxes") : nullptr;
  if (toolboxes == nullptr) {
    context.errors << file.string() << ": is not a readable toolboxes file; see --check\n";
    return ExitStatus::bad_configuration;
  }
  cf::FileFindings findings(file, document->text);
  const std::vector<cf::WrittenServer> servers = exported_servers(*document->root, findings);
  for (const config::Finding& finding : findings.extract()) context.errors << finding.text << '\n';
  const cf::Exported exported = cf::export_servers(*client, servers);
  for (const std::string& loss : exported.losses) context.errors << loss << '\n';
  context.out << Payload{exported.text};
  return ExitStatus::ok;
}

}  // namespace workbench::app
