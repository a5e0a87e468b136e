#include "commands/init/init_state.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include "process/user_files.hpp"

namespace workbench::app {

namespace cf = client_files;

std::optional<cf::ReplacedFiles> replaced_files_of_user(CommandContext& context) {
  const std::filesystem::path folder = state_folder_of_user(environment_of_process);
  if (!folder.empty()) return cf::ReplacedFiles(folder / "replaced");
  context.errors << "mcp-workbench init: HOME is not set, so there is no place to keep what --undo needs; set HOME or "
                    "XDG_STATE_HOME\n";
  return std::nullopt;
}

std::optional<cf::FileLock> lock_out_others(const cf::ReplacedFiles& replaced, CommandContext& context) {
  constexpr int kTries = 300;
  constexpr std::chrono::milliseconds kPause{100};
  for (int tries = 0;; ++tries) {
    auto lock = replaced.lock();
    if (lock) return std::optional<cf::FileLock>(*std::move(lock));
    const bool is_held = lock.error().kind == ErrorKind::unavailable;
    if (!is_held || tries == kTries) {
      context.errors << "mcp-workbench init: " << lock.error().message
                     << std::string_view(is_held ? "; another init runs: let it end, and run this one again" : "")
                     << '\n';
      return std::nullopt;
    }
    if (tries == 0) context.errors << "mcp-workbench init: waits for another init that runs now\n";
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace workbench::app
