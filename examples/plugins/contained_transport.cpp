// The transport `contained` starts each MCP server in a sandbox of its own, which bubblewrap (`bwrap`) makes of Linux
// namespaces. The server sees the programs of the system and the folders that its entry names, no network unless the
// entry says so, and no other process; it cannot gain privileges. Where a sandbox cannot be made, it does not start.
//
// Its processes are started and ended by the ProcessLauncher of the plugin stdio-transport.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <workbench/plugin.hpp>
#include <workbench/process_launcher.hpp>

#include "process_connection.hpp"

namespace {

using namespace workbench;

/// The command line of bwrap. A later mount hides earlier ones at the same place.
Options::TextList sandbox_arguments(const Options& server) {
  Options::TextList arguments{"--unshare-all", "--cap-drop", "ALL",   "--new-session", "--die-with-parent",
                              "--proc",        "/proc",      "--dev", "/dev",          "--tmpfs",
                              "/tmp"};
  const auto show = [&](const char* how, const std::string& folder) {
    arguments.insert(arguments.end(), {how, folder, folder});
  };
  for (const char* folder : {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/opt"}) show("--ro-bind-try", folder);
  if (server.flag("network", false)) {
    arguments.emplace_back("--share-net");
    show("--ro-bind-try", "/run/systemd/resolve");  // where /etc/resolv.conf often leads
  }
  for (const std::string& folder : server.text_list("readable")) show("--ro-bind", folder);
  for (const std::string& folder : server.text_list("writable")) show("--bind", folder);
  arguments.insert(arguments.end(), {"--", server.text("command")});
  for (std::string& argument : server.text_list("args")) arguments.push_back(std::move(argument));
  return arguments;
}

ProcessCommand command_of(const Options& server) {
  return {.command = "bwrap",
          .args = sandbox_arguments(server),
          .env = server.text_map("env"),
          .rlimits = server.number_map("rlimits")};
}

/// Remedies for the messages of bwrap. The last row is for everything else.
struct Remedy {
  std::string_view words;
  const char* advice;
};
constexpr std::array<Remedy, 3> kRemedies{{
    {"execvp ", R"(cannot start "command" in its sandbox: give a program in /usr, /opt or a folder of "readable")"},
    {"source path ", R"(cannot make the sandbox: a folder of "readable" or "writable" does not exist)"},
    {"",
     "cannot make the sandbox, so the server was not started: let this user make namespaces (`sysctl "
     "user.max_user_namespaces`; in a container, by its seccomp and AppArmor profiles), or use the transport stdio, "
     "which does not contain the server"},
}};

/// Why the process has ended, with the remedy if the sandbox is the cause.
Error explain(const ProcessEnd& end, std::string_view last_words) {
  if (end.how == ProcessEnd::How::not_started) {
    return {end.reason.kind,
            "cannot make the sandbox, so the server was not started: install the package bubblewrap (" +
                end.reason.message + ")"};
  }
  if (!last_words.starts_with("bwrap:")) return end.reason;
  const auto fits = [&](const Remedy& remedy) { return last_words.find(remedy.words) != std::string_view::npos; };
  return {end.reason.kind, std::find_if(kRemedies.begin(), kRemedies.end(), fits)->advice};
}

class ContainedTransport final : public Transport {
 public:
  /// Both must outlive it and its connections.
  ContainedTransport(Host& host, ProcessLauncher& launcher) : host_(host), launcher_(launcher) {}

  Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override {
    return std::unique_ptr<Connection>(std::make_unique<contained::ProcessConnection>(
        host_, launcher_, command_of(server.options), server.toolbox + "/" + server.name, explain));
  }

 private:
  Host& host_;
  ProcessLauncher& launcher_;
};

Result<std::unique_ptr<Transport>> make_transport(Host& host) {
  auto* const launcher = host.extension<ProcessLauncher>();
  if (launcher == nullptr) {
    return Error{ErrorKind::unavailable,
                 "no plugin provides the process launcher: add stdio-transport to plugins.load"};
  }
  return std::unique_ptr<Transport>(std::make_unique<ContainedTransport>(host, *launcher));
}

std::vector<OptionError> check(const Options& server, Host& host) {
  std::vector<OptionError> errors;
  if (auto* const launcher = host.extension<ProcessLauncher>()) errors = launcher->check(command_of(server));
  for (const char* option : {"readable", "writable"}) {
    for (const std::string& folder : server.text_list(option)) {
      if (!folder.starts_with('/')) errors.push_back({option, "has a relative path; give absolute ones"});
    }
  }
  return errors;
}

void register_plugin(Registrar& registrar) {
  registrar.add_transport(
      "contained",
      {.server_options = {{"command", OptionType::text, true, "The program to start in the sandbox."},
                          {"args", OptionType::text_list, false, "Its arguments; none by default."},
                          {"env", OptionType::text_map, false, "Variables to set for it, secrets among them."},
                          {"readable", OptionType::text_list, false, "Folders that it may read; none by default."},
                          {"writable", OptionType::text_list, false, "Folders that it may change; none by default."},
                          {"network", OptionType::flag, false, "Whether it may use the network; false by default."},
                          {"rlimits", OptionType::number_map, false, "What it may use at most, as over stdio."}},
       .check = check,
       .make = make_transport});
}

}  // namespace

WORKBENCH_PLUGIN("contained-transport", "0.1.0", register_plugin);
