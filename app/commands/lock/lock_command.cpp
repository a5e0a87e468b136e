#include <Poco/Util/Option.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/shell_word.hpp"
#include "commands/commands.hpp"
#include "commands/json_command.hpp"
#include "commands/lock/acceptance.hpp"
#include "commands/lock/lock_report.hpp"
#include "commands/lock/lock_run.hpp"
#include "process/program_lookup.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

constexpr char kCommand[] = "mcp-workbench lock: ";

/// The folder of a client for a second start; removed at the end.
class OtherFolder {
 public:
  OtherFolder() {
    std::error_code failed;
    std::string name = (std::filesystem::temp_directory_path(failed) / "mcp-workbench-lock-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  OtherFolder(const OtherFolder&) = delete;
  OtherFolder& operator=(const OtherFolder&) = delete;
  ~OtherFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  /// Empty: it could not be made.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// `lock`: writes what servers list beside the toolboxes file, and compares it with what they list now.
class LockCommand final : public JsonCommand {
 public:
  [[nodiscard]] Description description() const override {
    return {"lock", "[TOOLBOX[/SERVER[/TOOL]]]",
            "Write what the servers list to workbench.lock for a review, or compare it with that file"};
  }
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  [[nodiscard]] std::string wrong_usage(const CommandContext& context) const;
  [[nodiscard]] ExitStatus run_prepared(ConfiguredServers& servers, const OtherPlace& place, CommandContext& context);
  [[nodiscard]] ExitStatus compare(ConfiguredServers& servers, LockRun& run, const LockStore& store,
                                   CommandContext& context);
  [[nodiscard]] ExitStatus write(ConfiguredServers& servers, LockRun& run, const LockStore& store,
                                 CommandContext& context);
  [[nodiscard]] ExitStatus accept_one(ConfiguredServers& servers, LockRun& run, const LockStore& store,
                                      CommandContext& context);
  void print(const LockReport& report, CommandContext& context, std::string_view accepted = {}) const;

  bool checks_ = false;
  bool diffs_ = false;
  bool accepts_ = false;
  bool as_sarif_ = false;
  bool has_other_day_ = false;
  bool has_other_folder_ = false;
  std::optional<std::string> expected_;
};

ExitStatus fail(ExitStatus status, const std::string& what, CommandContext& context) {
  context.errors << kCommand << what << '\n';
  return status;
}

/// As in the lock file: the local day.
std::string present_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  std::array<char, 16> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &local)};
}

std::string argument_of(const CommandContext& context) {
  return context.arguments.empty() ? std::string() : context.arguments.front();
}

/// The options of this command line that name the configuration.
std::string configuration_options(const Sources& sources) {
  std::string options;
  const auto file = sources.definitions.find("workbench.toolboxes");
  if (file != sources.definitions.end()) options += " --config " + base::shell_word(file->second);
  if (!sources.properties_file.empty())
    options += " --properties " + base::shell_word(sources.properties_file.string());
  return options;
}

ExitStatus status_of(const LockReport& report) {
  if (report.has_changes()) return ExitStatus::changed;
  return report.has_unchecked() ? ExitStatus::bad_configuration : ExitStatus::ok;
}

void LockCommand::define_options(Poco::Util::OptionSet& options) const {
  using Poco::Util::Option;
  JsonCommand::define_options(options);
  options.addOption(Option("check", "", "only compare: exit code 0 same, 1 changed, 2 could not be checked"));
  options.addOption(Option("diff", "", "compare, and show each line that differs and how to accept it"));
  options.addOption(Option("accept", "", "write what TOOLBOX/SERVER[/TOOL] lists now, if it has the hash of --expect"));
  options.addOption(Option("expect", "", "the hash that --diff has shown").argument("HASH"));
  options.addOption(Option("sarif", "", "with --check: print SARIF 2.1.0"));
  options.addOption(
      Option("other-day", "", "start the servers on another day, too (with --check: only there); needs faketime"));
  options.addOption(
      Option("other-folder", "", "start the servers for a client in another folder, too (with --check: only there)"));
}

void LockCommand::handle_option(const std::string& name, const std::string& value) {
  JsonCommand::handle_option(name, value);
  if (name == "check") checks_ = true;
  if (name == "diff") diffs_ = true;
  if (name == "accept") accepts_ = true;
  if (name == "sarif") as_sarif_ = true;
  if (name == "other-day") has_other_day_ = true;
  if (name == "other-folder") has_other_folder_ = true;
  if (name == "expect") expected_ = value;
}

