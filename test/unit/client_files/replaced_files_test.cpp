#include "client_files/replaced_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

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

TEST(ReplacedFiles, AreNotRestoredOverLaterChangesUnlessForced) {
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", "before");
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(file, "before", "after"));
  folder.write("settings.json", "changed by its owner");
  const auto refused = files.undo(false);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_THAT(refused[0].refusal, testing::HasSubstr("has changed since"));
  EXPECT_EQ(contents_of(file), "changed by its owner");
  const auto forced = files.undo(true);
  ASSERT_EQ(forced.size(), 1U);
  EXPECT_EQ(forced[0].refusal, "");
  EXPECT_EQ(contents_of(file), "before");
}

TEST(ReplacedFiles, ThatWereReplacedTwiceAreAsBeforeTheFirstTime) {
  const TemporaryFolder folder;
  const auto file = folder.write("settings.json", "1");
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(file, "1", "2"));
  ASSERT_TRUE(files.replace(file, "2", "3"));
  EXPECT_EQ(files.undo(false).size(), 1U);
  EXPECT_EQ(contents_of(file), "1");
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

}  // namespace
}  // namespace workbench::client_files
