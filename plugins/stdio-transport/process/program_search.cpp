#include "process/program_search.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "process/process_command.hpp"

namespace workbench::stdio {
namespace {

std::string from_list_of_users() {
  std::array<char, 16 * 1024> texts{};
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwuid_r(::geteuid(), &entry, texts.data(), texts.size(), &found) != 0 || found == nullptr) return {};
  return found->pw_shell;
}

bool is_for_people(std::string_view shell) {
  const std::string_view name = shell.substr(shell.rfind('/') + 1);
  return shell.starts_with('/') && name != "nologin" && name != "false" && name != "true" && name != "sync";
}

}  // namespace

std::string searched_path(const ProcessCommand& server) {
  std::string path;
  if (const char* inherited = std::getenv("PATH")) path = inherited;
  for (const auto& [name, value] : server.env) {
    if (name == "PATH") path = value;
  }
  return path;
}

bool is_missing_on(const std::string& path, const ProcessCommand& server) {
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

std::string shell_to_ask(const ProcessCommand& server) {
  const auto is_path = [](const auto& variable) { return variable.first == "PATH"; };
  const bool has_own_path = std::any_of(server.env.begin(), server.env.end(), is_path);
  if (has_own_path || server.login_shell == kNoLoginShell || !is_missing_on(searched_path(server), server)) return {};
  return server.login_shell.empty() ? login_shell_of_user() : server.login_shell;
}

std::string login_shell_of_user() {
  if (::geteuid() == 0) return {};
  const char* const named = std::getenv("SHELL");
  std::string shell = named != nullptr && *named != '\0' ? named : from_list_of_users();
  return is_for_people(shell) && ::access(shell.c_str(), X_OK) == 0 ? shell : std::string();
}

}  // namespace workbench::stdio
