#include "commands/init.hpp"

#include <Poco/URI.h>
#include <Poco/Util/Option.h>
#include <unistd.h>

#include <istream>
#include <iterator>
#include <utility>

#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "check.hpp"
#include "client_files/diff.hpp"
#include "client_files/discovery.hpp"
#include "client_files/findings.hpp"
#include "client_files/proposal.hpp"
#include "client_files/replaced_files.hpp"
#include "commands/client_export.hpp"
#include "commands/client_replacements.hpp"
#include "server_doubts.hpp"
#include "user_files.hpp"

namespace workbench::app {
namespace {

namespace cf = client_files;

std::string program_of_this_process() {
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed).string();
}

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
      : wishes_(wishes),
        context_(context),
        surroundings_(surroundings_of(environment_)),
        target_(toolboxes_file_to_write(context.sources)) {}

  ExitStatus undo() {
    cf::ReplacedFiles replaced = replaced_files();
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
  [[nodiscard]] cf::ReplacedFiles replaced_files() const {
    return cf::ReplacedFiles(state_folder_of_user(environment_) / "replaced");
  }

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

  std::vector<PlannedFile> plan(const cf::Proposal& proposal) {
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
      context_.out << Lines{cf::unified_diff(before, after, file.file.string(), !file.exists)};
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

  [[nodiscard]] ClientReplacements replacements() {
    return {found_, imported_, {program_of_this_process(), {"--join", "--config", target_.string()}}, context_};
  }

  void show_replacements(const cf::Secrets& secrets) {
    ClientReplacements replacements = this->replacements();
    for (const ClientReplacements::Replacement& one : replacements.all()) {
      if (wishes_.replaces) {
        replacements.show(one, secrets);
      } else {
        context_.out << "\nWith --replace, " << one.found->file.string()
                     << " gets the workbench in place of these servers.\n";
      }
    }
  }

  void replace(const cf::Secrets& secrets) {
    if (wishes_.needs_no_answers && !wishes_.replaces) return;
    if (!wishes_.replaces && ::isatty(STDIN_FILENO) == 0) return;
    ClientReplacements replacements = this->replacements();
    cf::ReplacedFiles replaced = replaced_files();
    for (const ClientReplacements::Replacement& one : replacements.all()) {
      replacements.show(one, secrets);
      const std::string file = one.found->file.string();
      if (!may("Put the workbench into " + file + " in place of these servers?", wishes_.replaces)) continue;
      if (replacements.carry_out(one, replaced)) {
        was_replaced_ = true;
      } else {
        status_ = ExitStatus::bad_configuration;
      }
    }
  }

  void say_what_is_next() {
    context_.out << "\nTo start every server once, and see what is wrong with any: mcp-workbench doctor --config "
                 << base::shell_word(target_.string()) << '\n';
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
  const std::filesystem::path target_;
  std::vector<cf::FoundFile> found_;
  std::vector<cf::ImportedServer> imported_;
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
  if (!wishes_.client.empty()) return export_to_client(wishes_.client, context);
  Init init(wishes_, context);
  return wishes_.undoes ? init.undo() : init.run();
}

}  // namespace workbench::app
