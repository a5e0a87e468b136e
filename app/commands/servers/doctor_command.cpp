#include "commands/commands.hpp"

#include <unistd.h>

#include <Poco/Util/Option.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"
#include "check/approve_notes.hpp"
#include "check/kernel_confinement.hpp"
#include "commands/calls/ask_inputs.hpp"
#include "commands/json_command.hpp"
#include "commands/servers/configured_servers.hpp"
#include "commands/servers/label_proposal.hpp"
#include "commands/servers/listener_diagnosis.hpp"
#include "commands/servers/server_diagnosis.hpp"
#include "commands/servers/toolbox_diagnosis.hpp"
#include "process/log.hpp"
#include "process/output.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

/// `doctor`: whether every listener and every server can be used, and for each trouble a sentence and its remedy.
class DoctorCommand final : public JsonCommand {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  std::optional<std::string> message_;  ///< to explain, instead of looking at servers
};

/// All findings of the doctor.
struct Report {
  std::string file;
  std::vector<Trouble> configuration;
  std::vector<std::string> notes;  ///< about the configuration
  std::vector<ListenerDiagnosis> listeners;
  std::vector<ToolboxDiagnosis> toolboxes;
  std::vector<ServerDiagnosis> servers;
  KernelConfinement kernel;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// --- for people ------------------------------------------------------------------------------------------------------

void add_troubles(const std::vector<Trouble>& troubles, Table& table) {
  for (const Trouble& trouble : troubles) {
    const char* const title = trouble.is_fatal ? "  TROUBLE" : "  remark";
    if (!trouble.what.empty()) table.add({title, trouble.what});
    if (!trouble.meaning.empty()) {
      table.add({trouble.what.empty() ? title : "", trouble.meaning});
    }
    if (!trouble.remedy.empty()) table.add({"  remedy", trouble.remedy});
  }
}

void add_facts(const ServerDiagnosis& server, Table& table) {
  if (!server.program.empty()) {
    const std::string& version = server.program_version;
    table.add({"  program", server.program + (version.empty() ? "" : " (" + version + ")")});
  }
  if (!server.address.empty()) table.add({"  address", server.address});
  if (!server.login.empty()) table.add({"  login", server.login});
  if (server.is_confined) table.add({"  sandbox", *server.is_confined ? "confined" : "not confined"});
  if (server.start_time) table.add({"  start", base::format_duration(*server.start_time)});
  if (server.protocol_version.empty()) return;
  table.add({"  protocol", server.protocol_version + (server.is_modern ? " (modern era)" : " (legacy era)")});
  table.add({"  tools", with_thousands(server.tools) + ", ~" + counted(server.tokens, "token")});
  for (const std::string& note : server.notes) table.add({"  note", note});
}

std::string_view word_for(bool is_well) {
  return is_well ? "well" : "NOT WELL";
}

void print_report(const Report& report, Output& out) {
  const std::size_t width = terminal_width(STDOUT_FILENO);
  out << report.file << ": " << std::string_view(report.configuration.empty() ? "valid" : "NOT VALID") << '\n';
  Table findings;
  add_troubles(report.configuration, findings);
  for (const std::string& note : report.notes) findings.add({"  note", note});
  out << Lines{findings.text(width)};
  out << "confinement: " << report.kernel.text() << '\n';
  for (const ListenerDiagnosis& listener : report.listeners) {
    out << "listener " << listener.name << ": " << word_for(listener.is_well()) << '\n';
    Table table;
    for (const auto& [what, text] : listener.facts) table.add({"  " + what, text});
    add_troubles(listener.troubles, table);
    out << Lines{table.text(width)};
  }
  for (const ToolboxDiagnosis& toolbox : report.toolboxes) {
    if (toolbox.troubles.empty()) continue;
    out << toolbox.name << ": ~" << counted(toolbox.tokens, "token") << '\n';
    Table table;
    add_troubles(toolbox.troubles, table);
    out << Lines{table.text(width)};
  }
  for (const ServerDiagnosis& server : report.servers) {
    out << server.toolbox << '/' << server.server << ": " << word_for(server.is_well()) << '\n';
    Table table;
    add_facts(server, table);
    add_troubles(server.troubles, table);
    out << Lines{table.text(width)};
  }
}

// --- for programs ----------------------------------------------------------------------------------------------------

void write_troubles(const std::vector<Trouble>& troubles, JsonWriter& writer) {
  writer.array();
  for (const Trouble& trouble : troubles) {
    writer.object().member("severity", trouble.is_fatal ? "error" : "remark");
    if (!trouble.what.empty()) writer.member("message", trouble.what);
    if (!trouble.meaning.empty()) writer.member("meaning", trouble.meaning);
    if (!trouble.remedy.empty()) writer.member("remedy", trouble.remedy);
    writer.end();
  }
  writer.end();
}

void write_notes(const std::vector<std::string>& texts, JsonWriter& writer) {
  writer.array();
  for (const std::string& text : texts) writer.string(text);
  writer.end();
}

void write_diagnosis(const ServerDiagnosis& server, JsonWriter& writer) {
  writer.object().member("toolbox", server.toolbox).member("server", server.server);
  writer.member("isWell", server.is_well());
  if (!server.command.empty()) writer.member("command", server.command);
  if (!server.program.empty()) writer.member("program", server.program);
  if (!server.program_version.empty()) writer.member("programVersion", server.program_version);
  if (!server.address.empty()) writer.member("url", server.address);
  if (!server.login.empty()) writer.member("login", server.login);
  if (server.is_confined) writer.member("isConfined", *server.is_confined);
  if (server.start_time) writer.member("startMs", server.start_time->count());
  if (!server.protocol_version.empty()) {
    writer.member("protocolVersion", server.protocol_version).member("era", server.is_modern ? "modern" : "legacy");
    writer.member("tools", server.tools).member("tokens", server.tokens);
  }
  write_notes(server.notes, writer.key("notes"));
  write_troubles(server.troubles, writer.key("troubles"));
  writer.end();
}

void write_diagnosis(const ListenerDiagnosis& listener, JsonWriter& writer) {
  writer.object().member("name", listener.name).member("isWell", listener.is_well());
  writer.key("facts").object();
  for (const auto& [what, text] : listener.facts) writer.member(what, text);
  writer.end();
  write_troubles(listener.troubles, writer.key("troubles"));
  writer.end();
}

void write_diagnosis(const ToolboxDiagnosis& toolbox, JsonWriter& writer) {
  writer.object().member("name", toolbox.name).member("tokens", toolbox.tokens);
  write_troubles(toolbox.troubles, writer.key("troubles"));
  writer.end();
}

void print_report_json(const Report& report, Output& out) {
  JsonWriter writer;
  writer.object().key("configuration").object().member("file", report.file);
  writer.member("isValid", report.configuration.empty());
  write_troubles(report.configuration, writer.key("troubles"));
  write_notes(report.notes, writer.key("notes"));
  writer.end().key("confinement").object().member("landlockAbi", report.kernel.landlock_abi);
  writer.member("seccompNotification", report.kernel.has_notification).end();
  writer.key("listeners").array();
  for (const ListenerDiagnosis& listener : report.listeners) write_diagnosis(listener, writer);
  writer.end().key("toolboxes").array();
  for (const ToolboxDiagnosis& toolbox : report.toolboxes) write_diagnosis(toolbox, writer);
  writer.end().key("servers").array();
  for (const ServerDiagnosis& server : report.servers) write_diagnosis(server, writer);
  out << JsonText{writer.end().end().text()} << '\n';
}

// --- approvals -------------------------------------------------------------------------------------------------------

void propose_labels(const config::ToolboxEntry& toolbox, const Inspection::Inspected& one, ServerDiagnosis& diagnosis) {
  const auto policy = toolbox.policies.find(one.entry->name);
  if (policy == toolbox.policies.end() || !lacks_labels(policy->second)) return;
  const auto line = label_line(one.server->catalog().tools());
  if (!line) return;
  diagnosis.troubles.push_back({"",
                                "\"approve\" has \"flow:\", but no tool of the server has labels. By hints and names, "
                                "these are probable; look at each before you use them.",
                                *line, false});
}

void add_approve_notes(ConfiguredServers& servers, Report& report) {
  for (std::string& note : approve_notes(servers.inspection().toolboxes(), servers.startup().registry())) {
    report.notes.push_back(std::move(note));
  }
}

ExitStatus explain_message(const std::string& message, const CommandContext& context) {
  const auto advice = advice_for(message);
  if (!advice) {
    context.errors << "mcp-workbench doctor: this message is not known\n";
    return ExitStatus::usage;
  }
  context.out << advice->meaning << "\nRemedy: " << advice->remedy << '\n';
  return ExitStatus::ok;
}

}  // namespace

