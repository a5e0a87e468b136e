#include "process/server_launcher.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include "containers/container_confinement.hpp"
#include "process/process_command.hpp"
#include "process/server_process.hpp"
#include "process/standard_pipes.hpp"

namespace workbench::stdio {

ServerLauncher::ServerLauncher(Host& host, LauncherFile launcher, std::chrono::milliseconds shell_limit)
    : host_(host),
      launcher_(std::move(launcher)),
      ended_(host.loop()),
      shells_(host, launcher_, ended_, shell_limit),
      engines_(host, *this) {
  ended_.on_killed([this] { engines_.sweep_again(); });
}

void ServerLauncher::sweep(const ProcessCommand& command) {
  if (const auto container = contained_command(command, {}, {})) engines_.sweep(*container);
}

std::vector<OptionError> ServerLauncher::check(const ProcessCommand& command) const {
  return check_command(command);
}

Result<LaunchedProcess> ServerLauncher::launch(ProcessCommand command, std::string source, ProcessObserver& observer) {
  return launch(std::move(command), SandboxSettings(), std::move(source), observer);
}

Result<LaunchedProcess> ServerLauncher::launch(ProcessCommand command, SandboxSettings sandbox, std::string source,
                                               ProcessObserver& observer) {
  if (const auto errors = check(command); !errors.empty()) {
    return Error{ErrorKind::invalid_argument, "\"" + errors.front().option + "\" " + errors.front().message};
  }
  if (is_confined_as_container(command, sandbox)) {
    command = confined_container(std::move(command), sandbox);
    sandbox = {};
  }
  auto pipes = StandardPipes::make();
  if (!pipes) return pipes.error().within("cannot start the launcher '" + launcher_.path() + "'");
  LaunchedProcess launched{nullptr, std::move(pipes->input), std::move(pipes->output)};
  auto process =
      std::make_unique<ServerProcess>(LaunchContext{host_, launcher_, ended_, shells_, engines_}, std::move(command),
                                      std::move(sandbox), std::move(source), std::move(pipes).value(), observer);
  if (const Result<void> started = process->start(); !started) return started.error();
  launched.handle = std::move(process);
  return launched;
}

std::string find_launcher() {
  static const char inside_this_plugin = 0;
  Dl_info plugin{};
  if (::dladdr(&inside_this_plugin, &plugin) == 0) throw std::runtime_error("cannot find the file of this plugin");
  const std::filesystem::path file = std::filesystem::canonical(plugin.dli_fname);
  return file.parent_path().parent_path() / "launcher";
}

}  // namespace workbench::stdio
