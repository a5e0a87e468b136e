#include "commands/init.hpp"

#include <Poco/URI.h>
#include <Poco/Util/Option.h>
#include <unistd.h>

#include <algorithm>
#include <istream>
#include <ostream>
#include <utility>

#include "base/text.hpp"
#include "check.hpp"
#include "client_files/diff.hpp"
#include "client_files/discovery.hpp"
#include "client_files/export.hpp"
#include "client_files/findings.hpp"
#include "client_files/proposal.hpp"
#include "client_files/replaced_files.hpp"
#include "client_files/splice.hpp"
#include "server_doubts.hpp"
#include "user_files.hpp"

namespace workbench::app {
namespace {

namespace cf = client_files;

constexpr std::size_t kMaxBytes = std::size_t{16} * 1024 * 1024;

/// A file that will be written.
struct PlannedFile {
  std::filesystem::path file;
  std::string before;
  std::string after;
  bool exists = false;
  int mode = 0;
};

/// One run of `init`, step by step.
class Init {
 public:
  Init(const InitCommand::Wishes& wishes, CommandContext& context)
      : wishes_(wishes), context_(context), surroundings_(surroundings_of(environment_)) {}

  ExitStatus undo() {
    cf::ReplacedFiles replaced(state_folder_of_user(environment_) / "replaced");
    bool all = true;
    const auto restored = replaced.undo(wishes_.forces);
    if (restored.empty()) context_.out << "There is nothing to undo.\n";
    for (const auto& file : restored) {
      all = all && file.refusal.empty();
      if (file.refusal.empty()) {
        context_.out << file.file.string() << ": restored\n";
      } else {
        context_.errors << file.file.string() << ": " << file.refusal << '\n';
      }
    }
    return all ? ExitStatus::ok : ExitStatus::bad_configuration;
  }

  ExitStatus export_servers() {
    const cf::Client* const client = cf::find_client(wishes_.client);
    if (client == nullptr) {
      std::vector<std::string> known;
      for (const cf::Client& row : cf::client_table()) {
        const bool is_new = std::find(known.begin(), known.end(), row.id) == known.end();
        if (is_new && cf::find_client(row.id) != nullptr) known.emplace_back(row.id);
      }
      context_.errors << "mcp-workbench init: unknown client " << wishes_.client
                      << "; known: " << base::listed(known, std::string::npos) << '\n';
      return ExitStatus::usage;
    }
    choose_target();
    const auto document = cf::read_document(target_);
    const cf::Value* const toolboxes = document && document->root ? document->root->find("toolboxes") : nullptr;
    if (toolboxes == nullptr) {
      context_.errors << target_.string() << ": is no toolboxes file that can be read; see --check\n";
      return ExitStatus::bad_configuration;
    }
    static const cf::Client ours{.id = "workbench", .title = "MCP Workbench", .servers = {}, .places = {}};
    cf::Findings findings(target_, document->text);
    std::vector<cf::Server> servers;
    for (const cf::Member& toolbox : toolboxes->members) {
      const cf::Value* const entries = toolbox.value.find("mcpServers");
      if (entries == nullptr) continue;
      const cf::ServerGroup group{&ours, entries, {"toolboxes", toolbox.name, "mcpServers"}, {}};
      for (cf::ImportedServer& imported : cf::translate(group, *document->root, findings)) {
        const auto is_same = [&](const cf::Server& other) { return other.name == imported.server.name; };
        if (std::any_of(servers.begin(), servers.end(), is_same))
          imported.server.name = cf::valid_name(toolbox.name + "-" + imported.server.name);
        servers.push_back(std::move(imported.server));
      }
    }
    for (const config::Finding& finding : findings.extract()) context_.errors << finding.text << '\n';
    const cf::Exported exported = cf::export_servers(*client, servers);
    for (const std::string& loss : exported.losses) context_.errors << loss << '\n';
    context_.out << exported.text;
    return ExitStatus::ok;
  }

