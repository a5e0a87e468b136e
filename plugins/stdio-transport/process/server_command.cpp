#include "process/server_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "process/login_shell.hpp"

namespace workbench::stdio {
namespace {

/// What a program needs to find its files, its language and its way to the network. No secrets.
constexpr const char* kSafeVariables =
    "PATH,HOME,LANG,LC_*,TERM,TZ,TMPDIR,USER,LOGNAME,SHELL,XDG_*,"
    "http_proxy,https_proxy,no_proxy,all_proxy,HTTP_PROXY,HTTPS_PROXY,NO_PROXY,ALL_PROXY,"
    "SSL_CERT_FILE,SSL_CERT_DIR,NODE_EXTRA_CA_CERTS,REQUESTS_CA_BUNDLE,CURL_CA_BUNDLE,"
    // Where npm gets packages from and how; not npm_config_*, which may hold credentials.
    "npm_config_registry,npm_config_proxy,npm_config_https_proxy,npm_config_noproxy,npm_config_cafile,npm_config_cache,"
    "NPM_CONFIG_REGISTRY,NPM_CONFIG_PROXY,NPM_CONFIG_HTTPS_PROXY,NPM_CONFIG_NOPROXY,NPM_CONFIG_CAFILE,NPM_CONFIG_CACHE";

constexpr std::string_view kNoShell = "none";

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

bool is_letter_of_names(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether a list of names and beginnings ("A,B_*") has this name.
bool lists(std::string_view list, std::string_view name) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string_view entry = list.substr(begin, end - begin);
    const bool is_beginning = entry.ends_with('*');
    if (is_beginning) entry.remove_suffix(1);
    if (is_beginning ? name.starts_with(entry) : name == entry) return true;
    begin = end + 1;
  }
  return false;
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
  if (!server.login_shell.empty() && server.login_shell != kNoShell && !server.login_shell.starts_with('/')) {
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

std::string kept_environment(const ServerCommand& server) {
  std::string kept = kSafeVariables;
  for (const auto& [name, value] : server.env) kept.append(",").append(name);
  for (const std::string& pattern : server.inherit_env) kept.append(",").append(pattern);
  return kept;
}

std::string find_withheld_variable(const ServerCommand& server, std::string_view words) {
  const std::string kept = kept_environment(server);
  for (std::size_t begin = 0; begin < words.size();) {
    const auto letter = words.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto end = std::find_if_not(letter, words.end(), is_letter_of_names);
    const std::string name(letter, end);
    begin += name.size() + 1;
    // Most words in capitals name no variable; nearly all variables that servers ask for have an underscore.
    const bool may_be_one = name.find('_') != std::string::npos && !name.starts_with("WORKBENCH_");
    if (may_be_one && std::getenv(name.c_str()) != nullptr && !lists(kept, name)) return name;
  }
  return {};
}

std::string searched_path(const ServerCommand& server) {
  std::string path;
  if (const char* inherited = std::getenv("PATH")) path = inherited;
  for (const auto& [name, value] : server.env) {
    if (name == "PATH") path = value;
  }
  return path;
}

bool is_missing_on(const std::string& path, const ServerCommand& server) {
  if (server.command.find('/') != std::string::npos) return false;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    // An empty entry is the working directory.
    const std::string folder = end > begin ? path.substr(begin, end - begin) : server.cwd;
    std::error_code failed;
    const std::filesystem::path file = std::filesystem::path(folder) / server.command;
    if (std::filesystem::is_regular_file(file, failed) && ::access(file.c_str(), X_OK) == 0) return false;
    begin = end + 1;
  }
  return true;
}

std::string shell_to_ask(const ServerCommand& server) {
  const auto is_path = [](const auto& variable) { return variable.first == "PATH"; };
  const bool has_own_path = std::any_of(server.env.begin(), server.env.end(), is_path);
  if (has_own_path || server.login_shell == kNoShell || !is_missing_on(searched_path(server), server)) return {};
  return server.login_shell.empty() ? login_shell_of_user() : server.login_shell;
}

}  // namespace workbench::stdio