/// Empty: the options make sense together.
std::string LockCommand::wrong_usage(const CommandContext& context) const {
  if (context.arguments.size() > 1) return "name one toolbox or server, or none for all";
  if (static_cast<int>(checks_) + static_cast<int>(diffs_) + static_cast<int>(accepts_) > 1) {
    return "--check, --diff and --accept exclude each other; use one of them";
  }
  if (accepts_ && !expected_) return "--accept needs --expect HASH, which --diff shows; look at that first";
  if (expected_ && !accepts_) return "--expect belongs to --accept TOOLBOX/SERVER[/TOOL]; add that, or remove it";
  if (expected_ && !expected_->starts_with("sha256:")) return "--expect needs a hash that begins with sha256:";
  if (accepts_ && context.arguments.empty()) return "--accept needs TOOLBOX/SERVER or TOOLBOX/SERVER/TOOL";
  if (as_sarif_ && !checks_) return "--sarif belongs to --check; add that, or remove it";
  if (as_sarif_ && as_json()) return "--sarif and --json exclude each other; use one of them";
  return {};
}

ExitStatus LockCommand::run(CommandContext context) {
  if (const std::string wrong = wrong_usage(context); !wrong.empty()) return fail(ExitStatus::usage, wrong, context);
  std::optional<OtherFolder> folder;
  OtherPlace place;
  if (has_other_folder_) {
    place.folder = folder.emplace().path();
    if (place.folder.empty()) {
      return fail(ExitStatus::bad_configuration, "a temporary folder could not be made; set TMPDIR", context);
    }
  }
  if (has_other_day_) {
    place.faketime = find_program("faketime", environment_of_process("PATH").value_or("")).string();
    if (place.faketime.empty()) {
      return fail(ExitStatus::bad_configuration,
                  "--other-day needs the program faketime, which is not on PATH; install the package \"faketime\"",
                  context);
    }
  }
  ConfiguredServers servers;
  const ExitStatus prepared = servers.prepare(context.sources, Inspection::Catalogs::of_this_run, context.errors);
  if (prepared != ExitStatus::ok) return checks_ ? ExitStatus::bad_configuration : prepared;
  return run_prepared(servers, place, context);
}

ExitStatus LockCommand::run_prepared(ConfiguredServers& servers, const OtherPlace& place, CommandContext& context) {
  const auto store = LockStore::open(servers.startup().settings().toolboxes_file);
  if (!store) return fail(ExitStatus::bad_configuration, store.error().message, context);
  if (!store->exists() && (checks_ || diffs_)) {
    return fail(ExitStatus::bad_configuration,
                "there is no " + store->path().string() + "; write it with \"mcp-workbench lock" +
                    configuration_options(context.sources) + "\", and review it",
                context);
  }
  LockRun run(servers, *store, place, context.errors);
  if (accepts_) return accept_one(servers, run, *store, context);
  return checks_ || diffs_ ? compare(servers, run, *store, context) : write(servers, run, *store, context);
}

/// `accepted`: a sentence about what was accepted; empty: nothing was to be.
void LockCommand::print(const LockReport& report, CommandContext& context, std::string_view accepted) const {
  if (as_sarif_) return print_sarif(report, context.out);
  if (as_json()) {
    JsonWriter writer;
    write_report(report, writer);
    if (accepts_) writer.member("isAccepted", !accepted.empty());
    context.out << JsonText{writer.end().text()} << '\n';
  } else if (!accepted.empty()) {
    context.out << accepted << '\n';
  } else if (diffs_ || accepts_) {
    print_diff(report, context.out);
  } else {
    print_summary(report, context.out);
  }
}

// --- --check and --diff ----------------------------------------------------------------------------------------------

ExitStatus LockCommand::compare(ConfiguredServers& servers, LockRun& run, const LockStore& store,
                                CommandContext& context) {
  const auto found = servers.find(argument_of(context));
  if (!found) return fail(ExitStatus::usage, found.error().message, context);
  auto findings = run.compare(*found, checks_ ? LockRun::Starts::once : LockRun::Starts::twice_if_different,
                              LockRun::Caution::accepted_only);
  if (!findings) return fail(ExitStatus::bad_configuration, findings.error().message, context);
  if (context.arguments.empty()) {
    for (const std::string& server : run.removed_servers()) findings->push_back(removed_server(server));
  }
  const LockReport report{store, *findings, configuration_options(context.sources)};
  print(report, context);
  return status_of(report);
}

