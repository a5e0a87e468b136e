#include "commands/commands.hpp"

#include <Poco/Util/Option.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "consent/effects.hpp"
#include "consent/toolboxes_choice.hpp"
#include "process/log.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

/// `trust`: lets a toolboxes file be used where it is found, after a person has seen what it would run.
class TrustCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  bool lists_ = false;
  bool revokes_ = false;
};

/// The file that the command line names: the file itself, or the one in a folder.
std::filesystem::path file_meant(const std::vector<std::string>& arguments) {
  std::filesystem::path file = arguments.empty() ? "." : arguments.front();
  std::error_code failed;
  if (std::filesystem::is_directory(file, failed)) file /= kLocalToolboxesFile;
  return location_of(file);
}

ExitStatus list(const TrustedFiles& store, CommandContext& context) {
  const auto all = store.load();
  if (!all) {
    context.errors << "mcp-workbench trust: " << all.error().message << '\n';
    return ExitStatus::bad_configuration;
  }
  if (all->empty()) context.out << "No toolboxes file is allowed to be used where it is found.\n";
  for (const TrustedFile& trusted : *all) {
    const auto objection = objection_to(trusted.file, environment_of_process);
    context.out << trusted.file << ": " << (objection ? "no longer used: " + *objection : "allowed") << '\n';
  }
  return ExitStatus::ok;
}

ExitStatus revoke(const TrustedFiles& store, const std::filesystem::path& file, CommandContext& context) {
  const auto removed = store.remove(file);
  if (!removed) {
    context.errors << "mcp-workbench trust: " << removed.error().message << '\n';
    return ExitStatus::bad_configuration;
  }
  context.out << file << std::string_view(*removed ? ": no longer allowed" : ": was not allowed") << '\n';
  return ExitStatus::ok;
}

/// The files that were read for a toolboxes file that is not allowed yet.
struct Review {
  std::vector<ShownFile> files;
  std::vector<SeenFile> seen;
};

/// Reads everything that would be read to use the file, and starts nothing. Errors have been written.
Result<Review> review(const std::filesystem::path& file, CommandContext& context) {
  Startup startup(context.sources, context.errors);
  if (startup.load_plugins() != ExitStatus::ok) return Error{ErrorKind::unavailable, ""};
  Review review;
  FileGuard guard(FileRight::reviewed, file);
  const auto read = [&](const std::filesystem::path& one, std::size_t max_bytes) {
    auto text = guard.read(one, max_bytes);
    const auto is_it = [&](const ShownFile& other) { return other.path == one; };
    const bool is_new = std::none_of(review.files.begin(), review.files.end(), is_it);
    if (text && is_new) review.files.push_back({one, *text});
    return text;
  };
  const config::ConfigReading reading = config::read_config(file, startup.vocabulary(), environment_of_process, read);
  review.seen = guard.seen();
  for (const config::Finding& finding : reading.findings) context.errors << finding.text << '\n';
  if (!reading.config || !guard.refusals().empty()) return Error{ErrorKind::invalid_argument, ""};
  return review;
}

/// Whether a person agrees. Anything but yes is no.
bool may(const std::string& question, Output& out) {
  out << question << " [y/N] " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes" || answer == "Yes";
}

ExitStatus ask(const TrustedFiles& store, const std::filesystem::path& file, CommandContext& context) {
  const auto reviewed = review(file, context);
  if (!reviewed) return ExitStatus::bad_configuration;
  const bool is_seen = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
  context.out << file << " would do this:\n\n"
              << Lines{effects_text(reviewed->files, is_seen ? Values::shown : Values::hidden)}
              << "\nRelative paths begin at the folder in which a client works. The workbench does not know what the "
                 "programs do.\n";
  if (!is_seen) {
    context.errors << "mcp-workbench trust: asks on a terminal, and there is none; in a script, name the file with "
                      "--config FILE instead\n";
    return ExitStatus::usage;
  }
  if (!may("Use this file from now on, until it or a file that it reads changes?", context.out)) {
    context.out << "It is not allowed; nothing was changed.\n";
    return ExitStatus::ok;
  }
  if (const auto added = store.add({file, reviewed->seen}); !added) {
    context.errors << "mcp-workbench trust: " << added.error().message << '\n';
    return ExitStatus::bad_configuration;
  }
  context.out << "It is used in " << file.parent_path() << " if no other file is named.\n";
  return ExitStatus::ok;
}

}  // namespace

Command::Description TrustCommand::description() const {
  return {"trust", "[FILE]", "Show what a found toolboxes file would run, and ask whether to allow it"};
}

void TrustCommand::define_options(Poco::Util::OptionSet& options) const {
  using Poco::Util::Option;
  options.addOption(Option("list", "l", "show which files are allowed, and whether they have changed since"));
  options.addOption(Option("revoke", "r", "no longer allow the file"));
}

void TrustCommand::handle_option(const std::string& name, const std::string&) {
  if (name == "list") lists_ = true;
  if (name == "revoke") revokes_ = true;
}

ExitStatus TrustCommand::run(CommandContext context) {
  if (context.arguments.size() > 1 || (lists_ && revokes_) || (lists_ && !context.arguments.empty())) {
    context.errors << "mcp-workbench trust: name one file or folder, or none for ./" << kLocalToolboxesFile
                   << "; --list takes none; see --help\n";
    return ExitStatus::usage;
  }
  const TrustedFiles store(environment_of_process);
  if (lists_) return list(store, context);
  const std::filesystem::path file = file_meant(context.arguments);
  if (revokes_) return revoke(store, file, context);
  if (file.filename() != kLocalToolboxesFile) {
    context.errors << "mcp-workbench trust: " << file << ": only files named " << kLocalToolboxesFile
                   << " are looked for; name any other with --config FILE\n";
    return ExitStatus::usage;
  }
  if (file == location_of(toolboxes_file_of_user(environment_of_process))) {
    context.out << file << " is your own file, which is used without this.\n";
    return ExitStatus::ok;
  }
  return ask(store, file, context);
}

std::unique_ptr<Command> make_trust_command() {
  return std::make_unique<TrustCommand>();
}

}  // namespace workbench::app
