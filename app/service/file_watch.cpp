#include "service/file_watch.hpp"

#include <sys/inotify.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "service/path_walk.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// After these events a name refers to another file, or its readability has changed.
constexpr std::uint32_t kNameChanges = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB;

/// After these events a file has other content.
constexpr std::uint32_t kContentChanges = IN_CLOSE_WRITE | IN_MODIFY;

/// The folder itself has moved. Usually its parent reports it, too, but not every parent may be watched.
constexpr std::uint32_t kFolderChanges = IN_DELETE_SELF | IN_MOVE_SELF;
constexpr std::uint32_t kFolderIsGone = kFolderChanges | IN_UNMOUNT | IN_IGNORED;

/// After these events a file is complete, or is not the one that was being written.
constexpr std::uint32_t kEndsOfWriting = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;

std::string reason(int error_number) {
  if (error_number == ENOSPC) return "the system's limit is reached (sysctl fs.inotify.max_user_watches)";
  if (error_number == EMFILE) return "the system's limit is reached (sysctl fs.inotify.max_user_instances)";
  return std::generic_category().message(error_number);
}

/// Whether a name that has just been created is that of a file which was created to be written: not of a folder, a
/// symbolic link, or another link to an existing file.
bool is_new_file(const fs::path& path) {
  std::error_code gone;
  return fs::symlink_status(path, gone).type() == fs::file_type::regular && fs::hard_link_count(path, gone) == 1;
}

}  // namespace

/// One walk along all paths, which watches each folder on the way.
class FileWatch::Following {
 public:
  explicit Following(int inotify) : inotify_(inotify) {}

  void follow(const fs::path& file) {
    walk_path(file, [this](const PathStep& step) { watch(step); });
  }

  [[nodiscard]] std::map<int, Folder> extract_folders() { return std::move(folders_); }

  /// A folder that may be passed but not watched does no harm if the next one on the way is watched: that one notices
  /// when it is moved or removed itself. A folder that does not exist does none, because its parent notices when it is
  /// created.
  [[nodiscard]] std::vector<std::string> problems() const {
    std::vector<std::string> problems;
    for (const auto& [path, failure] : failures_) {
      if (watched_.count(path) != 0) continue;
      std::string problem = "cannot watch " + path.parent_path().string() + " for changes: " + reason(failure);
      if (problems.empty() || problems.back() != problem) problems.push_back(std::move(problem));
    }
    return problems;
  }

 private:
  void watch(const PathStep& step) {
    const std::uint32_t content_changes = step.is_last ? kContentChanges : 0;
    // IN_MASK_ADD: the folder may be on the way to another file, too.
    const int watch = ::inotify_add_watch(inotify_, step.folder.c_str(),
                                          kNameChanges | content_changes | kFolderChanges | IN_ONLYDIR | IN_MASK_ADD);
    if (watch >= 0) {
      Folder& folder = folders_[watch];
      folder.path = step.folder;
      folder.names.insert(step.name);
      watched_.insert(step.folder);
    } else if (errno != ENOENT && errno != ENOTDIR) {
      failures_[step.folder / step.name] = errno;
    }
  }

  const int inotify_;
  std::map<int, Folder> folders_;
  std::set<fs::path> watched_;
  std::map<fs::path, int> failures_;  // by what would not be noticed, with errno
};

FileWatch::FileWatch(EventLoop& loop, MoveOnlyFunction<void()> changed, WatchTimes times)
    : loop_(loop), changed_(std::move(changed)), times_(times) {}

void FileWatch::set_files(std::vector<fs::path> files) {
  files_ = std::move(files);
  follow();
}

bool FileWatch::open() {
  if (inotify_) return true;
  inotify_ = FileDescriptor(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  int error_number = errno;
  if (inotify_) {
    try {
      readable_ = loop_.watch(inotify_.get(), Readiness::readable, [this] { read_events(); });
      return true;
    } catch (const std::system_error& refused) {
      error_number = refused.code().value();
      inotify_.close();
    }
  }
  problems_ = {"cannot watch files for changes: " + reason(error_number)};
  return false;
}

/// The new watches are added before unused ones are removed. Events that have not been read stay,
/// and are judged by the names that are watched now.
void FileWatch::follow() {
  if (!open()) return;
  Following following(inotify_.get());
  for (const fs::path& file : files_) following.follow(file);
  problems_ = following.problems();
  const std::map<int, Folder> former = std::exchange(folders_, following.extract_folders());
  for (const auto& [watch, folder] : former) {
    if (folders_.count(watch) == 0) ::inotify_rm_watch(inotify_.get(), watch);
  }
}

void FileWatch::read_events() {
  alignas(inotify_event) std::array<char, 16 * 1024> buffer;
  bool has_changed = false;
  for (;;) {
    const ssize_t size = ::read(inotify_.get(), buffer.data(), buffer.size());
    if (size <= 0) break;
    for (const char* at = buffer.data(); at < buffer.data() + size;) {
      const auto& event = *reinterpret_cast<const inotify_event*>(at);
      has_changed = is_change(event) || has_changed;
      at += sizeof(inotify_event) + event.len;
    }
  }
  if (has_changed) schedule_report();
}

bool FileWatch::is_change(const inotify_event& event) {
  if ((event.mask & IN_Q_OVERFLOW) != 0) return true;
  const auto found = folders_.find(event.wd);
  if (found == folders_.end()) return false;
  if ((event.mask & kFolderIsGone) != 0) return true;
  const Folder& folder = found->second;
  const std::string name = event.len > 0 ? std::string(event.name) : std::string();
  if (folder.names.count(name) == 0) return false;
  // The writer of a pipe writes because we read it.
  std::error_code gone;
  if ((event.mask & kContentChanges) != 0 && fs::is_fifo(folder.path / name, gone)) return false;
  record_writing(event, folder, name);
  return true;
}

/// A file that was created or modified is open for writing. That it is closed is an event of its own.
void FileWatch::record_writing(const inotify_event& event, const Folder& folder, const std::string& name) {
  const bool is_creation = (event.mask & IN_CREATE) != 0 && is_new_file(folder.path / name);
  if (is_creation || (event.mask & IN_MODIFY) != 0) being_written_.emplace(event.wd, name);
  if ((event.mask & kEndsOfWriting) != 0) being_written_.erase({event.wd, name});
}

void FileWatch::schedule_report() {
  const Clock::time_point now = Clock::now();
  if (due_ == nullptr) latest_ = now + times_.longest;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(latest_ - now);
  const auto wait = being_written_.empty() ? std::min(times_.quiet, left) : left;
  due_ = loop_.after(std::max(wait, std::chrono::milliseconds(0)), [this] { report(); });
}

/// The path to the files may have changed. It is followed before they are read, so that no later change is missed.
void FileWatch::report() {
  const EventLoop::Timer on_the_stack = std::move(due_);
  being_written_.clear();
  follow();
  changed_();
}

}  // namespace workbench::app
