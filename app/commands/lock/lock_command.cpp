#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands/commands.hpp"
#include "commands/json_command.hpp"
#include "commands/lock/acceptance.hpp"
#include "commands/lock/lock_options.hpp"
#include "commands/lock/lock_report.hpp"
#include "commands/lock/lock_run.hpp"
#include "commands/lock/other_folder.hpp"
#include "process/program_lookup.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

constexpr char kCommand[] = "mcp-workbench lock: ";

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
  [[nodiscard]] Result<LockStore> open_store(const std::filesystem::path& toolboxes_file,
                                             CommandContext& context) const;
  [[nodiscard]] ExitStatus run_prepared(ConfiguredServers& servers, const OtherPlace& place, CommandContext& context);
  [[nodiscard]] ExitStatus compare(ConfiguredServers& servers, LockRun& run, const LockStore& store,
                                   CommandContext& context);
  [[nodiscard]] ExitStatus write(ConfiguredServers& servers, LockRun& run, const LockStore& store,
                                 CommandContext& context);
  [[nodiscard]] ExitStatus accept_one(ConfiguredServers& servers, LockRun& run, const LockStore& store,
                                      CommandContext& context);
  void print(const LockReport& report, CommandContext& context, std::string_view accepted = {}) const;

  LockOptions options_;
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

ExitStatus status_of(const LockReport& report) {
  if (report.has_changes()) return ExitStatus::changed;
  return report.has_unchecked() ? ExitStatus::bad_configuration : ExitStatus::ok;
}

void LockCommand::define_options(Poco::Util::OptionSet& options) const {
  JsonCommand::define_options(options);
  LockOptions::define(options);
}

void LockCommand::handle_option(const std::string& name, const std::string& value) {
  JsonCommand::handle_option(name, value);
  options_.handle(name, value);
}

ExitStatus LockCommand::run(CommandContext context) {
  if (const std::string wrong = options_.wrong_usage(context.arguments, as_json()); !wrong.empty())
    return fail(ExitStatus::usage, wrong, context);
  std::optional<OtherFolder> folder;
  OtherPlace place;
  if (options_.has_other_folder) {
    place.folder = folder.emplace().path();
    if (place.folder.empty()) {
      return fail(ExitStatus::bad_configuration, "a temporary folder could not be made; set TMPDIR", context);
    }
  }
  if (options_.has_other_day) {
    place.faketime = find_program("faketime", environment_of_process("PATH").value_or("")).string();
    if (place.faketime.empty()) {
      return fail(ExitStatus::bad_configuration,
                  "--other-day needs the program faketime, which is not on PATH; install the package \"faketime\"",
                  context);
    }
  }
  ConfiguredServers servers;
  const ExitStatus prepared = servers.prepare(context.sources, Inspection::Catalogs::of_this_run, context.errors);
  if (prepared != ExitStatus::ok) return options_.checks ? ExitStatus::bad_configuration : prepared;
  return run_prepared(servers, place, context);
}

/// `lock` without a name writes all of the file, so one that cannot be used is replaced.
Result<LockStore> LockCommand::open_store(const std::filesystem::path& toolboxes_file, CommandContext& context) const {
  auto store = LockStore::open(toolboxes_file);
  const bool writes_all = !options_.checks && !options_.diffs && !options_.accepts && context.arguments.empty();
  if (store || !writes_all || store.error().kind != ErrorKind::invalid_argument) return store;
  auto replacing = LockStore::replacing(toolboxes_file);
  if (replacing) {
    context.errors << kCommand << store.error().message << '\n'
                   << kCommand << "it is written again, all of it; its text is kept in "
                   << replacing->backup_path().string() << '\n';
  }
  return replacing;
}

ExitStatus LockCommand::run_prepared(ConfiguredServers& servers, const OtherPlace& place, CommandContext& context) {
  const auto store = open_store(servers.startup().settings().toolboxes_file, context);
  if (!store) return fail(ExitStatus::bad_configuration, store.error().message, context);
  if (!store->exists() && (options_.checks || options_.diffs)) {
    return fail(ExitStatus::bad_configuration,
                "there is no " + store->path().string() + "; write it with \"mcp-workbench lock" +
                    configuration_options(context.sources) + "\", and review it",
                context);
  }
  LockRun run(servers, *store, place, context.errors);
  if (options_.accepts) return accept_one(servers, run, *store, context);
  return options_.checks || options_.diffs ? compare(servers, run, *store, context)
                                           : write(servers, run, *store, context);
}

/// `accepted`: a sentence about what was accepted; empty: nothing was to be.
void LockCommand::print(const LockReport& report, CommandContext& context, std::string_view accepted) const {
  if (options_.as_sarif) return print_sarif(report, context.out);
  if (as_json()) {
    JsonWriter writer;
    write_report(report, writer);
    if (options_.accepts) writer.member("isAccepted", !accepted.empty());
    context.out << JsonText{writer.end().text()} << '\n';
  } else if (!accepted.empty()) {
    context.out << accepted << '\n';
  } else if (options_.diffs || options_.accepts) {
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
  auto findings = run.compare(*found, options_.checks ? LockRun::Starts::once : LockRun::Starts::twice_if_different,
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
  Acceptance acceptance = accept(finding, path->tool, *options_.expected, store.find(finding.server), present_day());
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
