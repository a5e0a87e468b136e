#include "process/npm_pauses.hpp"

#include <Poco/String.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "process/server_environment.hpp"

namespace workbench::stdio {
namespace {

struct PauseOfNpm {
  const char* variable;
  const char* key;  ///< the same setting in a file
  const char* value;
};

/// As many attempts as npm makes, within some 12 s.
constexpr std::array<PauseOfNpm, 2> kPausesOfNpm{{
    {"npm_config_fetch_retry_mintimeout", "fetch-retry-mintimeout", "1000"},
    {"npm_config_fetch_retry_maxtimeout", "fetch-retry-maxtimeout", "10000"},
}};

constexpr std::size_t kMaxNpmrcBytes = 64U * 1024;

bool is_of_npm(std::string_view command) {
  constexpr std::array<std::string_view, 4> kPrograms{"npx", "npm", "pnpm", "pnpx"};
  const std::string_view program = command.substr(command.rfind('/') + 1);  // npos + 1 is 0
  return std::find(kPrograms.begin(), kPrograms.end(), program) != kPrograms.end();
}

/// npm takes its variables in capitals as well.
std::optional<std::string> setting_of_npm(const ProcessCommand& server, const std::string& variable) {
  auto value = visible_variable(server, variable);
  return value ? value : visible_variable(server, Poco::toUpper(variable));
}

/// Whether a line of a file of npm, `key = value`, is for one of the pauses.
bool sets_pause(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\"'"), line.size()));
  return std::any_of(kPausesOfNpm.begin(), kPausesOfNpm.end(),
                     [&](const PauseOfNpm& pause) { return line.starts_with(pause.key); });
}

bool has_pause(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed)) return false;
  std::string text(kMaxNpmrcBytes, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (sets_pause(std::string_view(text).substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

bool has_file_of_user_with_pause(const ProcessCommand& server) {
  if (const auto file = setting_of_npm(server, "npm_config_userconfig")) return has_pause(*file);
  const auto home = visible_variable(server, "HOME");
  return home && has_pause(std::filesystem::path(*home) / ".npmrc");
}

/// npm reads the file of the project that the working directory is in, which may begin in any folder above.
bool has_file_of_project_with_pause(const ProcessCommand& server) {
  std::error_code failed;
  auto folder =
      server.cwd.empty() ? std::filesystem::current_path(failed) : std::filesystem::absolute(server.cwd, failed);
  while (!has_pause(folder / ".npmrc")) {
    if (folder == folder.parent_path()) return false;
    folder = folder.parent_path();
  }
  return true;
}

}  // namespace

ProcessCommand with_short_pauses_of_npm(ProcessCommand server) {
  if (!is_of_npm(server.command)) return server;
  const bool has_variable = std::any_of(kPausesOfNpm.begin(), kPausesOfNpm.end(), [&](const PauseOfNpm& pause) {
    return setting_of_npm(server, pause.variable).has_value();
  });
  if (has_variable || has_file_of_user_with_pause(server) || has_file_of_project_with_pause(server)) return server;
  for (const PauseOfNpm& pause : kPausesOfNpm) server.env.emplace_back(pause.variable, pause.value);
  return server;
}

}  // namespace workbench::stdio
