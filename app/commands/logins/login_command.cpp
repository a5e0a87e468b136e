#include "commands/commands.hpp"

#include <Poco/Util/Option.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "commands/logins/login_dialogue.hpp"
#include "commands/servers/configured_servers.hpp"
#include "process/log.hpp"
#include "process/table.hpp"
#include "servers/login_text.hpp"

namespace workbench::app {
namespace {

/// `login`: logs in to a server, or without one lists all logins.
class LoginCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  std::vector<std::string> scopes_;
  std::string principal_;  ///< empty: the user who runs the workbench
  bool opens_browser_ = true;
};

/// `logout`: ends the login to a server.
class LogoutCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  std::string principal_;
};

using Poco::Util::Option;

Option principal_option() {
  return Option("principal", "",
                "use the login of this principal, a name in the tokens file; default: the user of the workbench")
      .argument("NAME");
}

std::string name_of(const servers::Server& server) {
  return server.toolbox() + "/" + server.name();
}

/// The servers of a command about logins, and its messages about them.
class Logins {
 public:
  Logins(std::string command, CommandContext& context) : command_(std::move(command)), context_(context) {}

  [[nodiscard]] ExitStatus prepare(const std::string& principal) {
    return servers_.prepare(context_.sources, Inspection::Catalogs::of_this_run, context_.errors, principal);
  }

  [[nodiscard]] ExitStatus fail(ExitStatus status, const std::string& message) const {
    context_.errors << "mcp-workbench " << command_ << ": " << message << '\n';
    return status;
  }

  /// The one server that the argument names, as TOOLBOX/SERVER or SERVER. Null: there is none, which was reported.
  [[nodiscard]] servers::Server* find(const std::string& argument) {
    std::vector<Inspection::Inspected> found;
    for (const auto& toolbox : servers_.inspection().toolboxes()) {
      for (const Inspection::Inspected& one : toolbox.servers) {
        if (one.entry->name == argument) found.push_back(one);
      }
    }
    if (found.empty() && argument.find('/') != std::string::npos) {
      const auto toolboxes = servers_.find(argument);
      if (!toolboxes) return complain(toolboxes.error().message);
      found = toolboxes->front().servers;
    }
    if (found.size() != 1) {
      return complain((found.empty() ? "there is no server \"" : "there are several servers \"") + argument +
                      "\"; name one as TOOLBOX/SERVER");
    }
    if (found.front().entry->unusable) return complain(*found.front().entry->unusable);
    return found.front().server;
  }

  [[nodiscard]] ExitStatus fail_without_logins(const servers::Server& server) const {
    return fail(ExitStatus::usage,
                name_of(server) + " has no logins; what it needs is in its entry, in \"env\" for example");
  }

  /// The end of a sentence that begins with the server: "logged in at ..., for SCOPES". Empty: there is none.
  [[nodiscard]] static std::string described(const LoginState& login) {
    std::string text = servers::login_text(login, std::chrono::system_clock::now());
    if (text.empty() || login.scopes.empty()) return text;
    text += "; scopes: ";
    for (const std::string& scope : login.scopes) text += (&scope == &login.scopes.front() ? "" : " ") + scope;
    return text;
  }

  [[nodiscard]] ConfiguredServers& servers() { return servers_; }
  [[nodiscard]] event_loop::Loop& loop() { return servers_.startup().host().loop(); }

 private:
  servers::Server* complain(const std::string& message) const {
    static_cast<void>(fail(ExitStatus::usage, message));
    return nullptr;
  }

  const std::string command_;
  CommandContext& context_;
  ConfiguredServers servers_;
};

ExitStatus show_logins(Logins& logins, CommandContext& context) {
  const std::vector<servers::Server*> all = servers_of(logins.servers().inspection().toolboxes());
  logins.servers().inspection().look_up_logins(all);
  Table table;
  bool is_any_known = false;
  ExitStatus status = ExitStatus::ok;
  for (const servers::Server* const server : all) {
    const auto& login = server->login().latest();
    if (!login) continue;
    if (!*login) {
      status = logins.fail(ExitStatus::server_unreachable, name_of(*server) + ": " + login->error().message);
      continue;
    }
    const std::string text = Logins::described(**login);
    if (text.empty()) continue;
    table.add({name_of(*server), text});
    is_any_known = true;
  }
  if (is_any_known) {
    context.out << Lines{table.text(terminal_width(STDOUT_FILENO))};
  } else {
    context.out << "There is no login, and no server is known to need one.\n";
  }
  return status;
}

