#include "base/file_access.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace workbench::base {
namespace {

namespace fs = std::filesystem;

/// The owner of `path` from now on, for a user that is not root. Root gives it away; any other user is a stranger to
/// their own files for the user whose number is the next one.
uid_t stranger_to(const fs::path& path) {
  constexpr uid_t kOther = 54321;
  if (::geteuid() != 0) return ::geteuid() + 1;
  EXPECT_EQ(::lchown(path.c_str(), kOther, static_cast<gid_t>(-1)), 0);
  return 0;
}

/// A folder that only the user of this process can write to, with a file in it.
class AFile : public testing::Test {
 protected:
  AFile() {
    std::string name = (fs::temp_directory_path() / "file-access-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
    fs::create_directory(root_ / "folder");
    fs::permissions(root_ / "folder", fs::perms(0755));
    file_ = write("folder/file");
  }
  ~AFile() override { fs::remove_all(root_); }

  fs::path write(const std::string& name) const {
    std::ofstream(root_ / name) << "text";
    fs::permissions(root_ / name, fs::perms(0644));
    return root_ / name;
  }

  /// "PATH REASON" without the folder of this test, or empty.
  [[nodiscard]] std::string foreign(const fs::path& path, uid_t user = ::geteuid()) const {
    const auto found = look_up(path, user);
    if (!found) return "error: " + found.error().message;
    if (!found->foreign) return "";
    std::string text = found->foreign->path.string() + " " + found->foreign->reason;
    if (text.starts_with(root_.string() + "/")) text.erase(0, root_.string().size() + 1);
    return text;
  }

  fs::path root_;
  fs::path file_;
};

TEST_F(AFile, OfTheUserIsNobodyElses) {
  EXPECT_EQ(foreign(file_), "");
}

TEST_F(AFile, IsTheOneThatADescriptorIsCheckedAgainst) {
  struct stat expected {};
  ASSERT_EQ(::stat(file_.c_str(), &expected), 0);
  const auto found = look_up(file_, ::geteuid());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->inode, expected.st_ino);
  EXPECT_EQ(found->device, expected.st_dev);
  EXPECT_EQ(found->mode, expected.st_mode);
}

TEST_F(AFile, ThatEverybodyCanWriteIsForeign) {
  fs::permissions(file_, fs::perms(0646));
  EXPECT_EQ(foreign(file_), "folder/file can be written by everybody (mode 0646)");
}

TEST_F(AFile, OfAnotherUserIsForeign) {
  const uid_t user = stranger_to(file_);
  EXPECT_NE(foreign(file_, user).find("belongs to "), std::string::npos) << foreign(file_, user);
}

TEST_F(AFile, InAFolderThatEverybodyCanWriteToIsForeign) {
  fs::permissions(root_ / "folder", fs::perms(0757));
  EXPECT_EQ(foreign(file_), "folder can be written by everybody (mode 0757)");
}

TEST_F(AFile, InAFolderOfAnotherUserIsForeign) {
  const uid_t user = stranger_to(root_ / "folder");
  EXPECT_NE(foreign(file_, user).find("belongs to "), std::string::npos) << foreign(file_, user);
}

TEST_F(AFile, BelowAFolderThatEverybodyCanWriteToIsForeign) {
  fs::permissions(root_, fs::perms(0777));
  EXPECT_EQ(foreign(file_), root_.string() + " can be written by everybody (mode 0777)");
}

TEST_F(AFile, OfTheUserIsNotForeignInAFolderWhereOnlyOwnersReplaceTheirFiles) {
  fs::permissions(root_ / "folder", fs::perms(01777));
  EXPECT_EQ(foreign(file_), "");
}

TEST_F(AFile, OfAnotherUserIsForeignInAFolderWhereOnlyOwnersReplaceTheirFiles) {
  fs::permissions(root_ / "folder", fs::perms(01777));
  const uid_t user = stranger_to(file_);
  EXPECT_NE(foreign(file_, user), "");
}

TEST_F(AFile, ThatAGroupWithStrangersCanWriteIsForeign) {
  fs::permissions(file_, fs::perms(0664));
  constexpr gid_t kNobodyKnowsIt = 54321;
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(file_.c_str(), static_cast<uid_t>(-1), kNobodyKnowsIt), 0);
  }
  // Somebody else's primary group is not a private one of this user.
  const uid_t user = ::geteuid() == 0 ? 0 : ::geteuid() + 1;
  EXPECT_NE(foreign(file_, user), "");
}

TEST_F(AFile, ThatAGroupOfRootAloneCanWriteIsNotForeign) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file to the group of root";
  ASSERT_EQ(::chown(file_.c_str(), 0, 0), 0);
  fs::permissions(file_, fs::perms(0664));
  EXPECT_EQ(foreign(file_), "");
}

TEST_F(AFile, IsFollowedThroughLinks) {
  fs::create_symlink("folder/file", root_ / "relative");
  fs::create_symlink(root_ / "folder", root_ / "absolute");
  EXPECT_EQ(foreign(root_ / "relative"), "");
  EXPECT_EQ(foreign(root_ / "absolute" / ".." / "absolute" / "file"), "");
  fs::permissions(file_, fs::perms(0666));
  EXPECT_EQ(foreign(root_ / "relative"), "folder/file can be written by everybody (mode 0666)");
  EXPECT_EQ(foreign(root_ / "absolute" / "file"), "folder/file can be written by everybody (mode 0666)");
}

TEST_F(AFile, BehindALinkInAFolderThatOthersCanWriteToIsForeign) {
  fs::create_directory(root_ / "open");
  fs::create_symlink(file_, root_ / "open" / "link");
  fs::permissions(root_ / "open", fs::perms(0777));
  EXPECT_EQ(foreign(root_ / "open" / "link"), "open can be written by everybody (mode 0777)");
}

TEST_F(AFile, BehindALinkOfAnotherUserIsForeignWhereOthersCanPutOne) {
  fs::create_directory(root_ / "sticky");
  fs::create_symlink(file_, root_ / "sticky" / "link");
  fs::permissions(root_ / "sticky", fs::perms(01777));
  const uid_t user = stranger_to(root_ / "sticky" / "link");
  EXPECT_NE(foreign(root_ / "sticky" / "link", user), "");
}

TEST_F(AFile, ThatDoesNotExistIsNotFound) {
  EXPECT_EQ(look_up(root_ / "none", ::geteuid()).error().kind, ErrorKind::not_found);
  EXPECT_EQ(look_up(file_ / "below", ::geteuid()).error().kind, ErrorKind::not_found);
}

TEST_F(AFile, BehindLinksInACircleIsAnError) {
  fs::create_symlink("b", root_ / "a");
  fs::create_symlink("a", root_ / "b");
  EXPECT_EQ(look_up(root_ / "a", ::geteuid()).error().kind, ErrorKind::unavailable);
}

}  // namespace
}  // namespace workbench::base
