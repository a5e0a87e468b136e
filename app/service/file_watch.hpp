#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/move_only_function.hpp>

struct inotify_event;

namespace workbench::app {

/// When a FileWatch reports a change.
struct WatchTimes {
  /// After the last of several changes: those within this time of each other are one.
  std::chrono::milliseconds quiet{100};
  /// After the first of them at the latest, even if a file is still open for writing then.
  std::chrono::milliseconds longest{5'000};
};

/// Notices that files may have changed, in whichever way an editor or a deployment saves them: written in place, at
/// once or slowly; replaced by renaming; removed and created again, with their folders; or reached through symbolic
/// links that are set to something else. Throws nothing. [loop thread]
///
/// No change is missed between two calls of set_files(), nor by a call: all events come from one inotify instance,
/// which is never emptied unread, and each folder is watched before its names are looked up. So a file
/// that is read after set_files() is read as it is, or a report follows.
class FileWatch {
 public:
  /// `changed` is called after each change. It may call set_files(), and must not destroy the watch. `loop` must
  /// outlive the watch.
  FileWatch(EventLoop& loop, MoveOnlyFunction<void()> changed, WatchTimes times = {});

  /// Watches these files, whose paths are absolute, instead of those before. Neither they nor their folders need exist.
  void set_files(std::vector<std::filesystem::path> files);

  /// Why some changes will not be noticed, a sentence for each reason; usually there is none.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

 private:
  /// A folder in which files are found, or something on the way to them, by these names.
  struct Folder {
    std::filesystem::path path;
    std::set<std::string> names;
  };

  class Following;

  [[nodiscard]] bool open();
  void follow();
  void read_events();
  [[nodiscard]] bool is_change(const inotify_event& event);
  void record_writing(const inotify_event& event, const Folder& folder, const std::string& name);
  void schedule_report();
  void report();

  EventLoop& loop_;
  MoveOnlyFunction<void()> changed_;
  const WatchTimes times_;
  std::vector<std::filesystem::path> files_;
  FileDescriptor inotify_;
  EventLoop::Watch readable_;
  std::map<int, Folder> folders_;  // by inotify's number of the watch
  std::vector<std::string> problems_;
  std::set<std::pair<int, std::string>> being_written_;  // by folder and name
  EventLoop::Timer due_;                                 // set: something has changed, and is not reported yet
  std::chrono::steady_clock::time_point latest_;         // when it is reported in any case
};

}  // namespace workbench::app
