#include "file_watch.hpp"

#include <sys/inotify.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <system_error>
#include <utility>

namespace workbench::app {
namespace {

namespace fs = std::filesystem;

/// A path with more symbolic links than this does not lead to a file.
constexpr int kMaxLinks = 40;

/// Everything after which a name may stand for something else, or its file have other content.
constexpr std::uint32_t kChanges =
    IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB;

void prepend(std::deque<fs::path>& parts, const fs::path& path) {
  parts.insert(parts.begin(), path.begin(), path.end());
}

}  // namespace

FileWatch::FileWatch(EventLoop& loop, MoveOnlyFunction<void()> changed) : loop_(loop), changed_(std::move(changed)) {}

Result<void> FileWatch::set_files(std::vector<fs::path> files) {
  files_ = std::move(files);
  return follow();
}

/// Walks each path as the operating system does.
FileWatch::NamesByFolder FileWatch::names_on_the_way_to(const std::vector<fs::path>& files) {
  NamesByFolder names;
  for (const fs::path& file : files) {
    fs::path folder;
    std::deque<fs::path> parts;
    prepend(parts, fs::absolute(file));
    for (int links = 0; !parts.empty() && links <= kMaxLinks;) {
      const fs::path part = parts.front();
      parts.pop_front();
      const fs::path path = (folder / part).lexically_normal();
      std::error_code ignored;
      const bool is_link = fs::is_symlink(path, ignored);
      if (is_link || parts.empty()) names[folder].insert(part.string());
      if (!is_link) {
        folder = path;
        continue;
      }
      ++links;
      const fs::path target = fs::read_symlink(path, ignored);
      if (target.is_absolute()) folder.clear();
      prepend(parts, target);
    }
  }
  return names;
}

Result<void> FileWatch::follow() {
  readable_.reset();
  names_by_watch_.clear();
  // A new one each time: there is no event of the earlier folders left in it.
  inotify_ = FileDescriptor(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  const auto refused = [this](int error) {
    inotify_.close();
    names_by_watch_.clear();
    return Error{ErrorKind::unavailable, std::string("cannot watch files for changes: ") + std::strerror(error)};
  };
  if (!inotify_) return refused(errno);
  for (auto& [folder, names] : names_on_the_way_to(files_)) {
    const int watch = ::inotify_add_watch(inotify_.get(), folder.c_str(), kChanges);
    if (watch >= 0) {
      names_by_watch_[watch].merge(names);
    } else if (errno == ENOSPC || errno == ENOMEM) {
      return refused(errno);
    }  // otherwise the folder is not there, or is not for us to read: a change in it is not noticed
  }
  readable_ = loop_.watch(inotify_.get(), Readiness::readable, [this] { read_events(); });
  return {};
}

void FileWatch::read_events() {
  alignas(inotify_event) std::array<char, 16 * 1024> buffer;
  bool has_changed = false;
  for (;;) {
    const ssize_t size = ::read(inotify_.get(), buffer.data(), buffer.size());
    if (size <= 0) break;
    for (const char* at = buffer.data(); at < buffer.data() + size;) {
      const auto& event = *reinterpret_cast<const inotify_event*>(at);
      const std::string name = event.len > 0 ? std::string(event.name) : std::string();
      has_changed = has_changed || (event.mask & IN_Q_OVERFLOW) != 0 || is_of_interest(event.wd, name);
      at += sizeof(inotify_event) + event.len;
    }
  }
  if (has_changed) quiet_ = loop_.after(kQuietTime, [this] { report(); });
}

bool FileWatch::is_of_interest(int watch, const std::string& name) const {
  const auto found = names_by_watch_.find(watch);
  return found != names_by_watch_.end() && found->second.count(name) > 0;
}

/// What has changed may be a symbolic link, and a watch may have ended with its folder: the way is followed anew before
/// the file is read, so that no later change is missed.
void FileWatch::report() {
  const EventLoop::Timer on_the_stack = std::move(quiet_);
  static_cast<void>(follow());
  changed_();
}

}  // namespace workbench::app
