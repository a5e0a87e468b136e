#include "process/server_command.hpp"

#include <algorithm>
#include <utility>

namespace workbench::stdio {
namespace {

bool has_zero_byte(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

/// The kernel allows no `=` in a name, and the launcher gets the names as a list with commas.
bool is_variable_name(std::string_view name) {
  return !name.empty() && name.find_first_of(std::string_view("=,*\0", 4)) == std::string_view::npos;
}

bool is_variable_pattern(std::string_view pattern) {
  if (pattern == "*") return true;
  if (!pattern.empty() && pattern.back() == '*') pattern.remove_suffix(1);
  return is_variable_name(pattern);
}

void check_environment(const ServerCommand& server, std::vector<OptionError>& errors) {
  for (const auto& [name, value] : server.env) {
    if (!is_variable_name(name)) {
      errors.push_back({"env", "has '" + name + "', which cannot be the name of an environment variable"});
    } else if (has_zero_byte(value)) {
      errors.push_back({"env", "gives '" + name + "' a value with a zero byte in it"});
    }
  }
  for (const std::string& pattern : server.inherit_env) {
    if (is_variable_pattern(pattern)) continue;
    errors.push_back({"inheritEnv", "has '" + pattern + "'; write the name of a variable, or a beginning and a '*'"});
  }
}

}  // namespace

std::vector<OptionDescription> describe_server_command() {
  return {
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
}

std::vector<OptionError> check_server_command(const Options& options) {
  const ServerCommand server = read_server_command(options);
  std::vector<OptionError> errors;
  if (server.command.empty()) errors.push_back({"command", "is empty; name the program to start"});
  if (has_zero_byte(server.command)) errors.push_back({"command", "has a zero byte in it; remove it"});
  if (has_zero_byte(server.cwd)) errors.push_back({"cwd", "has a zero byte in it; remove it"});
  if (std::any_of(server.args.begin(), server.args.end(), has_zero_byte)) {
    errors.push_back({"args", "has a zero byte in it; remove it"});
  }
  if (!server.login_shell.empty() && server.login_shell != kNoLoginShell && !server.login_shell.starts_with('/')) {
    errors.push_back({"loginShell", "is no absolute path; give that of a shell, or write \"none\""});
  }
  check_environment(server, errors);
  for (OptionError& error : ServerLimits::check(options.number_map("rlimits"))) errors.push_back(std::move(error));
  return errors;
}

ServerCommand read_server_command(const Options& options) {
  return {options.text("command"),         options.text_list("args"), options.text_map("env"),
          options.text_list("inheritEnv"), options.text("cwd"),       ServerLimits(options.number_map("rlimits")),
          options.text("loginShell")};
}

}  // namespace workbench::stdio
