// Undoing where a file of a client, or what was kept to restore it, cannot be read or does not exist any more.

#include "client_files/undoing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/config_file.hpp"
#include "file_contents.hpp"
#include "temporary_folder.hpp"
#include "user_without_rights.hpp"

namespace workbench::client_files {
namespace {

namespace fs = std::filesystem;
using test_support::UserWithoutRights;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A client's file, a toolboxes file and a file of variables after init.
struct AnUndo : testing::Test {
  AnUndo() {
    client = folder.write("client.json", "theirs");
    EXPECT_TRUE(files.replace(client, "theirs", "ours"));
    EXPECT_TRUE(files.replace(toolboxes, std::nullopt, "{}", FileKind::toolboxes));
    EXPECT_TRUE(files.replace(variables, std::nullopt, "TOKEN=secret\n", FileKind::variables));
  }

  std::vector<UndoneFile> undo(const UndoWishes& wishes) const {
    std::vector<UndoneFile> undone = plan_undo(files.all(), wishes);
    for (const UndoneFile& one : undone) EXPECT_TRUE(carry_out(one, files));
    return undone;
  }
  /// With each wish that could lose something.
  void expect_all_stay(const std::string& reason) const {
    for (const UndoWishes& wishes : {UndoWishes{}, UndoWishes{.forces = true}, UndoWishes{.passes_over_missing = true},
                                     UndoWishes{.forces = true, .passes_over_missing = true}}) {
      const auto undone = undo(wishes);
      ASSERT_EQ(undone.size(), 3U);
      EXPECT_THAT(undone[0].conflicts, ElementsAre(HasSubstr(reason)));
      for (const UndoneFile& one : undone) EXPECT_FALSE(one.is_changed()) << one.file;
      EXPECT_EQ(files.all().size(), 3U);
      EXPECT_TRUE(fs::exists(toolboxes));
      EXPECT_TRUE(fs::exists(variables));
    }
  }

  const test_support::TemporaryFolder folder;
  ReplacedFiles files{folder.path() / "state"};
  fs::path client;
  const fs::path toolboxes = folder.path() / "toolboxes.json";
  const fs::path variables = folder.path() / "variables.env";
};

TEST_F(AnUndo, KeepsEverythingWhileAFileOfAClientIsTooLargeToBeRead) {
  fs::resize_file(client, config::kMaxFileBytes + 1);
  expect_all_stay("is larger than");
  EXPECT_EQ(fs::file_size(client), config::kMaxFileBytes + 1);
}

TEST_F(AnUndo, KeepsEverythingWhileAFileOfAClientIsALinkToAnAbsentFile) {
  fs::remove(client);
  fs::create_symlink(folder.path() / "unmounted/client.json", client);
  expect_all_stay("is a link to a file that does not exist");
  EXPECT_FALSE(fs::exists(folder.path() / "unmounted"));
}

TEST_F(AnUndo, KeepsEverythingWhileAFileOfAClientIsAFolder) {
  fs::remove(client);
  fs::create_directory(client);
  expect_all_stay("is a folder, not a file");
}

TEST_F(AnUndo, KeepsEverythingWhileAFileOfAClientMayNotBeRead) {
  const UserWithoutRights user(folder.path());
  fs::permissions(client, fs::perms::none);
  expect_all_stay("cannot be read (Permission denied)");
  fs::permissions(client, fs::perms::owner_all);
  EXPECT_THAT(undo({})[0].conflicts, IsEmpty());
  EXPECT_EQ(test_support::contents_of(client), "theirs");
}

TEST_F(AnUndo, KeepsEverythingWhileTheFolderOfAClientMayNotBeSearched) {
  fs::create_directory(folder.path() / "client");
  const fs::path moved = folder.path() / "client/client.json";
  ASSERT_TRUE(files.replace(folder.write("client/client.json", "theirs"), "theirs", "ours"));
  fs::remove(client);
  const UserWithoutRights user(folder.path());
  fs::permissions(moved.parent_path(), fs::perms::none);
  const auto undone = undo({.forces = true});
  fs::permissions(moved.parent_path(), fs::perms::owner_all);
  EXPECT_THAT(undone[0].conflicts, ElementsAre(HasSubstr("cannot be read (Permission denied)")));
  EXPECT_EQ(test_support::contents_of(moved), "ours");
  EXPECT_TRUE(fs::exists(toolboxes));
}

TEST_F(AnUndo, KeepsTheVariablesOfAToolboxesFileThatCannotBeRead) {
  fs::remove(toolboxes);
  fs::create_directory(toolboxes);
  const auto undone = undo({.forces = true});
  EXPECT_EQ(test_support::contents_of(client), "theirs");
  EXPECT_THAT(undone[2].conflicts, ElementsAre(HasSubstr("a toolboxes file that may use it cannot be read")));
  EXPECT_TRUE(fs::exists(variables));
}

TEST_F(AnUndo, KeepsWhatAFileHadThatDoesNotExistAnyMore) {
  fs::remove(client);
  const auto undone = undo({.passes_over_missing = true});
  EXPECT_THAT(undone[0].conflicts, IsEmpty());
  EXPECT_FALSE(fs::exists(client));
  EXPECT_FALSE(fs::exists(toolboxes));
  ASSERT_EQ(files.all().size(), 1U);
  const fs::path kept = files.all().front().folder / "before";
  EXPECT_THAT(undone[0].notes, ElementsAre(HasSubstr(kept.string())));
  EXPECT_EQ(test_support::contents_of(kept), "theirs");
}

TEST_F(AnUndo, DoesNotReplaceAFileThatHasAppearedSinceItWasPlanned) {
  fs::remove(client);
  const auto planned = plan_undo(files.all(), {.forces = true});
  folder.write("client.json", "new");
  EXPECT_FALSE(carry_out(planned[0], files));
  EXPECT_EQ(test_support::contents_of(client), "new");
  EXPECT_EQ(files.all().size(), 3U);
}

TEST_F(AnUndo, IsNotPossibleWhileWhatWasKeptCannotBeRead) {
  EXPECT_TRUE(files.check());
  const UserWithoutRights user(folder.path());
  for (const fs::path& kept : {files.all().front().folder / "before", files.all().front().folder / "path",
                               files.all().front().folder, folder.path() / "state"}) {
    const fs::perms before = fs::status(kept).permissions();
    fs::permissions(kept, fs::perms::none);
    const auto checked = files.check();
    fs::permissions(kept, before);
    ASSERT_FALSE(checked) << kept;
    EXPECT_THAT(checked.error().message, HasSubstr("cannot be read"));
  }
}

TEST_F(AnUndo, IsPossibleForEachFileThatInitWrites) {
  const std::string large(config::kMaxFileBytes + 1, ' ');
  EXPECT_FALSE(files.replace(client, "ours", large));
  EXPECT_EQ(test_support::contents_of(client), "ours");
  EXPECT_TRUE(files.check());
}

}  // namespace
}  // namespace workbench::client_files
