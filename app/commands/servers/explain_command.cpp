#include "commands/commands.hpp"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "check/tool_explanation.hpp"
#include "commands/servers/advice.hpp"
#include "commands/servers/configured_servers.hpp"
#include "commands/servers/confinement_text.hpp"
#include "commands/servers/host_modes.hpp"
#include "config/suggestion.hpp"
#include "gateway/exposure/native_names.hpp"
#include "gateway/exposure/unique_names.hpp"
#include "process/log.hpp"
#include "process/table.hpp"
#include "protocol/listing.hpp"
#include "schema_repair/argument_names.hpp"

namespace workbench::app {
namespace {

/// `explain`: why clients see a tool, or do not, and as what; in which mode each host is served.
class ExplainCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string&, const std::string& value) override { host_ = value; }
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  std::optional<std::string> host_;
};

/// A server that may have the tool, and the tool's name there; empty: any that clients may know by the name.
struct Candidate {
  const config::ToolboxEntry* toolbox;
  Inspection::Inspected server;
  std::string tool;
};

/// Explains the tool that an argument names.
class Explainer {
 public:
  Explainer(ConfiguredServers& servers, CommandContext& context)
      : servers_(servers), context_(context), locations_(servers.startup().settings().toolboxes_file) {}

  ExitStatus explain(const std::string& name) {
    if (const auto status = explain_server(name)) return *status;
    std::vector<Candidate> candidates = candidates_for(name);
    std::vector<servers::Server*> to_start;
    for (const Candidate& one : candidates) to_start.push_back(one.server.server);
    servers_.inspection().start(to_start);
    if (is_native_for_some()) learn_flat_names();
    for (const Match match : {Match::exact, Match::with_prefix}) {
      std::size_t found = 0;
      for (const Candidate& one : candidates) found += explain(one, name, match);
      if (found > 0) return ExitStatus::ok;
    }
    return explain_meta_tool(name) ? ExitStatus::ok : report_unknown(name, candidates);
  }

 private:
  /// TOOLBOX/SERVER: how it is confined. Absent: it is another name.
  std::optional<ExitStatus> explain_server(const std::string& name) {
    for (const auto& toolbox : servers_.inspection().toolboxes()) {
      for (const Inspection::Inspected& one : toolbox.servers) {
        if (toolbox.entry->name + "/" + one.entry->name == name) return explain_confinement(name, one);
      }
    }
    return std::nullopt;
  }

  ExitStatus explain_confinement(const std::string& name, const Inspection::Inspected& one) {
    servers_.inspection().start({one.server});
    context_.out << name << '\n';
    print_confinement(servers_.startup().host().confinements().find_last(name), context_.out);
    const auto failure = one.server->status().failure();
    if (!failure) return ExitStatus::ok;
    context_.errors << "mcp-workbench explain: " << name << ": " << failure->message << '\n';
    return ExitStatus::server_unreachable;
  }

  /// The tools of the workbench itself, also as hosts show them: `mcp__workbench__use_tool`.
  bool explain_meta_tool(const std::string& written) {
    for (const std::string& name : servers_.startup().registry().of<MetaTool>().names()) {
      if (!is_meant(written, name, Match::exact) && !is_meant(written, name, Match::with_prefix)) continue;
      context_.out << name
                   << ": a tool of the workbench itself, through which clients reach the tools of servers; the setting "
                      "metaTools selects which of these tools clients see\n";
      return true;
    }
    return false;
  }

  [[nodiscard]] config::ToolMode mode() const { return servers_.startup().config().tool_mode; }

  /// Whether some clients see all tools natively.
  [[nodiscard]] bool is_native_for_some() const {
    return mode() == config::ToolMode::flat || mode() == config::ToolMode::automatic;
  }

