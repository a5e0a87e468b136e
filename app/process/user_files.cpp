#include "process/user_files.hpp"

#include <string_view>
#include <system_error>

namespace workbench::app {
namespace {

constexpr const char* kFolderName = "mcp-workbench";

/// The folder of a variable; the specification requires that a relative path is ignored.
std::filesystem::path folder_of(const config::Environment& environment, std::string_view variable,
                                const char* in_home) {
  std::filesystem::path folder(environment(variable).value_or(""));
  if (folder.is_absolute()) return folder;
  const std::filesystem::path home(environment("HOME").value_or(""));
  return home.is_absolute() ? home / in_home : std::filesystem::path();
}

std::filesystem::path ours_in(const std::filesystem::path& folder) {
  return folder.empty() ? folder : folder / kFolderName;
}

}  // namespace

client_files::Surroundings surroundings_of(const config::Environment& environment) {
  std::error_code has_none;
  return {environment("HOME").value_or(""), folder_of(environment, "XDG_CONFIG_HOME", ".config"),
          std::filesystem::current_path(has_none)};
}

std::filesystem::path toolboxes_file_of_user(const config::Environment& environment) {
  const std::filesystem::path folder = ours_in(folder_of(environment, "XDG_CONFIG_HOME", ".config"));
  return folder.empty() ? folder : folder / "workbench-config.json";
}

std::filesystem::path data_folder_of_user(const config::Environment& environment) {
  return ours_in(folder_of(environment, "XDG_DATA_HOME", ".local/share"));
}

std::filesystem::path state_folder_of_user(const config::Environment& environment) {
  return ours_in(folder_of(environment, "XDG_STATE_HOME", ".local/state"));
}

}  // namespace workbench::app