// --- writing ---------------------------------------------------------------------------------------------------------

/// Which texts have become patterns, for the reviewer.
void print_patterns(const std::vector<ServerFinding>& findings, Output& out) {
  for (const ServerFinding& server : findings) {
    for (const ItemFinding& item : server.items) {
      const bool has_pattern = item.form.find(R"({"$pattern":)") != std::string::npos;
      if (!has_pattern || item.is_silent()) continue;
      out << server.server << ": a text of " << lock::item_title(item.item.kind, item.item.name)
          << " differs from start to start; it is locked as a pattern (\"$pattern\")\n";
    }
  }
}

ExitStatus LockCommand::write(ConfiguredServers& servers, LockRun& run, const LockStore& store,
                              CommandContext& context) {
  const auto found = servers.find(argument_of(context));
  if (!found) return fail(ExitStatus::usage, found.error().message, context);
  auto findings = run.compare(*found, LockRun::Starts::twice, LockRun::Caution::all);
  if (!findings) return fail(ExitStatus::bad_configuration, findings.error().message, context);
  lock::LockFile file = store.file();
  const std::string today = present_day();
  for (const ServerFinding& finding : *findings) {
    if (finding.state == LockState::unchecked) continue;
    file.servers.insert_or_assign(finding.server, finding.accepted(store.find(finding.server), today));
  }
  if (context.arguments.empty()) {
    for (const std::string& server : run.removed_servers()) {
      file.servers.erase(server);
      findings->push_back(removed_server(server));
    }
  }
  if (!store.exists() || !(file == store.file())) {
    if (const auto saved = store.save(file); !saved) {
      return fail(ExitStatus::bad_configuration, saved.error().message, context);
    }
  }
  const LockReport report{store, *findings, configuration_options(context.sources)};
  print(report, context);
  if (!as_json()) {
    print_patterns(*findings, context.out);
    context.out << store.path() << " has " << counted(file.servers.size(), "server") << "; review what is new in it\n";
  }
  return report.has_unchecked() ? ExitStatus::bad_configuration : ExitStatus::ok;
}

// --- accepting -------------------------------------------------------------------------------------------------------

ExitStatus LockCommand::accept_one(ConfiguredServers& servers, LockRun& run, const LockStore& store,
                                   CommandContext& context) {
  const auto path = servers.path_of(context.arguments.front(), ToolPath::Names::anything);
  if (!path) return fail(ExitStatus::usage, path.error().message, context);
  const auto found = servers.find(*path);
  if (!found) return fail(ExitStatus::usage, found.error().message, context);
  if (path->server.empty()) {
    return fail(ExitStatus::usage, "--accept needs one server: TOOLBOX/SERVER or TOOLBOX/SERVER/TOOL", context);
  }
  const auto findings = run.compare(*found, LockRun::Starts::twice, LockRun::Caution::accepted_only);
  if (!findings) return fail(ExitStatus::bad_configuration, findings.error().message, context);
  const LockReport report{store, *findings, configuration_options(context.sources)};
  const ServerFinding& finding = findings->front();
  if (finding.state == LockState::unchecked) {
    return fail(ExitStatus::bad_configuration, finding.server + " could not be checked: " + finding.reason, context);
  }
  Acceptance acceptance = accept(finding, path->tool, *expected_, store.find(finding.server), present_day());
  if (acceptance.outcome == Acceptance::Outcome::not_found) return fail(ExitStatus::usage, acceptance.text, context);
  if (acceptance.outcome == Acceptance::Outcome::refused) {
    print(report, context);
    return fail(ExitStatus::changed, acceptance.text, context);
  }
  if (acceptance.outcome == Acceptance::Outcome::accepted) {
    lock::LockFile file = store.file();
    file.servers.insert_or_assign(finding.server, std::move(acceptance.records));
    if (const auto saved = store.save(file); !saved) {
      return fail(ExitStatus::bad_configuration, saved.error().message, context);
    }
  }
  print(report, context, acceptance.text);
  return ExitStatus::ok;
}

}  // namespace

std::unique_ptr<Command> make_lock_command() {
  return std::make_unique<LockCommand>();
}

}  // namespace workbench::app
