#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

namespace workbench::app {

/// Notices that files may have changed, in whichever way an editor or a deployment saves them: written in place,
/// replaced by renaming, removed and created again, or reached through symbolic links that are set to something else.
/// [loop thread]
class FileWatch {
 public:
  /// What changes within this time of each other is one change: a file that is being written is read when it is whole.
  static constexpr std::chrono::milliseconds kQuietTime{100};

  /// `changed` is called after each change. `loop` must outlive the watch.
  FileWatch(EventLoop& loop, MoveOnlyFunction<void()> changed);

  /// Watches these files instead of those before; they need not exist, but their folders should. unavailable: the
  /// operating system allows no further watch; nothing is watched then.
  [[nodiscard]] Result<void> set_files(std::vector<std::filesystem::path> files);

 private:
  /// The names in one folder on which a file depends: its own, and those of symbolic links on the way to it.
  using NamesByFolder = std::map<std::filesystem::path, std::set<std::string>>;

  [[nodiscard]] static NamesByFolder names_on_the_way_to(const std::vector<std::filesystem::path>& files);
  [[nodiscard]] Result<void> follow();
  void read_events();
  [[nodiscard]] bool is_of_interest(int watch, const std::string& name) const;
  void report();

  EventLoop& loop_;
  MoveOnlyFunction<void()> changed_;
  std::vector<std::filesystem::path> files_;
  FileDescriptor inotify_;
  std::map<int, std::set<std::string>> names_by_watch_;
  EventLoop::Watch readable_;
  EventLoop::Timer quiet_;  // set: something has changed, and is not reported yet
};

}  // namespace workbench::app
