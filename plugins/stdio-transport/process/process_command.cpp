#include "process/process_command.hpp"

#include <algorithm>
#include <utility>

#include "containers/contained_command.hpp"
#include "process/server_limits.hpp"

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

void check_environment(const ProcessCommand& server, std::vector<OptionError>& errors) {
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

std::vector<OptionError> check_command(const ProcessCommand& server) {
  std::vector<OptionError> errors;
  if (server.command.empty()) errors.push_back({"command", "is empty; name the program to start"});
  if (has_zero_byte(server.command)) errors.push_back({"command", "has a zero byte in it; remove it"});
  if (has_zero_byte(server.cwd)) errors.push_back({"cwd", "has a zero byte in it; remove it"});
  if (std::any_of(server.args.begin(), server.args.end(), has_zero_byte)) {
    errors.push_back({"args", "has a zero byte in it; remove it"});
  }
  if (!server.login_shell.empty() && server.login_shell != kNoLoginShell && !server.login_shell.starts_with('/')) {
    errors.push_back({"loginShell", "is not an absolute path; give the path of a shell, or write \"none\""});
  }
  check_environment(server, errors);
  for (OptionError& error : check_container(server)) errors.push_back(std::move(error));
  for (OptionError& error : ServerLimits::check(server.rlimits)) errors.push_back(std::move(error));
  return errors;
}

}  // namespace workbench::stdio
