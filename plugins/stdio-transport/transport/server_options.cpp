#include "transport/server_options.hpp"

#include <utility>

#include "containers/container_confinement.hpp"
#include "process/process_command.hpp"
#include "sandbox/sandbox_settings.hpp"

namespace workbench::stdio {

std::vector<OptionDescription> describe_server_options() {
  std::vector<OptionDescription> options = {
      {"command", OptionType::text, true, "The program to start: a path, or a name that is looked up on PATH."},
      {"args", OptionType::text_list, false, "Its arguments; none by default."},
      {"env", OptionType::text_map, false, "Environment variables to set for it, secrets among them."},
      {"cwd", OptionType::text, false, "The directory to start it in; the workbench's own by default."},
      {"inheritEnv", OptionType::text_list, false,
       "Names of further variables of the workbench's environment to pass on, for example AWS_PROFILE or AWS_*; "
       "by default only harmless ones are.",
       true},
      {"rlimits", OptionType::number_map, false,
       "What its processes may use at most: memoryBytes, processes, cpuSeconds, files, fileBytes; by default what the "
       "workbench itself may."},
      {"loginShell", OptionType::text, false,
       "The shell whose PATH is searched for a command that is not on PATH: its path, or none; by default the user's "
       "login shell."},
  };
  for (OptionDescription& option : describe_sandbox_options()) options.push_back(std::move(option));
  return options;
}

std::vector<OptionError> check_server_options(const Options& options) {
  std::vector<OptionError> errors = check_command(read_server_options(options));
  const SandboxSettings sandbox = read_sandbox(options);
  for (OptionError& error : check_sandbox(sandbox)) errors.push_back(std::move(error));
  for (OptionError& error : check_container_sandbox(read_server_options(options), sandbox)) {
    errors.push_back(std::move(error));
  }
  return errors;
}

ProcessCommand read_server_options(const Options& options) {
  return {.command = options.text("command"),
          .args = options.text_list("args"),
          .env = options.text_map("env"),
          .inherit_env = options.text_list("inheritEnv"),
          .cwd = options.text("cwd"),
          .rlimits = options.number_map("rlimits"),
          .login_shell = options.text("loginShell")};
}

}  // namespace workbench::stdio