  ExitStatus run() {
    if (!find()) return ExitStatus::bad_configuration;
    import();
    if (imported_.empty()) {
      context_.errors << "mcp-workbench init: no client on this machine has a server; name a file with --from FILE, or "
                         "write a toolboxes file as README.md describes\n";
      return ExitStatus::bad_configuration;
    }
    cf::Proposal proposal = cf::propose(imported_, is_workbench, environment_);
    describe_variables(proposal.secrets);
    for (const std::string& note : proposal.notes) context_.errors << note << '\n';
    if (proposal.toolboxes.empty()) {
      context_.errors
          << "mcp-workbench init: there is nothing to import: these clients have the workbench, and no other "
             "server that could be used\n";
      return ExitStatus::ok;
    }
    const auto planned = plan(proposal);
    show(planned, proposal.secrets);
    if (wishes_.only_shows) {
      show_replacements(proposal.secrets);
      return ExitStatus::ok;
    }
    if (!may("Write " + target_.string() + "?", wishes_.needs_no_answers)) return status_;
    if (!write(planned)) return ExitStatus::internal;
    const ExitStatus checked = check_result();
    if (checked != ExitStatus::ok) {
      context_.errors << "mcp-workbench init: correct these errors; the clients' files stay as they are until then\n";
      return checked;
    }
    replace(proposal.secrets);
    say_what_is_next();
    return status_;
  }

 private:
  // What there is.

  bool find() {
    if (wishes_.files.empty()) {
      found_ = cf::find_client_files(surroundings_);
      return true;
    }
    for (const std::filesystem::path& file : wishes_.files) {
      auto found = cf::read_client_file(std::filesystem::absolute(file), surroundings_);
      if (!found) {
        context_.errors << file.string() << ": " << found.error().message << "; name a client's file\n";
        return false;
      }
      if (found->document->root && found->groups.empty()) {
        context_.errors << file.string() << ": has no servers of MCP that are known here\n";
        return false;
      }
      found_.push_back(*std::move(found));
    }
    return true;
  }

  void import() {
    for (const cf::FoundFile& found : found_) {
      cf::Findings findings(found.file, found.document->text);
      for (const cf::Problem& problem : found.document->problems) findings.error(problem.offset, "", problem.text);
      for (const cf::ServerGroup& group : found.groups) {
        auto servers = cf::translate(group, *found.document->root, findings);
        show(group, found.file, servers);
        std::move(servers.begin(), servers.end(), std::back_inserter(imported_));
      }
      for (const config::Finding& finding : findings.extract()) context_.errors << finding.text << '\n';
    }
  }

  void show(const cf::ServerGroup& group, const std::filesystem::path& file,
            const std::vector<cf::ImportedServer>& servers) {
    std::vector<std::string> names;
    for (const cf::ImportedServer& server : servers) {
      names.push_back(server.original_name + (server.server.is_disabled ? " (off)" : ""));
    }
    context_.out << group.client->title;
    if (!group.project.empty()) context_.out << ", for " << group.project.string();
    context_.out << ": " << file.string() << "\n    " << base::listed(names) << '\n';
  }

  void describe_variables(cf::Secrets& secrets) const {
    for (const cf::FoundFile& found : found_) {
      if (!found.document->root) continue;
      for (auto& [name, description] : cf::described_inputs(*found.document->root)) {
        if (!description.empty()) secrets.describe(name, description);
      }
    }
  }

  // What is to be written.

  static PlannedFile planned(const std::filesystem::path& file, std::string text, int mode) {
    auto present = config::read_bytes(file, kMaxBytes);
    const bool exists = present.has_value();
    return {file, exists ? *std::move(present) : "", std::move(text), exists, mode};
  }

  /// The toolboxes file: the one that was named, or the user's.
  void choose_target() {
    const auto named = context_.sources.definitions.find("workbench.toolboxes");
    const bool is_named = named != context_.sources.definitions.end();
    target_ = is_named ? std::filesystem::absolute(named->second) : toolboxes_file_of_user(environment_);
    if (target_.empty()) target_ = std::filesystem::absolute("workbench-config.json");
  }

  std::vector<PlannedFile> plan(const cf::Proposal& proposal) {
    choose_target();
    std::filesystem::path env_file = target_;
    env_file.replace_extension(".env");
    std::vector<PlannedFile> files;
    if (!proposal.secrets.empty()) files.push_back(planned(env_file, proposal.secrets.file_text(), 0600));
    const std::string env_name = proposal.secrets.empty() ? "" : env_file.filename().string();
    const std::string text = cf::write_toolboxes_file(proposal.toolboxes, env_name, address_of_schema());
    files.push_back(planned(target_, text, 0600));
    return files;
  }

  /// Of the file that was installed with the program, so that editors need no network. Empty: there is none.
  static std::string address_of_schema() {
    const std::filesystem::path file = install_prefix() / "share/mcp-workbench/toolboxes.schema.json";
    std::error_code failed;
    if (!std::filesystem::exists(file, failed)) return {};
    Poco::URI address;
    address.setScheme("file");
    address.setPath(file.string());
    return address.toString();
  }

