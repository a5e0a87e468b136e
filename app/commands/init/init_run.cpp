#include "commands/init/init_run.hpp"

#include <Poco/URI.h>
#include <unistd.h>

#include <istream>
#include <utility>
#include <vector>

#include <workbench/valid_utf8.hpp>

#include "base/contains.hpp"
#include "base/text.hpp"
#include "check/check.hpp"
#include "client_files/proposal.hpp"
#include "commands/init/client_export.hpp"
#include "commands/init/client_replacements.hpp"
#include "commands/init/imported_files.hpp"
#include "commands/init/init_undo.hpp"
#include "commands/init/toolboxes_update.hpp"
#include "commands/install/installing.hpp"
#include "process/table.hpp"
#include "process/user_files.hpp"
#include "startup/server_doubts.hpp"

namespace workbench::app {
namespace {

namespace cf = client_files;

using PlannedFile = ToolboxesUpdate::PlannedFile;

/// The `file:` URL of the schema that is installed with the program, so that editors need no network. `root`: of the
/// tree that clients start. Empty: it is not installed.
std::string address_of_schema(const std::filesystem::path& root) {
  constexpr const char* kSchema = "share/mcp-workbench/toolboxes.schema.json";
  const std::filesystem::path file = root / kSchema;
  std::error_code failed;
  if (!std::filesystem::exists(install_prefix() / kSchema, failed)) return {};
  Poco::URI address;
  address.setScheme("file");
  address.setPath(file.string());
  return address.toString();
}

/// Files of clients are text in UTF-8, and name these paths.
Result<void> check_is_utf8(const std::vector<std::filesystem::path>& paths) {
  for (const std::filesystem::path& path : paths) {
    std::string text = path.string();
    if (!replace_invalid_utf8(text)) continue;
    return Error{ErrorKind::invalid_argument, text +
                                                  " is not UTF-8, so the files of clients cannot name it; set HOME or "
                                                  "XDG_DATA_HOME and XDG_CONFIG_HOME to folders whose names are"};
  }
  return {};
}

/// One run of `init`, step by step.
class Init {
 public:
  Init(const InitWishes& wishes, client_files::ReplacedFiles& replaced, CommandContext& context)
      : wishes_(wishes),
        replaced_(replaced),
        context_(context),
        target_(toolboxes_file_to_write(context.sources)),
        tree_(tree_of_this_program(environment_)),
        installation_(environment_),
        root_(root_for_clients(tree_, installation_)),
        imported_(surroundings_of(environment_), context.out, context.errors),
        update_(target_, wishes.forces, environment_) {}

  InitOutcome run() {
    outcome_.status = import();
    outcome_.toolboxes_file = target_;
    return std::move(outcome_);
  }

 private:
  ExitStatus import() {
    if (wishes_.replaces && !named_by_clients_) return refuse(named_by_clients_.error());
    if (!imported_.read(wishes_.files)) return ExitStatus::bad_configuration;
    if (imported_.servers().empty()) {
      context_.errors << "mcp-workbench init: no client on this machine has a server; name a file with --from FILE, or "
                         "write a toolboxes file as guide/configure.md in "
                      << (install_prefix() / "share/doc/mcp-workbench").string() << " describes\n";
      return ExitStatus::bad_configuration;
    }
    if (const auto read = update_.read(); !read) return refuse(read.error());
    std::optional<cf::Proposal> proposal = propose();
    if (!proposal) return status_;
    imported_.describe_variables(proposal->secrets);
    for (const std::string& note : proposal->notes) context_.errors << note << '\n';
    if (proposal->toolboxes.empty() && proposal->already_there == 0) {
      context_.errors << "mcp-workbench init: there is nothing to import: each server of these clients is the "
                         "workbench, or is named above\n";
      return ExitStatus::ok;
    }
    const auto planned = update_.plan(*proposal, address_of_schema(root_));
    if (!planned) return refuse(planned.error());
    return carry_out(*proposal, *planned);
  }