  /// TOOLBOX/SERVER/TOOL, SERVER/TOOL, or a name that a client sees, which may be any server's.
  [[nodiscard]] std::vector<Candidate> candidates_for(const std::string& name) const {
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

  void learn_flat_names() {
    std::vector<servers::Server*> all;
    std::vector<gateway::ListedName> listed;
    for (const auto& toolbox : servers_.inspection().toolboxes()) {
      for (const Inspection::Inspected& one : toolbox.servers) all.push_back(one.server);
    }
    servers_.inspection().learn(all);
    for (const servers::Server* server : all) {
      for (const Tool& tool : server->catalog().tools())
        listed.push_back({server->toolbox(), server->name(), tool.name});
    }
    const std::vector<std::string> names = gateway::unique_names(listed, gateway::NameReaders::models);
    for (std::size_t i = 0; i < listed.size(); ++i) flat_names_[listed[i]] = names[i];
  }

  /// The name under which clients see the tool itself; empty: they call it with use_tool.
  [[nodiscard]] std::string native_name(const Candidate& one, const std::string& tool) const {
    const std::string& toolbox = one.toolbox->name;
    const std::string& server = one.server.entry->name;
    switch (mode()) {
      case config::ToolMode::proxy: return is_pinned(one, tool) ? registered(one, tool) : std::string();
      case config::ToolMode::dynamic: return registered(one, tool);
      case config::ToolMode::flat:
      case config::ToolMode::automatic: break;
    }
    const auto found = flat_names_.find({toolbox, server, tool});
    return found == flat_names_.end() ? tool : found->second;
  }

  enum class Match {
    exact,
    with_prefix,  ///< of the host, such as `mcp__workbench__`
  };

  [[nodiscard]] static bool is_meant(const std::string& written, const std::string& known, Match match) {
    if (match == Match::exact || known.empty() || !written.ends_with(known)) return written == known;
    const std::size_t prefix = written.size() - known.size();
    return prefix > 0 && (written[prefix - 1] == '_' || written[prefix - 1] == '-');
  }

  [[nodiscard]] bool is_meant(const Candidate& one, const std::string& tool, const std::string& written,
                              Match match) const {
    if (!one.tool.empty()) return match == Match::exact && tool == one.tool;
    return is_meant(written, tool, match) || is_meant(written, native_name(one, tool), match) ||
           is_meant(written, registered(one, tool), match);
  }

  /// Returns how many tools of this server match.
  std::size_t explain(const Candidate& one, const std::string& written, Match match) {
    const servers::ServerRun* const run = one.server.server->ready_run();
    if (run == nullptr) return 0;
    std::size_t found = 0;
    for (const protocol::ListedItem& item : run->items(protocol::ListKind::tools)) {
      const std::string name = base::visible_text(item.name);  // as clients and the configuration know it
      const EntryVerdict shown = verdict_of_entries(*one.server.entry, one.toolbox->name, name, locations_);
      if (!is_meant(one, name, written, match) && !is_meant(one, shown.name, written, match)) continue;
      print(one, item, name, shown);
      ++found;
    }
    return found;
  }

  [[nodiscard]] static bool is_pinned(const Candidate& one, const std::string& tool) {
    const auto& pinned = one.toolbox->pinned_tools;
    return std::find(pinned.begin(), pinned.end(), config::PinnedTool{one.server.entry->name, tool}) != pinned.end();
  }

  [[nodiscard]] static std::string registered(const Candidate& one, const std::string& tool) {
    return gateway::registered_name({one.toolbox->name, one.server.entry->name, tool}, std::nullopt);
  }

  void print(const Candidate& one, const protocol::ListedItem& item, const std::string& name,
             const EntryVerdict& shown) {
    const std::string& toolbox = one.toolbox->name;
    const config::ServerEntry& entry = *one.server.entry;
    const servers::Catalog& catalog = one.server.server->catalog();
    context_.out << toolbox << '/' << entry.name << '/' << shown.name << '\n';
    Table table;
    const auto add = [&table](const char* title, const std::string& text) {
      table.add({std::string("  ").append(title), text});
    };
    add("server", "configured in " + locations_.of_server(toolbox, entry.name));
    bool is_visible = false;
    if (const auto tool = protocol::read_tool(item.definition)) {
      const FilterVerdict verdict =
          verdict_of_filters(entry, toolbox, *tool, servers_.startup().registry(), locations_);
      const servers::ToolOnServer* const other = catalog.on_server(shown.name);
      const bool is_shown = catalog.has_tool(shown.name) && (other == nullptr ? shown.name : other->name) == item.name;
      const auto withheld =
          reason_withheld(servers_.startup().selection().workspace.catalog_reviews, {toolbox, entry.name}, item);
      is_visible = verdict.is_admitted && is_shown;
      if (withheld) {
        add("seen", "withheld by a review (\"catalogReviews\"): " + *withheld);
      } else if (verdict.is_admitted && !is_visible) {
        add("seen", "left out, although its filters admit it, see below");
      } else {
        add("seen", verdict.sentence);
      }
    } else {
      add("seen", "left out: " + tool.error().message);
    }
    if (!shown.sentence.empty()) add("tools", shown.sentence);
    if (is_visible) add("name", name_sentence(one, shown.name, shown.name == name));
    const schema_repair::ArgumentNames* const renamed = catalog.native().renamed_arguments(shown.name);
    if (is_visible && renamed != nullptr) {
      add("arguments", "native lists call " + schema_repair::names_in_words(*renamed) +
                           ", because model APIs refuse the server's names for them");
    }
    for (const std::string& note : notes_about(name, catalog.notes())) add("note", note);
    add("time", time_sentence(one.server));
    context_.out << Lines{table.text(terminal_width(STDOUT_FILENO))};
  }

  /// `tool`: as the configuration has it.
  [[nodiscard]] std::string name_sentence(const Candidate& one, const std::string& tool, bool is_own) const {
    const std::string name = native_name(one, tool);
    if (!is_native_for_some() && is_pinned(one, tool)) {
      return name + ", whether or not its toolbox is open, because \"pinnedTools\" names it";
    }
    switch (mode()) {
      case config::ToolMode::proxy:
        return (is_own ? "its own" : tool) + "; clients call it with use_tool, because \"toolMode\" is proxy";
      case config::ToolMode::dynamic:
        return name +
               ", once its toolbox is open, because \"toolMode\" is dynamic; hosts that accept only shorter names "
               "see it cut";
      case config::ToolMode::automatic:
        return (is_own ? "its own" : tool) + "; hosts that defer tools themselves see " +
               (name == tool ? std::string("it") : name) + (is_pinned(one, tool) ? ", all others see " : "") +
               (is_pinned(one, tool) ? registered(one, tool) : ", clients of all others call it with use_tool") +
               ", because \"toolMode\" is auto (\"mcp-workbench explain\" lists the hosts)";
      case config::ToolMode::flat: break;
    }
    if (name == tool) return name + (is_own ? ", its own" : "") + ", which no other server uses";
    return name + ", because " + reason_for_other_name(one, tool);
  }

  [[nodiscard]] std::string reason_for_other_name(const Candidate& one, const std::string& tool) const {
    std::vector<std::string> others;
    for (const auto& [listed, name] : flat_names_) {
      const bool is_same = listed.toolbox == one.toolbox->name && listed.server == one.server.entry->name;
      if (listed.name == tool && !is_same) others.push_back(listed.toolbox + "/" + listed.server);
    }
    if (others.empty())
      return "model APIs accept 64 characters of A-Z, a-z, 0-9, _ and - at most, the first a letter or _";
    return base::listed(others) + (others.size() == 1 ? " has" : " have") + " a tool of that name, too";
  }

  [[nodiscard]] std::string time_sentence(const Inspection::Inspected& one) const {
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

  ExitStatus report_unknown(const std::string& name, const std::vector<Candidate>& candidates) {
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

  ConfiguredServers& servers_;
  CommandContext& context_;
  const ToolboxesFileLocations locations_;
  std::map<gateway::ListedName, std::string> flat_names_;
};

}  // namespace

Command::Description ExplainCommand::description() const {
  return {"explain", "[TOOL]",
          "Explain why clients see a tool or do not, under which name, and what was repaired in it; without TOOL, in "
          "which mode each known host is served, and why"};
}

void ExplainCommand::define_options(Poco::Util::OptionSet& options) const {
  options.addOption(Poco::Util::Option("host", "", "only in which mode this host is served, by its clientInfo")
                        .argument("NAME[@VERSION]"));
}

ExitStatus ExplainCommand::run(CommandContext context) {
  if (context.arguments.size() > 1 || (host_ && !context.arguments.empty())) {
    context.errors
        << "mcp-workbench explain: name one tool: TOOLBOX/SERVER/TOOL, SERVER/TOOL, or as a client sees it\n";
    return ExitStatus::usage;
  }
  ConfiguredServers servers;
  const ExitStatus prepared = servers.prepare(context.sources, Inspection::Catalogs::kept, context.errors);
  if (prepared != ExitStatus::ok) return prepared;
  const config::Config& config = servers.startup().config();
  if (host_) {
    context.out << Lines{host_mode_line(config, named_client(*host_))};
    return ExitStatus::ok;
  }
  if (context.arguments.empty()) {
    context.out << Lines{host_modes_text(config, terminal_width(STDOUT_FILENO))};
    return ExitStatus::ok;
  }
  servers.report_slow_starts(context.errors);
  return Explainer(servers, context).explain(context.arguments.front());
}

std::unique_ptr<Command> make_explain_command() {
  return std::make_unique<ExplainCommand>();
}

}  // namespace workbench::app
