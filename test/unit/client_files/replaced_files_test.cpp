#include "client_files/replaced_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client_files/undoing.hpp"
#include "config/config_file.hpp"
#include "temporary_folder.hpp"

namespace workbench::client_files {
namespace {

using test_support::TemporaryFolder;

std::string contents_of(const std::filesystem::path& file) {
  const auto bytes = config::read_bytes(file, 1000);
  return bytes ? *bytes : "(no such file)";
}

unsigned mode_of(const std::filesystem::path& file) {
  struct ::stat found {};
  ::stat(file.c_str(), &found);
  return found.st_mode & 0777U;
}

std::vector<UndoneFile> undo(const ReplacedFiles& files, const UndoWishes& wishes = {}) {
  std::vector<UndoneFile> undone = plan_undo(files.all(), wishes);
  for (const UndoneFile& file : undone) EXPECT_TRUE(carry_out(file, files));
  return undone;
}

TEST(ReplacedFiles, AreNotRestoredOverLaterChangesUnlessForced) {
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", "before");
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(file, "before", "after"));
  folder.write("settings.json", "changed by its owner");
  const auto refused = undo(files);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_THAT(refused[0].conflicts, testing::ElementsAre(testing::HasSubstr("has changed since")));
  EXPECT_EQ(contents_of(file), "changed by its owner");
  const auto forced = undo(files, {.only_last_run = false, .forces = true});
  ASSERT_EQ(forced.size(), 1U);
  EXPECT_THAT(forced[0].conflicts, testing::IsEmpty());
  EXPECT_EQ(contents_of(file), "before");
}

TEST(ReplacedFiles, ThatWereReplacedTwiceAreAsBeforeTheFirstTime) {
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", "1");
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(file, "1", "2"));
  ASSERT_TRUE(files.replace(file, "2", "3"));
  EXPECT_EQ(undo(files).size(), 1U);
  EXPECT_EQ(contents_of(file), "1");
  EXPECT_TRUE(files.all().empty());
}

TEST(ReplacedFiles, OfTheLastRunAloneAreRestoredIfSoWished) {
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", "1");
  ASSERT_TRUE(ReplacedFiles(folder.path() / "state").replace(file, "1", "2"));
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(file, "2", "3"));
  ASSERT_TRUE(files.replace(file, "3", "4"));
  EXPECT_EQ(undo(files, {.only_last_run = true, .forces = false}).size(), 1U);
  EXPECT_EQ(contents_of(file), "2");
  EXPECT_EQ(files.all().size(), 1U);
}

TEST(ReplacedFiles, ThatDidNotExistDoNotExistAfterwards) {
  const TemporaryFolder folder;
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(folder.path() / "new.json", std::nullopt, "{}", FileKind::toolboxes));
  EXPECT_EQ(contents_of(folder.path() / "new.json"), "{}");
  undo(files);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "new.json"));
}

TEST(ReplacedFiles, AreNotReplacedIfTheyHaveChangedSinceTheyWereRead) {
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", "theirs");
  ReplacedFiles files(folder.path() / "state");
  EXPECT_FALSE(files.replace(file, "as it was read", "ours"));
  EXPECT_FALSE(files.replace(file, std::nullopt, "ours"));
  EXPECT_EQ(contents_of(file), "theirs");
  EXPECT_TRUE(files.all().empty());
}

TEST(ReplacedFiles, AreRestoredAfterAnUndoThatWasInterruptedAnywhere) {
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", R"({"a": {"command": "a"}})");
  const std::string before = contents_of(file);
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(file, before, R"({"w": {"command": "w"}})"));
  // Written, but not forgotten; and half of what is forgotten is left.
  folder.write("settings.json", before);
  std::filesystem::create_directory(folder.path() / "state/7.forgotten");
  std::filesystem::create_directory(folder.path() / "state/8");
  folder.write("state/8/path", file.string());
  const auto undone = undo(files);
  ASSERT_EQ(undone.size(), 1U);
  EXPECT_FALSE(undone[0].is_changed());
  EXPECT_EQ(contents_of(file), before);
  EXPECT_TRUE(files.all().empty());
}

TEST(ReplacedFiles, OfEarlierVersionsAreRestoredEntryByEntryToo) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "state/1");
  const auto file = folder.write("settings.json", R"({"x": 2, "s": {"w": {"command": "w"}}})");
  folder.write("state/1/before", R"({"x": 1, "s": {"a": {"command": "a"}}})");
  folder.write("state/1/after", R"({"x": 1, "s": {"w": {"command": "w"}}})");
  folder.write("state/1/path", file.string());
  undo(ReplacedFiles(folder.path() / "state"));
  EXPECT_EQ(contents_of(file), R"({"x": 2, "s": {"a": {"command": "a"}}})");
}

TEST(ReplacedFiles, StayWithTheirOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can write the file of another user";
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", "1");
  ASSERT_EQ(::chown(file.c_str(), 1234, 4321), 0);
  ASSERT_TRUE(write_file(file, "2"));
  struct ::stat found {};
  ASSERT_EQ(::stat(file.c_str(), &found), 0);
  EXPECT_EQ(found.st_uid, 1234U);
  EXPECT_EQ(found.st_gid, 4321U);
}

TEST(ReplacedFiles, AreLockedForOneProcessAtATime) {
  const TemporaryFolder folder;
  const ReplacedFiles files(folder.path() / "state");
  const auto lock = files.lock();
  ASSERT_TRUE(lock);
  EXPECT_FALSE(files.lock());
}

TEST(ReplacedFiles, KeepTheirModeAndWhatIsKeptOfThemIsPrivate) {
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", "1");
  ::chmod(file.c_str(), 0644);
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(file, "1", "2"));
  EXPECT_EQ(mode_of(file), 0644U);
  EXPECT_EQ(mode_of(folder.path() / "state"), 0700U);
  EXPECT_EQ(mode_of(folder.path() / "state/1/before"), 0600U);
}

TEST(ReplacedFiles, AreWrittenThroughASymbolicLink) {
  const TemporaryFolder folder;
  const auto real = folder.write("dotfile", "1");
  std::filesystem::create_symlink("dotfile", folder.path() / "link");
  ASSERT_TRUE(write_file(folder.path() / "link", "2"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
  EXPECT_EQ(contents_of(real), "2");
}

TEST(ReplacedFiles, AreWrittenThroughASymbolicLinkToAFileThatDoesNotExistYet) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "dotfiles");
  std::filesystem::create_symlink("dotfiles/file", folder.path() / "link");
  ASSERT_TRUE(write_file(folder.path() / "link", "2"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
  EXPECT_EQ(contents_of(folder.path() / "dotfiles/file"), "2");
}

TEST(ReplacedFiles, AreWholeIfTheDiskIsFull) {
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", "before");
  const auto write_with_a_full_disk = [&] {
    const ::rlimit limit = {4, 4};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::signal(SIGXFSZ, SIG_IGN);
    ::_exit(write_file(file, "much more than four bytes") ? 1 : 0);
  };
  EXPECT_EXIT(write_with_a_full_disk(), testing::ExitedWithCode(0), "");
  EXPECT_EQ(contents_of(file), "before");
  const auto names = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(names), end(names)), 1);
}

}  // namespace
}  // namespace workbench::client_files