  void show(const std::vector<PlannedFile>& files, const cf::Secrets& secrets) {
    context_.out << '\n';
    for (const PlannedFile& file : files) {
      const bool has_values = file.file.extension() == ".env";
      const std::string after = has_values ? secrets.file_text(false) : file.after;
      // What an earlier file of variables has is not shown either.
      const std::string before = has_values ? "" : secrets.hidden_in(file.before);
      context_.out << cf::unified_diff(before, after, file.file.string(), !file.exists);
    }
  }

  /// Asks, unless the answer is given already. False: no, or nobody can be asked, which is a usage error.
  bool may(const std::string& question, bool is_granted) {
    if (is_granted) return true;
    if (::isatty(STDIN_FILENO) == 0) {
      context_.errors
          << "mcp-workbench init: nobody can be asked, because the standard input is no terminal; add --yes to "
             "write these files, or --dry-run to see them only\n";
      status_ = ExitStatus::usage;
      return false;
    }
    context_.out << question << " [y/N] " << std::flush;
    std::string answer;
    std::getline(context_.in, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
  }

  bool write(const std::vector<PlannedFile>& files) {
    for (const PlannedFile& file : files) {
      if (file.exists && file.before != file.after) {
        const std::filesystem::path backup = backup_of(file.file);
        if (!write_one(backup, file.before, 0600)) return false;
        context_.out << backup.string() << ": has what was in " << file.file.filename().string() << " before\n";
      }
      if (!write_one(file.file, file.after, file.mode)) return false;
      context_.out << file.file.string() << ": written\n";
    }
    return true;
  }

  bool write_one(const std::filesystem::path& file, const std::string& text, int mode) {
    const auto written = cf::write_file(file, text, mode);
    if (!written) context_.errors << "mcp-workbench init: " << written.error().message << '\n';
    return static_cast<bool>(written);
  }

  static std::filesystem::path backup_of(const std::filesystem::path& file) {
    std::error_code failed;
    for (int number = 1;; ++number) {
      std::filesystem::path backup = file.string() + ".backup-" + std::to_string(number);
      if (!std::filesystem::exists(backup, failed)) return backup;
    }
  }

  ExitStatus check_result() {
    Sources sources = context_.sources;
    sources.definitions["workbench.toolboxes"] = target_.string();
    Startup startup(std::move(sources), context_.errors);
    return check(startup, false, context_.out, context_.errors);
  }

  // The workbench in place of what was imported.

  /// The file of a client as it would be; absent: nothing in it was imported, or it cannot be edited, which was said.
  std::optional<std::string> replaced_text(const cf::FoundFile& found) {
    std::string text = found.document->text;
    bool is_changed = false;
    for (const cf::ServerGroup& group : found.groups) {
      std::vector<std::string> names;
      for (const cf::ImportedServer& imported : imported_) {
        const cf::Server& server = imported.server;
        const bool is_usable = !server.command.empty() || !server.url.empty();
        const bool is_here =
            imported.file == found.file && imported.client == group.client && imported.project == group.project;
        if (is_here && is_usable) names.push_back(imported.original_name);
      }
      if (names.empty()) continue;
      // The groups point into the text as it was; an earlier group may have changed it.
      const cf::Document document = cf::parse(text, found.document->format);
      const cf::Value* const servers = document.root ? document.root->at(group.path) : nullptr;
      if (servers == nullptr) continue;
      cf::ServerGroup present = group;
      present.servers = servers;
      auto edited = cf::put_in_place(document, present, names, entry());
      if (!edited) {
        context_.errors << found.file.string() << ": " << edited.error().message << '\n';
        continue;
      }
      is_changed = is_changed || text != *edited;
      text = *std::move(edited);
    }
    return is_changed ? std::optional(text) : std::nullopt;
  }

  [[nodiscard]] cf::WorkbenchEntry entry() const {
    std::error_code failed;
    return {"workbench",
            std::filesystem::read_symlink("/proc/self/exe", failed).string(),
            {"--join", "--config", target_.string()}};
  }

  void show_replacements(const cf::Secrets& secrets) {
    for (const cf::FoundFile& found : found_) {
      const auto text = replaced_text(found);
      if (!text) continue;
      if (!wishes_.replaces) {
        context_.out << "\nWith --replace, " << found.file.string()
                     << " gets the workbench in place of these servers.\n";
      } else {
        show_replacement(found, *text, secrets);
      }
    }
  }

  void show_replacement(const cf::FoundFile& found, const std::string& text, const cf::Secrets& secrets) {
    context_.out << '\n'
                 << cf::unified_diff(secrets.hidden_in(found.document->text), secrets.hidden_in(text),
                                     found.file.string());
  }

  void replace(const cf::Secrets& secrets) {
    if (wishes_.needs_no_answers && !wishes_.replaces) return;
    if (!wishes_.replaces && ::isatty(STDIN_FILENO) == 0) return;
    cf::ReplacedFiles replaced(state_folder_of_user(environment_) / "replaced");
    for (const cf::FoundFile& found : found_) {
      const auto text = replaced_text(found);
      if (!text) continue;
      show_replacement(found, *text, secrets);
      if (!may("Put the workbench into " + found.file.string() + " in place of these servers?", wishes_.replaces))
        continue;
      const auto before = config::read_bytes(found.file, kMaxBytes);
      if (!before || !before->ends_with(found.document->text)) {
        context_.errors << found.file.string() << ": has changed meanwhile, and stays as it is; run init again\n";
        status_ = ExitStatus::bad_configuration;
        continue;
      }
      // A byte order mark is no part of the document.
      const std::string mark = before->substr(0, before->size() - found.document->text.size());
      if (const auto done = replaced.replace(found.file, *before, mark + *text); done) {
        context_.out << found.file.string() << ": has the workbench; \"mcp-workbench init --undo\" restores it\n";
        was_replaced_ = true;
      } else {
        context_.errors << "mcp-workbench init: " << done.error().message << '\n';
        status_ = ExitStatus::bad_configuration;
      }
    }
  }

  void say_what_is_next() {
    context_.out << "\nTo start every server once, and see what is wrong with any: mcp-workbench doctor --config "
                 << target_.string() << '\n';
    if (was_replaced_) {
      context_.out << "Restart the clients, so that they read their files again.\n";
    } else {
      context_.out
          << "To put the workbench into these clients in place of the servers: mcp-workbench init --yes --replace\n";
    }
  }

  const config::Environment environment_ = environment_of_process;
  const InitCommand::Wishes& wishes_;
  CommandContext& context_;
  const cf::Surroundings surroundings_;
  std::vector<cf::FoundFile> found_;
  std::vector<cf::ImportedServer> imported_;
  std::filesystem::path target_;
  ExitStatus status_ = ExitStatus::ok;
  bool was_replaced_ = false;
};

}  // namespace

void InitCommand::define_options(Poco::Util::OptionSet& options) const {
  using Poco::Util::Option;
  options.addOption(
      Option("from", "f", "import this file of a client, and none that is found").argument("FILE").repeatable(true));
  options.addOption(Option("yes", "y", "ask nothing, and write the toolboxes file"));
  options.addOption(Option("dry-run", "n", "write nothing; show as a diff what would be written"));
  options.addOption(Option("replace", "r", "also put the workbench into the clients in place of what was imported"));
  options.addOption(Option("undo", "u", "restore the files of the clients as they were before"));
  options.addOption(
      Option("export", "", "print the servers of the toolboxes file as this client (codex, vscode, ...) writes them")
          .argument("CLIENT"));
  options.addOption(Option("force", "", "with --undo: also those that have changed since"));
}

void InitCommand::handle_option(const std::string& name, const std::string& value) {
  if (name == "from") wishes_.files.emplace_back(value);
  if (name == "export") wishes_.client = value;
  if (name == "yes") wishes_.needs_no_answers = true;
  if (name == "dry-run") wishes_.only_shows = true;
  if (name == "replace") wishes_.replaces = true;
  if (name == "undo") wishes_.undoes = true;
  if (name == "force") wishes_.forces = true;
}

ExitStatus InitCommand::run(CommandContext context) {
  if (!context.arguments.empty()) {
    context.errors << "mcp-workbench init: takes no arguments; name a file with --from FILE; see --help\n";
    return ExitStatus::usage;
  }
  if (wishes_.forces && !wishes_.undoes) {
    context.errors << "mcp-workbench init: --force requires --undo; see --help\n";
    return ExitStatus::usage;
  }
  Init init(wishes_, context);
  if (!wishes_.client.empty()) return init.export_servers();
  return wishes_.undoes ? init.undo() : init.run();
}

}  // namespace workbench::app
