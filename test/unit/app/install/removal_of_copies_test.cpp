#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "install/user_installation.hpp"
#include "temporary_folder.hpp"
#include "user_without_rights.hpp"

namespace {

using namespace workbench::app;
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Two copies, and what an interrupted copying has left.
struct ARemovalOfCopies : testing::Test {
  ARemovalOfCopies() {
    for (const char* name : {"1.0.0", "2.0.0", ".staged-abc"}) {
      fs::create_directories(installation.folder() / name / "lib/mcp-workbench");
    }
    fs::create_symlink("2.0.0", installation.current());
  }
  [[nodiscard]] workbench::config::Environment environment() const {
    return
        [this](std::string_view name) { return name == "HOME" ? std::optional(folder.path().string()) : std::nullopt; };
  }
  [[nodiscard]] fs::path closed() const { return installation.folder() / "1.0.0/lib"; }

  const test_support::TemporaryFolder folder;
  const UserInstallation installation{environment()};
};

TEST_F(ARemovalOfCopies, RemovesAllOfThemAndTheFolder) {
  const auto removal = installation.remove_all();
  EXPECT_THAT(removal.failures, IsEmpty());
  EXPECT_THAT(removal.removed, testing::Contains(installation.folder() / "1.0.0"));
  EXPECT_FALSE(fs::exists(installation.folder()));
}

TEST_F(ARemovalOfCopies, NamesWhatStaysAndFinishesItNextTime) {
  const test_support::UserWithoutRights user(folder.path());
  fs::permissions(closed(), fs::perms::owner_read | fs::perms::owner_exec);
  const auto removal = installation.remove_all();
  const fs::path remains = installation.folder() / ".staged-removed-1.0.0";
  EXPECT_THAT(removal.failures, ElementsAre(HasSubstr(remains.string() + " cannot be removed: Permission denied")));
  EXPECT_THAT(installation.copies(), IsEmpty()) << "half of a copy is not a copy";
  fs::permissions(remains / "lib", fs::perms::owner_all);
  EXPECT_THAT(installation.remove_all().failures, IsEmpty());
  EXPECT_FALSE(fs::exists(installation.folder()));
}

TEST_F(ARemovalOfCopies, SaysThatTheFolderCannotBeListed) {
  const test_support::UserWithoutRights user(folder.path());
  fs::permissions(installation.folder(), fs::perms::none);
  const auto removal = installation.remove_all();
  fs::permissions(installation.folder(), fs::perms::owner_all);
  EXPECT_THAT(removal.failures, ElementsAre(HasSubstr("cannot be removed: Permission denied")));
}

TEST_F(ARemovalOfCopies, OfAnUpgradeLeavesNoHalfOfACopyEither) {
  const test_support::UserWithoutRights user(folder.path());
  fs::permissions(closed(), fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_THAT(installation.remove_unused(), IsEmpty());
  EXPECT_THAT(installation.copies(), ElementsAre("2.0.0"));
  fs::permissions(installation.folder() / ".staged-removed-1.0.0/lib", fs::perms::owner_all);
  EXPECT_THAT(installation.remove_unused(), IsEmpty());
  EXPECT_FALSE(fs::exists(installation.folder() / ".staged-removed-1.0.0"));
}

}  // namespace
