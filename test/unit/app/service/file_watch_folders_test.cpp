// Folders on the way to a file that come and go, or that are closed.

#include <unistd.h>

#include <filesystem>
#include <string>

#include "file_watch_fixture.hpp"

namespace workbench::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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

}  // namespace
}  // namespace workbench::app