ExitStatus exit_status_of(const Error& error) {
  return error.kind == ErrorKind::invalid_argument ? ExitStatus::bad_configuration : ExitStatus::server_unreachable;
}

}  // namespace

// --- login -----------------------------------------------------------------------------------------------------------

Command::Description LoginCommand::description() const {
  return {"login", "[TOOLBOX/SERVER]", "Log in to a server in the browser, or list all logins"};
}

void LoginCommand::define_options(Poco::Util::OptionSet& options) const {
  options.addOption(
      Option("scope", "s", "also ask for this scope; may be repeated").argument("SCOPE").repeatable(true));
  options.addOption(principal_option());
  options.addOption(Option("no-browser", "", "only show the address, and open no browser"));
}

void LoginCommand::handle_option(const std::string& name, const std::string& value) {
  if (name == "scope") scopes_.push_back(value);
  if (name == "principal") principal_ = value;
  if (name == "no-browser") opens_browser_ = false;
}

ExitStatus LoginCommand::run(CommandContext context) {
  Logins logins("login", context);
  if (context.arguments.size() > 1) {
    return logins.fail(ExitStatus::usage, "names one server, or none to show all logins; see --help");
  }
  if (const ExitStatus status = logins.prepare(principal_); status != ExitStatus::ok) return status;
  if (context.arguments.empty()) return show_logins(logins, context);
  servers::Server* const server = logins.find(context.arguments.front());
  if (server == nullptr) return ExitStatus::usage;
  LoginDialogue dialogue(logins.loop(), *server, context.out, context.errors);
  const auto outcome = dialogue.run({std::move(scopes_), opens_browser_});
  if (!outcome && dialogue.was_interrupted()) return logins.fail(ExitStatus::interrupted, "abandoned");
  if (!outcome) return logins.fail_without_logins(*server);
  if (!*outcome && outcome->error().kind == ErrorKind::cancelled) {
    return logins.fail(ExitStatus::server_unreachable, "the login was refused: " + outcome->error().message);
  }
  if (!*outcome) return logins.fail(exit_status_of(outcome->error()), outcome->error().message);
  logins.servers().inspection().look_up_logins({server});
  const auto& login = server->login().latest();
  const std::string text = login && *login ? Logins::described(**login) : std::string();
  context.out << name_of(*server) << ": " << (text.empty() ? "logged in" : text) << '\n';
  return ExitStatus::ok;
}

// --- logout ----------------------------------------------------------------------------------------------------------

Command::Description LogoutCommand::description() const {
  return {"logout", "TOOLBOX/SERVER", "Log out of a server: revoke its tokens, and delete them"};
}

void LogoutCommand::define_options(Poco::Util::OptionSet& options) const {
  options.addOption(principal_option());
}

void LogoutCommand::handle_option(const std::string& name, const std::string& value) {
  if (name == "principal") principal_ = value;
}

ExitStatus LogoutCommand::run(CommandContext context) {
  Logins logins("logout", context);
  if (context.arguments.size() != 1) return logins.fail(ExitStatus::usage, "name the server as TOOLBOX/SERVER");
  if (const ExitStatus status = logins.prepare(principal_); status != ExitStatus::ok) return status;
  servers::Server* const server = logins.find(context.arguments.front());
  if (server == nullptr) return ExitStatus::usage;
  std::optional<Result<void>> outcome;
  const auto ending = server->login().end([&](Result<void> ended) {
    outcome = std::move(ended);
    logins.loop().stop();
  });
  if (ending == nullptr) return logins.fail_without_logins(*server);
  logins.loop().run();
  if (*outcome) {
    context.out << name_of(*server)
                << ": logged out; its tokens were revoked where the authorization server supports it\n";
    return ExitStatus::ok;
  }
  if (outcome->error().kind == ErrorKind::not_found) {
    return logins.fail(ExitStatus::usage, "there is no login to " + name_of(*server));
  }
  return logins.fail(ExitStatus::server_unreachable,
                     name_of(*server) + ": the login was deleted here, but not revoked: " + outcome->error().message);
}

std::unique_ptr<Command> make_login_command() {
  return std::make_unique<LoginCommand>();
}

std::unique_ptr<Command> make_logout_command() {
  return std::make_unique<LogoutCommand>();
}

}  // namespace workbench::app
