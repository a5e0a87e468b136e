#include "consent/toolboxes_choice.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include "consent_fixture.hpp"

namespace workbench::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST_F(AProject, UsesTheFileOfTheUserWhereNobodyHasAllowedTheLocalOne) {
  const auto of_user = write("config/mcp-workbench/workbench-config.json", "{}");
  EXPECT_EQ(choice().file, of_user);
  EXPECT_EQ(choice().right, FileRight::own);
  EXPECT_FALSE(choice().is_waiting);
  EXPECT_THAT(choice().remark, AllOf(HasSubstr("found " + local_.string()), HasSubstr("it has not been allowed"),
                                     HasSubstr("mcp-workbench trust " + local_.string())));
}

TEST_F(AProject, WaitsWhereThereIsNoFileOfTheUser) {
  EXPECT_EQ(choice().file, local_);
  EXPECT_TRUE(choice().is_waiting);
  EXPECT_THAT(choice().remark, HasSubstr("it has not been allowed"));
}

TEST_F(AProject, UsesTheLocalFileThatWasAllowedBeforeThatOfTheUser) {
  write("config/mcp-workbench/workbench-config.json", "{}");
  allow();
  EXPECT_EQ(choice().file, local_);
  EXPECT_EQ(choice().right, FileRight::trusted);
  EXPECT_FALSE(choice().is_waiting);
  EXPECT_EQ(choice().remark, "");
}

TEST_F(AProject, SaysNothingWhereThereIsNoLocalFile) {
  std::filesystem::remove(local_);
  const auto of_user = write("config/mcp-workbench/workbench-config.json", "{}");
  EXPECT_EQ(choice().file, of_user);
  EXPECT_EQ(choice().remark, "");
}

TEST_F(AProject, KnowsTheFileOfTheUserInItsOwnFolder) {
  const auto of_user = write("config/mcp-workbench/workbench-config.json", "{}");
  const ToolboxesChoice choice = choose_toolboxes_file(of_user, of_user, environment());
  EXPECT_EQ(choice.right, FileRight::own);
  EXPECT_EQ(choice.remark, "");
}

TEST_F(AProject, NeverTakesALocalFileForTheUsersOwn) {
  std::filesystem::remove(local_);
  const ToolboxesChoice choice = choose_toolboxes_file(local_, {}, environment());
  EXPECT_EQ(choice.right, FileRight::trusted) << "it may be made later";
}

TEST_F(AProject, ForgetsWhatWasAllowedWithTheFirstByteThatChanges) {
  allow();
  write("project/workbench-config.json", "{ }");
  EXPECT_TRUE(choice().is_waiting);
  EXPECT_THAT(choice().remark, HasSubstr("has changed since it was allowed"));
}

TEST_F(AProject, ForgetsItWithTheFirstByteOfAFileThatItReads) {
  const auto variables = write("project/.env", "A=1\n");
  allow({variables});
  EXPECT_FALSE(choice().is_waiting);
  write("project/.env", "A=2\n");
  EXPECT_TRUE(choice().is_waiting);
  EXPECT_THAT(choice().remark, AllOf(HasSubstr(".env"), HasSubstr("has changed since it was allowed")));
}

TEST_F(AProject, ForgetsItWhenAFileComesOrGoesThatItReads) {
  const auto absent = path("project/answers");
  const auto present = write("project/.env", "");
  allow({absent, present});
  EXPECT_FALSE(choice().is_waiting);
  write("project/answers", "");
  EXPECT_TRUE(choice().is_waiting);
  std::filesystem::remove(absent);
  EXPECT_FALSE(choice().is_waiting);
  std::filesystem::remove(present);
  EXPECT_TRUE(choice().is_waiting);
}

TEST_F(AProject, DoesNotUseAFileThatOthersCanChangeAllowedOrNot) {
  allow();
  ASSERT_EQ(::chmod(local_.c_str(), 0666), 0);
  EXPECT_TRUE(choice().is_waiting);
  EXPECT_THAT(choice().remark, AllOf(HasSubstr("can be written by everybody (mode 0666)"), HasSubstr("chmod o-w"),
                                     HasSubstr("--config")));
}

TEST_F(AProject, DoesNotUseAFileInAFolderThatOthersCanWriteTo) {
  allow();
  ASSERT_EQ(::chmod(path("project").c_str(), 0777), 0);
  EXPECT_TRUE(choice().is_waiting);
  EXPECT_THAT(choice().remark, HasSubstr("can be written by everybody (mode 0777)"));
}

TEST_F(AProject, DoesNotUseAVariablesFileThatOthersCanChange) {
  const auto variables = write("project/.env", "A=1\n");
  allow({variables});
  ASSERT_EQ(::chmod(variables.c_str(), 0666), 0);
  EXPECT_TRUE(choice().is_waiting);
}

TEST_F(AProject, DoesNotUseAFileOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  allow();
  constexpr uid_t kOther = 54321;
  ASSERT_EQ(::chown(local_.c_str(), kOther, static_cast<gid_t>(-1)), 0);
  EXPECT_TRUE(choice().is_waiting);
  EXPECT_THAT(choice().remark, HasSubstr("belongs to uid 54321"));
}

TEST_F(AProject, IsNotTakenForAnotherOneByALinkToItsFile) {
  allow();
  std::filesystem::create_directory(path("other"));
  std::filesystem::create_symlink(local_, path("other/workbench-config.json"));
  EXPECT_TRUE(choose_toolboxes_file(path("other/workbench-config.json"), {}, environment()).is_waiting);
}

TEST_F(AProject, IsTheSameByAnotherPathToItsFolder) {
  allow();
  std::filesystem::create_symlink(path("project"), path("link"));
  const ToolboxesChoice choice = choose_toolboxes_file(path("link/workbench-config.json"), {}, environment());
  EXPECT_FALSE(choice.is_waiting);
  EXPECT_EQ(choice.file, local_);
}

TEST_F(AProject, DoesNotBelieveAListThatOthersCanWrite) {
  allow();
  ASSERT_EQ(::chmod(store().file().c_str(), 0666), 0);
  EXPECT_TRUE(choice().is_waiting);
  EXPECT_THAT(choice().remark, HasSubstr("is not used, because"));
}

TEST_F(AProject, QuotesItsPathForTheShellToWhichTheCommandIsGiven) {
  std::filesystem::create_directory(path("a $(b) 'c'"));
  const auto file = write("a $(b) 'c'/workbench-config.json", "{}");
  EXPECT_EQ(command_to_trust(file),
            "mcp-workbench trust '" + path("a $(b) '\\''c'\\''").string() + "/workbench-config.json'");
}

}  // namespace
}  // namespace workbench::app
