#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/listener.hpp>

#include "service/file_watch.hpp"

namespace workbench::app {

/// Makes one listener read its own files again (tokens, certificates, keys). [loop thread]
class ListenerReload {
 public:
  enum class Watches { no, yes };

  /// `listener` is open; it and `host` must outlive this object. With Watches::yes the files are read again whenever
  /// one of them has changed, also if it has since the listener read it.
  ListenerReload(Host& host, std::string name, Listener& listener, Watches watches);
  ListenerReload(const ListenerReload&) = delete;
  ListenerReload& operator=(const ListenerReload&) = delete;

  /// Reads the files again, and logs how that went; nothing after stop().
  void run();

  /// The listener is closed.
  void stop() { is_stopped_ = true; }

 private:
  [[nodiscard]] bool read();
  [[nodiscard]] bool watch_files();
  void log(LogLevel level, const std::string& text) { host_.log(level, "configuration", subject_ + ": " + text); }

  Host& host_;
  const std::string subject_;
  Listener& listener_;
  std::unique_ptr<FileWatch> watch_;  // null: changes are not noticed
  std::vector<std::filesystem::path> watched_files_;
  bool is_stopped_ = false;
  std::vector<std::string> problems_;  // of the watch, as they were logged last
};

}  // namespace workbench::app
