#include "commands/install/removal.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "base/contains.hpp"
#include "base/shell_word.hpp"
#include "process/runtime_folder.hpp"
#include "process/user_files.hpp"
#include "servers/catalog_cache.hpp"
#include "startup/startup.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLogins = "logins";
constexpr const char* kReplaced = "replaced";

/// The entries of a folder, sorted; none: there is no such folder.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code failed;
  if (folder.empty()) return entries;
  for (const auto& entry : fs::directory_iterator(folder, failed)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// Removes the entries of the folder but for those of these names, and the folder itself if it is empty then.
void remove_in(const fs::path& folder, const std::vector<std::string>& kept, Output& out, Output& errors) {
  std::error_code failed;
  if (folder.empty() || !fs::is_directory(folder, failed)) return;
  for (const fs::path& entry : entries_of(folder)) {
    if (base::contains(kept, entry.filename().string())) continue;
    fs::remove_all(entry, failed);
    if (failed) errors << entry << " cannot be removed: " << failed.message() << '\n';
  }
  const std::string outcome = fs::remove(folder, failed) ? ": removed" : ": emptied, except for what is named below";
  out << folder << outcome << '\n';
}

fs::path unit_folder() {
  return surroundings_of(environment_of_process).config_home / "systemd/user";
}

/// The unit and the links that `systemctl --user enable` makes; this program makes none.
std::vector<fs::path> units_of_user() {
  std::vector<fs::path> units;
  std::error_code failed;
  for (auto entry = fs::recursive_directory_iterator(unit_folder(), failed);
       !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    if (entry->path().filename() == "mcp-workbench.service") units.push_back(entry->path());
  }
  return units;
}

/// What files of clients that were not restored had before init.
std::vector<client_files::ReplacedFile> kept_texts(const fs::path& state) {
  std::vector<client_files::ReplacedFile> kept = client_files::ReplacedFiles(state / kReplaced).all();
  std::erase_if(kept, [](const auto& one) { return one.kind != client_files::FileKind::client || !one.before; });
  return kept;
}

}  // namespace

bool is_client_left(const client_files::ReplacedFiles& replaced) {
  const auto all = replaced.all();
  return !replaced.check() || std::any_of(all.begin(), all.end(), [](const auto& one) {
    return one.kind == client_files::FileKind::client && !client_files::is_missing(one.file);
  });
}

void remove_kept_files(bool with_logins, Output& out, Output& errors) {
  remove_in(servers::catalog_cache_folder(environment_of_process), {}, out, errors);
  const fs::path state = state_folder_of_user(environment_of_process);
  std::vector<std::string> kept;
  if (!with_logins && !entries_of(state / kLogins).empty()) kept.emplace_back(kLogins);
  if (!kept_texts(state).empty() || is_client_left(client_files::ReplacedFiles(state / kReplaced))) {
    kept.emplace_back(kReplaced);
  }
  remove_in(state, kept, out, errors);
  if (const auto sockets = runtime_folder()) remove_in(*sockets, {}, out, errors);
}

void show_what_stays(Output& out) {
  const fs::path folder = toolboxes_file_of_user(environment_of_process).parent_path();
  for (const fs::path& file : entries_of(folder)) out << file << ": stays, because it is yours\n";
  for (const auto& one : kept_texts(state_folder_of_user(environment_of_process))) {
    out << (one.folder / "before") << ": stays, because it is what " << one.file
        << " had before init; remove it when you do not need it\n";
  }
  const fs::path logins = state_folder_of_user(environment_of_process) / kLogins;
  if (!entries_of(logins).empty()) {
    out << logins
        << ": has logins to servers, which stay; remove them with: mcp-workbench uninstall --logins, or rm -r "
        << base::shell_word(logins.string()) << '\n';
  }
  for (const fs::path& unit : units_of_user()) {
    out << unit
        << ": is a unit of systemd that was enabled or written by hand, and stays; to remove it: systemctl --user "
           "disable --now mcp-workbench.service\n";
  }
}

}  // namespace workbench::app
