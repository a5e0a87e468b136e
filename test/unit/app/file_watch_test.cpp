#include "app/file_watch.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <workbench/file_descriptor.hpp>
#include <workbench/testing/loop_host.hpp>

#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FileWatchTest : public testing::Test {
 protected:
  void watch(const fs::path& file) {
    watch_.set_files({file});
    ASSERT_THAT(watch_.problems(), IsEmpty());
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

/// A program that writes a file slowly.
class SlowWriter {
 public:
  explicit SlowWriter(const fs::path& file)
      : fd_(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {}

  void write(std::string_view text) const {
    ASSERT_EQ(::write(fd_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void close() { fd_.close(); }

 private:
  FileDescriptor fd_;
};

TEST_F(FileWatchTest, ReportsAFileThatIsTruncatedAndWrittenSlowlyWhenItIsClosed) {
  watch(folder_.write("f.env", "A=1\n"));

  SlowWriter writer(path("f.env"));
  EXPECT_TRUE(waits());
  writer.write("A=");
  EXPECT_TRUE(waits());
  writer.write("2\n");
  writer.close();

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsAFileThatIsCreatedAndWrittenSlowlyWhenItIsClosed) {
  watch(path("f.env"));

  SlowWriter writer(path("f.env"));
  EXPECT_TRUE(waits());
  writer.write("A=2\n");
  writer.close();

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, DoesNotWaitForAWriterWhoseFileIsReplaced) {
  watch(folder_.write("f.env", "A=1\n"));

  const SlowWriter writer(path("f.env"));
  fs::rename(folder_.write("new", "A=2\n"), path("f.env"));

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, DoesNotWaitForTheWriterOfALink) {
  folder_.write("one", "1");
  watch(path("f.json"));

  fs::create_symlink("one", path("f.json"));
  EXPECT_TRUE(reports());
  fs::remove(path("f.json"));
  fs::create_hard_link(path("one"), path("f.json"));
  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsAFileThatStaysOpenAfterSomeTime) {
  FileWatch impatient(host_.loop(), [this] { ++reports_; }, {.longest = std::chrono::milliseconds(200)});
  impatient.set_files({folder_.write("f.env", "A=1\n")});

  const SlowWriter writer(path("f.env"));

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsAFileThatNeverRestsAfterSomeTime) {
  FileWatch impatient(host_.loop(), [this] { ++reports_; }, {.longest = std::chrono::milliseconds(200)});
  impatient.set_files({folder_.write("f.json", "1")});

  EXPECT_TRUE(host_.run_until([&] {
    folder_.write("f.json", "2");
    return reports_ > 0;
  }));
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

TEST_F(FileWatchTest, ReportsAFolderThatIsReplacedByRenamingEachTime) {
  fs::create_directories(path("a/conf"));
  folder_.write("a/conf/f.json", "1");
  watch(path("a/conf/f.json"));

  for (const std::string version : {"2", "3"}) {
    fs::create_directory(path("new"));
    folder_.write("new/f.json", version);
    fs::rename(path("a/conf"), path("old" + version));
    fs::rename(path("new"), path("a/conf"));
    EXPECT_TRUE(reports()) << version;
  }

  folder_.write("a/conf/f.json", "4");
  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsAFileWhoseFoldersAreRemovedAndCreatedAgain) {
  fs::create_directories(path("a/conf"));
  folder_.write("a/conf/f.json", "1");
  watch(path("a/conf/f.json"));

  fs::remove_all(path("a"));
  EXPECT_TRUE(reports());
  fs::create_directory(path("a"));
  EXPECT_TRUE(reports());
  fs::create_directory(path("a/conf"));
  EXPECT_TRUE(reports());
  folder_.write("a/conf/f.json", "2");
  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsFoldersThatAreCreatedAtOnceWithTheFile) {
  watch(path("a/b/c/f.json"));

  fs::create_directories(path("a/b/c"));
  folder_.write("a/b/c/f.json", "1");

  EXPECT_TRUE(reports());
}

TEST_F(FileWatchTest, ReportsWhenTheWorkingDirectoryIsRemovedAndCreatedAgain) {
  const fs::path before = fs::current_path();
  fs::create_directory(path("project"));
  fs::current_path(path("project"));
  watch(folder_.write("project/f.json", "1"));

  fs::remove_all(path("project"));
  EXPECT_TRUE(reports());
  fs::create_directory(path("project"));
  EXPECT_TRUE(reports());
  folder_.write("project/f.json", "2");
  EXPECT_TRUE(reports());

  fs::current_path(before);
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

/// Makes a test that runs as root one of an ordinary user, to whom folders may be closed.
class OrdinaryUser {
 public:
  OrdinaryUser() { become(kNobody); }
  ~OrdinaryUser() { become(0); }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;

  void become(uid_t user) const { EXPECT_TRUE(!is_root_ || ::seteuid(user) == 0); }

  const bool is_root_ = ::geteuid() == 0;
};

class FileWatchOfClosedFolders : public FileWatchTest {
 protected:
  FileWatchOfClosedFolders() {
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::create_directories(path("shut/open"));
    folder_.write("shut/open/f.json", "1");
  }
  ~FileWatchOfClosedFolders() override { fs::permissions(path("shut"), fs::perms(0755)); }
};

TEST_F(FileWatchOfClosedFolders, SaysWhichOneItCannotWatch) {
  fs::permissions(path("shut"), fs::perms(0111));
  const OrdinaryUser user;

  watch_.set_files({path("shut/f.json")});

  EXPECT_THAT(watch_.problems(),
              ElementsAre("cannot watch " + path("shut").string() + " for changes: Permission denied"));
}

TEST_F(FileWatchOfClosedFolders, CanDoWithoutOneThatItMayPass) {
  fs::permissions(path("shut"), fs::perms(0333));
  const OrdinaryUser user;
  watch(path("shut/open/f.json"));

  fs::rename(path("shut/open"), path("shut/moved"));

  EXPECT_TRUE(reports());
  EXPECT_THAT(watch_.problems(), ElementsAre(HasSubstr("cannot watch " + path("shut").string())));
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
