#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include <workbench/testing/loop_host.hpp>

#include "app/service/file_watch.hpp"
#include "temporary_folder.hpp"

namespace workbench::app {

namespace fs = std::filesystem;

/// A watch of files in a folder of its own.
class FileWatchTest : public testing::Test {
 protected:
  void watch(const fs::path& file) {
    watch_.set_files({file});
    ASSERT_THAT(watch_.problems(), testing::IsEmpty());
  }

  /// Whether the watch reports within a second or so.
  [[nodiscard]] bool reports() {
    reports_ = 0;
    return host_.run_until([this] { return reports_ > 0; }, std::chrono::seconds(2));
  }

  /// Whether it still reports nothing when a report would have come long ago, were a file not being written.
  [[nodiscard]] bool waits() {
    reports_ = 0;
    return !host_.run_until([this] { return reports_ > 0; }, 3 * WatchTimes().quiet);
  }

  [[nodiscard]] fs::path path(const std::string& name) const { return folder_.path() / name; }

  test_support::TemporaryFolder folder_;
  test::LoopHost host_;
  int reports_ = 0;
  FileWatch watch_{host_.loop(), [this] { ++reports_; }};
};

}  // namespace workbench::app
