#include "service/listener_reload.hpp"

#include <algorithm>
#include <utility>

namespace workbench::app {

/// Files that were read before they were watched may have changed meanwhile, so they are read once more.
ListenerReload::ListenerReload(Host& host, std::string name, Listener& listener, Watches watches)
    : host_(host), subject_("listener '" + std::move(name) + "'"), listener_(listener) {
  if (watches == Watches::no) return;
  watch_ = std::make_unique<FileWatch>(host.loop(), [this] { run(); });
  if (watch_files()) static_cast<void>(read());
}

void ListenerReload::run() {
  if (is_stopped_) return;
  if (read() && !listener_.files().empty()) log(LogLevel::information, "read its files again");
}

/// Every file is watched before it is read, or a change in between would go unnoticed. Which files there are is known
/// only when they have been read, so if one of them was not watched, all are read again.
bool ListenerReload::read() {
  constexpr int kMaxRounds = 3;  // a listener that names other files each time has to be left at some time
  for (int round = 0; round != kMaxRounds; ++round) {
    if (const auto reloaded = listener_.reload(); !reloaded) {
      log(LogLevel::error, reloaded.error().message + "; the files read before remain in use");
      return false;
    }
    if (!watch_files()) break;
  }
  return true;
}

/// Returns whether there is a file now that was not watched before.
bool ListenerReload::watch_files() {
  if (watch_ == nullptr) return false;
  const std::vector<std::string> files = listener_.files();
  const std::vector<std::filesystem::path> former = std::exchange(watched_files_, {files.begin(), files.end()});
  if (!watched_files_.empty() || !former.empty()) watch_->set_files(watched_files_);
  if (watch_->problems() != problems_) {
    problems_ = watch_->problems();
    for (const std::string& problem : problems_) {
      log(LogLevel::warning, problem + "; after a change there, send the workbench a SIGHUP");
    }
  }
  return std::any_of(watched_files_.begin(), watched_files_.end(), [&](const std::filesystem::path& file) {
    return std::find(former.begin(), former.end(), file) == former.end();
  });
}

}  // namespace workbench::app