  /// The plugins say what an entry may have; a process has them once at a time. Absent: status_ says what is wrong.
  std::optional<cf::Proposal> propose() {
    Startup startup = startup_with_target();
    status_ = startup.load_plugins();
    if (status_ != ExitStatus::ok) return std::nullopt;
    return cf::propose(imported_.servers(), is_workbench, environment_, update_.known(),
                       cf::check_by_reader(target_, startup.vocabulary(), environment_));
  }

  ExitStatus refuse(const Error& error) {
    context_.errors << "mcp-workbench init: " << error.message << '\n';
    return ExitStatus::bad_configuration;
  }

  ExitStatus carry_out(const cf::Proposal& proposal, const std::vector<PlannedFile>& planned) {
    show(planned, proposal);
    if (wishes_.only_shows) {
      if (tree_.kind == TreeKind::transient) {
        context_.out << "\nThe program would be copied, because " << tree_.root
                     << " may be removed at any time; clients start " << command_for_clients() << '\n';
      }
      show_replacements(proposal);
      return ExitStatus::ok;
    }
    if (!planned.empty() && !may("Write " + target_.string() + "?", wishes_.needs_no_answers)) return status_;
    if (tree_.kind == TreeKind::transient && !copy_program()) return ExitStatus::bad_configuration;
    if (!write(planned)) return ExitStatus::output_failed;
    const ExitStatus checked = check_result();
    if (checked != ExitStatus::ok) return leave_clients_alone(checked, planned);
    outcome_.is_usable = true;
    replace(proposal);
    show_large_toolboxes(proposal);
    return status_;
  }

  /// What clients start must not depend on a cache.
  bool copy_program() {
    context_.out << tree_.root
                 << " may be removed at any time, so the program is copied, and clients start the copy:\n";
    return install_tree(installation_, tree_, {.command = "init", .keeps_newer = true}, context_).has_value();
  }

  // The toolboxes file.

  void show(const std::vector<PlannedFile>& files, const cf::Proposal& proposal) {
    context_.out << '\n';
    for (const PlannedFile& file : files) ToolboxesUpdate::show(file, proposal.secrets, context_.out);
    if (proposal.already_there != 0) {
      context_.out << target_.string() << ": has " << proposal.already_there << " of these servers already\n";
    }
    for (const PlannedFile& file : files) {
      if (file.file != target_ || !file.before) continue;
      const std::vector<std::string> lost = update_.lost_with(file.after);
      if (lost.empty()) continue;
      context_.out << target_.string() << ": will be replaced, without " << counted(lost.size(), "server")
                   << " that it has now: " << base::listed(lost) << '\n';
    }
  }

  /// Whether a person sees a question and can answer it.
  [[nodiscard]] bool can_ask() const { return ::isatty(STDIN_FILENO) != 0 && context_.out.is_terminal(); }

