#include "commands/servers/server_diagnosis.hpp"

#include <Poco/Environment.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <workbench/confinements.hpp>

#include "base/shell_word.hpp"
#include "commands/servers/package_pin.hpp"
#include "json/escape.hpp"
#include "process/program_lookup.hpp"
#include "protocol/revision.hpp"
#include "servers/catalog_notes.hpp"
#include "servers/login_text.hpp"

namespace workbench::app {
namespace {

constexpr std::chrono::seconds kVersionLimit{3};
/// A start that takes longer is worth a remark: agents wait for it, and clients have limits of their own.
constexpr std::chrono::seconds kSlowStart{10};

std::string environment_variable(const std::string& name) {
  return Poco::Environment::get(name, "");
}

/// The PATH that the server's command is looked up on.
std::string searched_path(const Options& options, bool& is_own) {
  for (const auto& [name, value] : options.text_map("env")) {
    if (name != "PATH") continue;
    is_own = true;
    return value;
  }
  return environment_variable("PATH");
}

Trouble trouble_with(const std::string& message, bool is_fatal) {
  const auto advice = advice_for(message);
  if (advice) return {message, advice->meaning, advice->remedy, is_fatal};
  return {message, "", "-D log.level=debug shows what led to it", is_fatal};
}

/// Where the program is, and whether clients that a desktop has started find it, too.
void look_up_program(const Options& options, ServerDiagnosis& diagnosis) {
  bool has_own_path = false;
  const std::string path = searched_path(options, has_own_path);
  const std::filesystem::path program = find_program(diagnosis.command, path);
  diagnosis.program = program.string();
  const std::string name = std::filesystem::path(diagnosis.command).filename().string();
  if (!program.empty() && is_known_runner(name)) diagnosis.program_version = version_of(program, kVersionLimit);
  if (program.empty() || has_own_path || diagnosis.command.find('/') != std::string::npos) return;
  const std::filesystem::path of_clients = find_program(diagnosis.command, kClientPath);
  std::error_code ignored;
  if (!of_clients.empty() && std::filesystem::equivalent(of_clients, program, ignored)) return;
  const std::string there_is = of_clients.empty() ? "there is no " + diagnosis.command : "it is " + of_clients.string();
  diagnosis.troubles.push_back(
      {"",
       "Clients that a desktop starts look for programs in " + std::string(kClientPath) + ", where " + there_is + ".",
       "\"command\": " + json::quoted(diagnosis.program), false});
}

/// A server that runs although its program was not found has it from the login shell.
void remark_on_login_shell(const Options& options, ServerDiagnosis& diagnosis) {
  if (diagnosis.command.empty() || !diagnosis.program.empty() || options.text("loginShell") == "none") return;
  if (diagnosis.command.find('/') != std::string::npos) return;
  diagnosis.troubles.push_back(
      {"",
       "The program " + diagnosis.command + " is only on the PATH of the login shell, which is run once to find it.",
       "its full path as \"command\"; in a terminal, this shows it: command -v " + base::shell_word(diagnosis.command),
       false});
}

/// A program that was not found may be where version managers put it.
void improve_remedy(const ServerDiagnosis& diagnosis, Trouble& trouble) {
  if (!diagnosis.program.empty() || diagnosis.command.empty()) return;
  const auto found = find_in_home(diagnosis.command, environment_variable("HOME"));
  if (!found.empty()) trouble.remedy = "\"command\": " + json::quoted(found.string());
}

void look_at_login(const servers::Server& server, ServerDiagnosis& diagnosis) {
  const auto& found = server.login().latest();
  if (!found) return;
  if (!*found) {
    diagnosis.troubles.push_back({found->error().message, "The stored login cannot be read.",
                                  "make the file readable for you, or log in again", false});
    return;
  }
  const LoginState& login = **found;
  const auto now = std::chrono::system_clock::now();
  diagnosis.login = servers::login_text(login, now);
  const std::string remedy = "mcp-workbench login " + base::shell_word(server.toolbox() + "/" + server.name());
  if (servers::requires_person(login, now)) {
    diagnosis.troubles.push_back({"", "A person has to log in before the server can be used.", remedy, true});
  } else if (login.kind == LoginState::Kind::active && !login.renews_itself && login.expiry) {
    const auto left = std::chrono::floor<std::chrono::seconds>(*login.expiry - now);
    diagnosis.troubles.push_back(
        {"", "The login expires in " + servers::rough_duration(left) + " and does not renew itself.", remedy, false});
  }
}

}  // namespace

bool ServerDiagnosis::is_well() const {
  return std::none_of(troubles.begin(), troubles.end(), [](const Trouble& trouble) { return trouble.is_fatal; });
}

namespace {

/// Whether this kernel enforces all that its entry asks for.
bool is_confined(const servers::Server& server) {
  const auto* const confinements = server.host().extension<Confinements>();
  const Confinement* const found =
      confinements == nullptr ? nullptr : confinements->find_last(server.configured().source());
  return found != nullptr && found->unconfined.empty();
}

}  // namespace

ServerDiagnosis diagnose(const std::string& toolbox, const Inspection::Inspected& inspected,
                         const Inspection& inspection, std::size_t tool_bytes) {
  const servers::Server& server = *inspected.server;
  ServerDiagnosis diagnosis;
  diagnosis.toolbox = toolbox;
  diagnosis.server = inspected.entry->name;
  diagnosis.command = inspected.entry->options.text("command");
  diagnosis.address = inspected.entry->options.text("url");
  diagnosis.start_time = inspection.start_time(server);
  if (!diagnosis.command.empty()) look_up_program(inspected.entry->options, diagnosis);
  if (!diagnosis.command.empty()) diagnosis.is_confined = is_confined(server);

  if (const auto advice = how_to_pin(*inspected.entry)) {
    diagnosis.troubles.push_back({"", advice->text, advice->remedy, false});
  }
  look_at_login(server, diagnosis);
  if (const auto failure = server.status().failure()) {
    diagnosis.troubles.insert(diagnosis.troubles.begin(), trouble_with(failure->message, true));
    improve_remedy(diagnosis, diagnosis.troubles.front());
    return diagnosis;
  }
  if (const servers::ServerRun* const run = server.ready_run()) {
    diagnosis.protocol_version = protocol::name_of(run->revision());
    diagnosis.is_modern = protocol::is_modern(run->revision());
    remark_on_login_shell(inspected.entry->options, diagnosis);
    if (run->items(protocol::ListKind::tools).empty()) {
      diagnosis.troubles.push_back({"", "The server lists no tools.", "remove its entry, or see what it needs", false});
    } else if (server.catalog().tools().empty()) {
      diagnosis.troubles.push_back(
          {"", "None of the server's tools is shown.", "mcp-workbench explain TOOLBOX/SERVER/TOOL says why", false});
    }
  }
  diagnosis.tools = server.catalog().tools().size();
  diagnosis.tokens = estimated_tokens(tool_bytes);
  diagnosis.notes = servers::notes_for_people(server.catalog());
  if (diagnosis.start_time && *diagnosis.start_time > kSlowStart) {
    diagnosis.troubles.push_back({"", "The server takes long to start, and agents wait for that.",
                                  "install what it downloads at each start (npm install -g, uv tool install)", false});
  }
  return diagnosis;
}

Trouble trouble_with_configuration(const std::string& finding) {
  const auto advice = advice_for(finding);
  return {finding, advice ? advice->meaning : "", advice ? advice->remedy : "", true};
}

}  // namespace workbench::app
