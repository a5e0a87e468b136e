#include "commands/servers/tool_explainer.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include <workbench/json_writer.hpp>

#include "advice/advice.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "commands/servers/confinement_text.hpp"
#include "commands/servers/policy_sentence.hpp"
#include "config/suggestion.hpp"
#include "gateway/toolboxes/server_policy.hpp"
#include "process/log.hpp"
#include "protocol/listing.hpp"
#include "schema_repair/argument_names.hpp"
#include "servers/catalog_notes.hpp"

namespace workbench::app {
namespace {

std::string renamed_sentence(const schema_repair::ArgumentNames& renamed) {
  return "native lists call " + schema_repair::names_in_words(renamed) +
         ", because model APIs refuse the server's names for them";
}

}  // namespace

ToolExplainer::ToolExplainer(ConfiguredServers& servers, CommandContext& context, Form form)
    : servers_(servers),
      context_(context),
      form_(form),
      names_(servers),
      locations_(servers.startup().settings().toolboxes_file) {}

ExitStatus ToolExplainer::explain(const std::string& name) {
  if (const auto status = explain_server(name)) return *status;
  std::vector<Candidate> candidates = candidates_for(name);
  std::vector<servers::Server*> to_start;
  for (const Candidate& one : candidates) to_start.push_back(one.server.server);
  servers_.inspection().start(to_start);
  names_.learn();
  for (const Match match : {Match::exact, Match::with_prefix}) {
    std::size_t found = 0;
    for (const Candidate& one : candidates) found += explain(one, name, match);
    if (found > 0) return finish();
  }
  return explain_meta_tool(name) ? ExitStatus::ok : report_unknown(name, candidates);
}

void ToolExplainer::add(ToolReport report) {
  if (form_ == Form::text) return print(report, context_.out);
  reports_.push_back(std::move(report));
}

ExitStatus ToolExplainer::finish() {
  if (form_ == Form::text) return ExitStatus::ok;
  JsonWriter writer;
  writer.object().key("tools").array();
  for (const ToolReport& report : reports_) write(report, writer);
  context_.out << JsonText{writer.end().end().text()} << '\n';
  return ExitStatus::ok;
}

/// One text about something that is not a tool of a server.
void ToolExplainer::print_other(std::string_view kind, const std::string& name, const std::string& text) {
  if (form_ == Form::text) {
    context_.out << Lines{text};
    return;
  }
  JsonWriter writer;
  writer.object().member(kind, name).member("text", text).end();
  context_.out << JsonText{writer.text()} << '\n';
}

/// TOOLBOX/SERVER: how it is confined. Absent: it is another name.
std::optional<ExitStatus> ToolExplainer::explain_server(const std::string& name) {
  for (const auto& toolbox : servers_.inspection().toolboxes()) {
    for (const Inspection::Inspected& one : toolbox.servers) {
      if (toolbox.entry->name + "/" + one.entry->name == name) return explain_confinement(name, one);
    }
  }
  return std::nullopt;
}

ExitStatus ToolExplainer::explain_confinement(const std::string& name, const Inspection::Inspected& one) {
  servers_.inspection().start({one.server});
  std::ostringstream written;
  Output text(written);
  text << name << '\n';
  print_confinement(servers_.startup().host().confinements().find_last(name), text);
  print_other("server", name, written.str());
  const auto failure = one.server->status().failure();
  if (!failure) return ExitStatus::ok;
  context_.errors << "mcp-workbench explain: " << name << ": " << failure->message << '\n';
  return ExitStatus::server_unreachable;
}

/// The tools of the workbench itself, also as hosts show them: `mcp__workbench__use_tool`.
bool ToolExplainer::explain_meta_tool(const std::string& written) {
  for (const std::string& name : servers_.startup().registry().of<MetaTool>().names()) {
    if (!ShownNames::is_meant(written, name, Match::exact) && !ShownNames::is_meant(written, name, Match::with_prefix))
      continue;
    print_other("metaTool", name,
                name +
                    ": a tool of the workbench itself, through which clients reach the tools of servers; the setting "
                    "metaTools selects which of these tools clients see\n");
    return true;
  }
  return false;
}

/// TOOLBOX/SERVER/TOOL, SERVER/TOOL, or a name that a client sees, which may be any server's.
std::vector<Candidate> ToolExplainer::candidates_for(const std::string& name) const {
  const auto resolved = servers_.path_of(name, ToolPath::Names::tool);
  const ToolPath path = resolved ? *resolved : ToolPath::from(name);
  std::vector<Candidate> whole;
  std::vector<Candidate> of_server;
  std::vector<Candidate> all;
  for (const auto& toolbox : servers_.inspection().toolboxes()) {
    for (const Inspection::Inspected& one : toolbox.servers) {
      const bool is_named = toolbox.entry->name == path.toolbox && one.entry->name == path.server;
      if (is_named && path.names_tool()) whole.push_back({toolbox.entry, one, path.tool});
      if (name.starts_with(one.entry->name + "/")) {
        of_server.push_back({toolbox.entry, one, name.substr(one.entry->name.size() + 1)});
      }
      all.push_back({toolbox.entry, one, {}});
    }
  }
  if (!whole.empty()) return whole;
  return of_server.empty() ? all : of_server;
}

/// Returns how many tools of this server match.
std::size_t ToolExplainer::explain(const Candidate& one, const std::string& written, Match match) {
  const servers::ServerRun* const run = one.server.server->ready_run();
  if (run == nullptr) return 0;
  std::size_t found = 0;
  for (const protocol::ListedItem& item : run->items(protocol::ListKind::tools)) {
    const std::string name = base::visible_text(item.name);  // as clients and the configuration know it
    const EntryVerdict shown = verdict_of_entries(*one.server.entry, one.toolbox->name, name, locations_);
    if (!names_.is_meant(one, name, written, match) && !names_.is_meant(one, shown.name, written, match)) continue;
    add(report_on(one, item, name, shown));
    ++found;
  }
  return found;
}

/// Whether clients see it, and why. `name`: as the configuration has it.
FilterVerdict ToolExplainer::seen(const Candidate& one, const protocol::ListedItem& item,
                                  const std::string& name) const {
  const auto tool = protocol::read_tool(item.definition);
  if (!tool) return {false, "left out: " + tool.error().message};
  const config::ServerEntry& entry = *one.server.entry;
  FilterVerdict verdict =
      verdict_of_filters(entry, one.toolbox->name, *tool, servers_.startup().registry(), locations_);
  const servers::Catalog& catalog = one.server.server->catalog();
  const servers::ToolOnServer* const other = catalog.on_server(name);
  const bool is_shown = catalog.has_tool(name) && (other == nullptr ? name : other->name) == item.name;
  const auto* const withheld = catalog.reviewer().find_withheld(protocol::ListKind::tools, item.name);
  if (withheld != nullptr) {
    verdict.sentence = "withheld by a review (\"catalogReviews\"): " + withheld->reason;
  } else if (verdict.is_admitted && !is_shown) {
    verdict.sentence = "left out, although its filters admit it, see below";
  }
  verdict.is_admitted = verdict.is_admitted && is_shown;
  return verdict;
}

ToolReport ToolExplainer::report_on(const Candidate& one, const protocol::ListedItem& item, const std::string& name,
                                    const EntryVerdict& shown) {
  const std::string& toolbox = one.toolbox->name;
  const config::ServerEntry& entry = *one.server.entry;
  const servers::Catalog& catalog = one.server.server->catalog();
  const auto [is_visible, sentence] = seen(one, item, shown.name);
  ToolReport report{
      toolbox,  entry.name,    shown.name, is_visible, "configured in " + locations_.of_server(toolbox, entry.name),
      sentence, shown.sentence};
  if (is_visible) {
    report.name = names_.sentence(one, shown.name, shown.name == name);
    report.approval = approval_sentence(one, shown.name);
    const schema_repair::ArgumentNames* const renamed = catalog.native().renamed_arguments(shown.name);
    if (renamed != nullptr) report.arguments = renamed_sentence(*renamed);
  }
  report.notes = notes_about(name, servers::notes_for_people(catalog));
  report.time = time_sentence(one.server);
  return report;
}

std::string ToolExplainer::approval_sentence(const Candidate& one, const std::string& shown_name) const {
  const auto configured = one.toolbox->policies.find(one.server.entry->name);
  if (configured == one.toolbox->policies.end()) return "not needed: no \"approve\" concerns its server";
  const auto made = gateway::ServerPolicy::from(configured->second, servers_.startup().registry());
  if (!made) return made.error().message;
  return policy_sentence(made->of_tool(shown_name, one.server.server->catalog()));
}

std::string ToolExplainer::time_sentence(const Inspection::Inspected& one) const {
  std::string text;
  if (const auto time = servers_.inspection().start_time(*one.server)) {
    text = "its server has started in " + base::format_duration(*time);
    const auto patience = servers_.startup().settings().limits.open_patience;
    if (*time > patience) {
      text += ", longer than limits.openPatience (" + base::format_duration(patience) +
              "), so that its toolbox is shown without it before";
    }
    text += "; ";
  }
  return text + "a call may take " + base::format_duration(one.server->configured().call_limit()) +
         " without progress (\"callTimeoutMs\")";
}

ExitStatus ToolExplainer::report_unknown(const std::string& name, const std::vector<Candidate>& candidates) {
  bool is_unreachable = false;
  std::vector<std::string> names;
  for (const Candidate& one : candidates) {
    const std::string place = one.toolbox->name + "/" + one.server.entry->name;
    if (const auto failure = one.server.server->status().failure()) {
      is_unreachable = true;
      context_.errors << "mcp-workbench explain: " << place << ": " << failure->message << '\n';
      if (const auto advice = advice_for(failure->message)) context_.errors << "remedy: " << advice->remedy << '\n';
    }
    const servers::ServerRun* const run = one.server.server->ready_run();
    if (run == nullptr) continue;
    for (const auto& item : run->items(protocol::ListKind::tools)) names.push_back(item.name);
    for (const Tool& tool : one.server.server->catalog().tools()) names.push_back(tool.name);
  }
  const std::string wanted =
      candidates.size() == 1 && !candidates.front().tool.empty() ? candidates.front().tool : name;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  constexpr std::size_t kFew = 12;
  const bool is_typo = config::closest_match(wanted, names).has_value();
  context_.errors << "mcp-workbench explain: no server that could be started has a tool \"" << wanted << "\"; "
                  << (is_typo || (!names.empty() && names.size() <= kFew) ? config::suggestion(wanted, names)
                                                                          : "\"mcp-workbench list\" shows all tools")
                  << '\n';
  return is_unreachable ? ExitStatus::server_unreachable : ExitStatus::usage;
}

}  // namespace workbench::app
