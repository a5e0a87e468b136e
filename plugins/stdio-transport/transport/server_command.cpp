#include "transport/server_command.hpp"

#include <string_view>
#include <utility>

namespace workbench::stdio {
namespace {

Error wrong(std::string message) {
  return {ErrorKind::invalid_argument, std::move(message)};
}

bool has_zero_byte(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

/// The kernel wants no `=` in a name, and our launcher takes the names as a list.
bool is_variable_name(std::string_view name) {
  return !name.empty() && name.find_first_of(std::string_view("=,*\0", 4)) == std::string_view::npos;
}

bool is_variable_pattern(std::string_view pattern) {
  if (pattern == "*") return true;
  if (!pattern.empty() && pattern.back() == '*') pattern.remove_suffix(1);
  return is_variable_name(pattern);
}

Result<void> check_environment(const ServerCommand& server) {
  for (const auto& [name, value] : server.env) {
    if (!is_variable_name(name)) {
      return wrong("\"env\" has '" + name + "', which cannot be the name of an environment variable");
    }
    if (has_zero_byte(value)) return wrong("\"env\" gives '" + name + "' a value with a zero byte in it");
  }
  for (const std::string& pattern : server.inherit_env) {
    if (!is_variable_pattern(pattern)) {
      return wrong("\"inheritEnv\" has '" + pattern + "'; write the name of a variable, or a beginning and a '*'");
    }
  }
  return {};
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
       "by default only harmless ones are."},
  };
}

Result<ServerCommand> read_server_command(const Options& options) {
  ServerCommand server{options.text("command"), options.text_list("args"), options.text_map("env"),
                       options.text_list("inheritEnv"), options.text("cwd")};
  if (server.command.empty()) return wrong("\"command\" is empty; name the program to start");
  if (has_zero_byte(server.command)) return wrong("\"command\" has a zero byte in it");
  if (has_zero_byte(server.cwd)) return wrong("\"cwd\" has a zero byte in it");
  for (const std::string& argument : server.args) {
    if (has_zero_byte(argument)) return wrong("\"args\" has a zero byte in it");
  }
  const Result<void> environment = check_environment(server);
  if (!environment) return environment.error();
  return server;
}

}  // namespace workbench::stdio