Command::Description DoctorCommand::description() const {
  return {"doctor", "[TOOLBOX[/SERVER]]", "Start the servers, and report each problem with its remedy"};
}

void DoctorCommand::define_options(Poco::Util::OptionSet& options) const {
  JsonCommand::define_options(options);
  options.addOption(Poco::Util::Option("message", "m", "only explain this message of the workbench").argument("TEXT"));
}

void DoctorCommand::handle_option(const std::string& name, const std::string& value) {
  JsonCommand::handle_option(name, value);
  if (name == "message") message_ = value;
}

ExitStatus DoctorCommand::run(CommandContext context) {
  if (message_) return explain_message(*message_, context);
  ask_for_inputs(context.sources, context.errors);  // here, because the errors below become a part of the report
  Report report;
  report.kernel = KernelConfinement::of_this_machine();
  ConfiguredServers servers;
  std::ostringstream written;
  Output errors(written);
  ExitStatus status = servers.prepare(context.sources, Inspection::Catalogs::of_this_run, errors, {},
                                      ConfiguredServers::Remarks::left_to_the_caller);
  for (const std::string& line : lines_of(written.str()))
    report.configuration.push_back(trouble_with_configuration(line));
  const bool can_go_on = status == ExitStatus::ok || servers.prepare_valid_part();
  report.file = servers.startup().settings().toolboxes_file.string();
  const ToolboxesChoice& choice = servers.startup().choice();
  if (!choice.is_waiting && !choice.remark.empty()) report.notes.push_back(choice.remark);
  for (const std::string& warning : servers.startup().warnings()) report.notes.push_back(warning);
  for (const config::Finding& note : servers.startup().notes()) report.notes.push_back(note.text);
  if (can_go_on) {
    if (context.arguments.empty()) report.listeners = diagnose_listeners(servers.startup());
    const auto found = servers.find(context.arguments.empty() ? std::string() : context.arguments.front());
    if (!found) {
      context.errors << "mcp-workbench doctor: " << found.error().message << '\n';
      return ExitStatus::usage;
    }
    servers.report_slow_starts(context.errors);
    servers.inspection().start(servers_of(*found));
    servers.inspection().look_up_logins(servers_of(*found));
    std::vector<OpeningCost> costs;
    for (const auto& toolbox : *found) {
      const OpeningCost& cost = costs.emplace_back(opening_cost(toolbox, servers.startup()));
      for (const Inspection::Inspected& one : toolbox.servers) {
        report.servers.push_back(
            diagnose(toolbox.entry->name, one, servers.inspection(), cost.of_server(one.entry->name)));
        propose_labels(*toolbox.entry, one, report.servers.back());
      }
    }
    if (context.arguments.empty()) add_approve_notes(servers, report);
    report.toolboxes = diagnose_toolboxes(*found, costs, servers.startup().config().tool_mode);
  }
  as_json() ? print_report_json(report, context.out) : print_report(report, context.out);
  const bool is_well = std::all_of(report.servers.begin(), report.servers.end(),
                                   [](const ServerDiagnosis& server) { return server.is_well(); });
  const bool is_served = std::all_of(report.listeners.begin(), report.listeners.end(),
                                     [](const ListenerDiagnosis& listener) { return listener.is_well(); });
  if (!servers.startup().entry_errors().empty()) status = ExitStatus::bad_configuration;
  if (status == ExitStatus::ok && !is_served) status = ExitStatus::no_listener;
  if (status == ExitStatus::ok && !is_well) status = ExitStatus::server_unreachable;
  return status;
}

std::unique_ptr<Command> make_doctor_command() {
  return std::make_unique<DoctorCommand>();
}

}  // namespace workbench::app
