#include <filesystem>
#include <string>

#include "file_watch_fixture.hpp"

namespace workbench::app {
namespace {

TEST_F(FileWatchTest, ReportsAFileThatIsWrittenInPlace) {
  watch(folder_.write("f.json", "1"));

  folder_.write("f.json", "2");

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsSeveralWritesThatFollowEachOtherOnce) {
  watch(folder_.write("f.json", "1"));

  for (int i = 0; i != 10; ++i) folder_.write("f.json", std::to_string(i));
  ASSERT_TRUE(reports());
  static_cast<void>(host_.run_until([] { return false; }, 3 * WatchTimes().quiet));

  EXPECT_EQ(reports_, 1);
}

TEST_F(FileWatchTest, ReportsAFileThatIsReplacedByRenamingEachTime) {
  watch(folder_.write("f.json", "1"));

  for (const char* text : {"2", "3"}) {
    fs::rename(folder_.write(".f.json.swp", text), path("f.json"));
    EXPECT_TRUE(reports()) << text;
  }
}

TEST_F(FileWatchTest, ReportsAFileThatIsRemovedAndCreatedAgain) {
  watch(folder_.write("f.json", "1"));

  fs::remove(path("f.json"));
  EXPECT_TRUE(reports());
  folder_.write("f.json", "2");
  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsAFileThatDidNotExist) {
  watch(path("f.json"));

  folder_.write("f.json", "1");

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsAFileBehindASymbolicLink) {
  fs::create_directory(path("elsewhere"));
  folder_.write("elsewhere/f.json", "1");
  fs::create_symlink("elsewhere/f.json", path("f.json"));
  watch(path("f.json"));

  folder_.write("elsewhere/f.json", "2");

  EXPECT_TRUE(reports());
}

// As Kubernetes mounts a ConfigMap: f.json -> ..data/f.json, ..data -> a folder with a date in its name, and ..data is
// replaced by renaming.
TEST_F(FileWatchTest, ReportsALinkOnTheWayThatIsSetToAnotherFolderEachTime) {
  const auto publish = [&](const std::string& version) {
    fs::create_directory(path(version));
    folder_.write(version + "/f.json", version);
    fs::create_directory_symlink(version, path("..data_tmp"));
    fs::rename(path("..data_tmp"), path("..data"));
  };
  publish("..2026_1");
  fs::create_symlink("..data/f.json", path("f.json"));
  watch(path("f.json"));

  for (const char* version : {"..2026_2", "..2026_3"}) {
    publish(version);
    EXPECT_TRUE(reports()) << version;
  }
}

TEST_F(FileWatchTest, ReportsWhatHasHappenedBeforeTheFilesAreSetAgain) {
  watch(folder_.write("f.json", "1"));

  folder_.write("f.json", "2");
  watch_.set_files({path("f.json"), path("g.json")});

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsWhatHappensWhileItsReportIsHandled) {
  const fs::path file = folder_.write("f.json", "1");
  int reports = 0;
  FileWatch watch(host_.loop(), [&] {
    if (++reports > 1) return;
    folder_.write("f.json", "3");
    watch.set_files({file});
  });
  watch.set_files({file});

  folder_.write("f.json", "2");

  EXPECT_TRUE(host_.run_until([&] { return reports == 2; }, std::chrono::seconds(2)));
}

TEST_F(FileWatchTest, DoesNotReportFilesThatAreNotWatchedAnyMore) {
  folder_.write("g.json", "1");
  watch(folder_.write("f.json", "1"));
  watch(path("g.json"));

  folder_.write("f.json", "2");

  EXPECT_TRUE(waits());
}

TEST_F(FileWatchTest, DoesNotReportOtherFilesOfTheFolder) {
  watch(folder_.write("f.json", "1"));

  folder_.write("g.json", "1");
  static_cast<void>(host_.run_until([] { return false; }, 3 * WatchTimes().quiet));

  EXPECT_EQ(reports_, 0);
}

TEST_F(FileWatchTest, IsNotDisturbedByLinksThatLeadNowhere) {
  fs::create_symlink("b", path("a"));
  fs::create_symlink("a", path("b"));
  watch(path("a"));

  fs::remove(path("a"));

  EXPECT_TRUE(reports());
}

}  // namespace
}  // namespace workbench::app