  /// Asks, unless an option has granted it. False: the answer is no, or there is no terminal, which is a usage error.
  bool may(const std::string& question, bool is_granted) {
    if (is_granted) return true;
    if (!can_ask()) {
      context_.errors
          << "mcp-workbench init: cannot ask for confirmation, because standard input or output is not a terminal; add "
             "--yes to write these files, or --dry-run to see them only\n";
      status_ = ExitStatus::usage;
      return false;
    }
    context_.out << question << " [y/N] " << std::flush;
    std::string answer;
    std::getline(context_.in, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
  }

  bool write(const std::vector<PlannedFile>& files) {
    constexpr int kPrivate = 0600;
    for (const PlannedFile& file : files) {
      const bool is_private = !file.before || file.kind == cf::FileKind::variables;
      const auto written = replaced_.replace(file.file, file.before, file.after, file.kind, is_private ? kPrivate : 0);
      if (!written) {
        context_.errors << "mcp-workbench init: " << written.error().message << '\n';
        (void)take_back(replaced_, context_);
        return false;
      }
      context_.out << file.file.string() << ": written\n";
    }
    return true;
  }

  /// The program that clients are to start.
  [[nodiscard]] std::filesystem::path command_for_clients() const { return root_ / "bin/mcp-workbench"; }

  [[nodiscard]] Startup startup_with_target() {
    Sources sources = context_.sources;
    sources.definitions["workbench.toolboxes"] = target_.string();
    return Startup(std::move(sources), context_.errors);
  }

  ExitStatus check_result() {
    Startup startup = startup_with_target();
    return check(startup, false, context_.out, context_.errors);
  }

  /// Restores a toolboxes file that existed before, so that the clients that use it are not disturbed.
  ExitStatus leave_clients_alone(ExitStatus status, const std::vector<PlannedFile>& planned) {
    const bool was_there = !planned.empty() && planned.back().file == target_ && planned.back().before;
    if (was_there && take_back(replaced_, context_)) {
      context_.errors << "mcp-workbench init: " << target_.string()
                      << " stays as it was, because of these errors; correct them, and run init again\n";
    } else {
      context_.errors << "mcp-workbench init: correct these errors; the clients' files stay as they are until then\n";
    }
    return status;
  }

  // The workbench in place of the imported servers.

  [[nodiscard]] ClientReplacements replacements(const cf::Proposal& proposal) {
    return {imported_.files(),
            imported_.servers(),
            {command_for_clients().string(), target_, proposal.carried, surroundings_of(environment_)},
            context_};
  }

  void show_replacements(const cf::Proposal& proposal) {
    if (!named_by_clients_) return;
    const ClientReplacements replacements = this->replacements(proposal);
    for (const ClientReplacements::Replacement& one : replacements.all()) {
      if (wishes_.replaces) {
        replacements.show(one, proposal.secrets);
      } else {
        context_.out << "\nWith --replace, " << one.found->file.string()
                     << " gets the workbench in place of these servers.\n";
      }
    }
  }

  void replace(const cf::Proposal& proposal) {
    if (wishes_.needs_no_answers && !wishes_.replaces) return;
    if (!wishes_.replaces && !can_ask()) return;
    if (!named_by_clients_) {
      status_ = refuse(named_by_clients_.error());
      return;
    }
    const ClientReplacements replacements = this->replacements(proposal);
    for (const ClientReplacements::Replacement& one : replacements.all()) {
      replacements.show(one, proposal.secrets);
      const std::string file = one.found->file.string();
      if (!may("Put the workbench into " + file + " in place of these servers?", wishes_.replaces)) continue;
      if (replacements.carry_out(one, replaced_)) {
        record_changed(*one.found);
      } else {
        status_ = ExitStatus::bad_configuration;
      }
    }
  }

  void record_changed(const cf::FoundFile& found) {
    for (const cf::ServerGroup& group : found.groups) {
      const std::string title(group.client->title);
      if (!base::contains(outcome_.changed_clients, title)) outcome_.changed_clients.push_back(title);
    }
  }

  void show_large_toolboxes(const cf::Proposal& proposal) {
    for (const cf::ProposedToolbox& toolbox : proposal.toolboxes) {
      if (toolbox.servers.size() == 1) continue;
      context_.out << "\nOpening the toolbox " << toolbox.name << " shows the agent the tools of all its servers, "
                   << toolbox.servers.size() << " of them from here; move those that are not used together into "
                   << "toolboxes of their own.\n";
    }
  }

  const config::Environment environment_ = environment_of_process;
  const InitWishes& wishes_;
  cf::ReplacedFiles& replaced_;
  CommandContext& context_;
  const std::filesystem::path target_;
  const InstallationTree tree_;
  const UserInstallation installation_;
  const std::filesystem::path root_;  // of the tree that clients start
  const Result<void> named_by_clients_ = check_is_utf8({command_for_clients(), target_});
  ImportedFiles imported_;
  ToolboxesUpdate update_;
  ExitStatus status_ = ExitStatus::ok;
  InitOutcome outcome_;
};

}  // namespace

InitOutcome run_init(const InitWishes& wishes, cf::ReplacedFiles& replaced, CommandContext& context) {
  return Init(wishes, replaced, context).run();
}

}  // namespace workbench::app
