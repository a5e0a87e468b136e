#include "consent/trusted_files.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <thread>

#include "consent_fixture.hpp"

namespace workbench::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using AList = AProject;

TEST_F(AList, IsEmptyBeforeAnythingIsAllowed) {
  EXPECT_THAT(store().load().value(), IsEmpty());
}

TEST_F(AList, KeepsWhatWasAllowedForItsUserAlone) {
  allow();
  const auto all = store().load().value();
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].file, local_);
  EXPECT_EQ(all[0].seen, (std::vector<SeenFile>{{local_, sha256_of("{}")}}));
  struct stat found {};
  ASSERT_EQ(::stat(store().file().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777U, 0600U);
  ASSERT_EQ(::stat(store().file().parent_path().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 07777U, 0700U);
}

TEST_F(AList, HasEachFileOnceAsItWasAllowedLast) {
  allow();
  write("project/workbench-config.json", "{ }");
  allow();
  const auto all = store().load().value();
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].seen[0].sha256, sha256_of("{ }"));
}

TEST_F(AList, LosesNothingWhenSeveralAddToItAtOnce) {
  std::vector<std::thread> writers;
  for (int number = 0; number != 8; ++number) {
    writers.emplace_back([this, number] {
      const std::filesystem::path file = "/p" + std::to_string(number) + "/workbench-config.json";
      EXPECT_TRUE(store().add({file, {{file, sha256_of("")}}}));
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_THAT(store().load().value(), SizeIs(8));
}

TEST_F(AList, ForgetsWhatIsRevoked) {
  allow();
  EXPECT_TRUE(store().remove(local_).value());
  EXPECT_FALSE(store().remove(local_).value());
  EXPECT_THAT(store().load().value(), IsEmpty());
}

TEST_F(AList, RecordsAnAnswerThatTheUserHasGiven) {
  const auto answers = path("project/workbench-config.json.inputs");
  allow({answers});
  write_with_mode("project/workbench-config.json.inputs", "{}", 0600);
  EXPECT_TRUE(choice().is_waiting);
  ASSERT_TRUE(store().record(local_, answers));
  EXPECT_FALSE(choice().is_waiting);
}

TEST_F(AList, RecordsNothingForAFileThatIsNotAllowed) {
  ASSERT_TRUE(store().record(local_, local_));
  EXPECT_THAT(store().load().value(), IsEmpty());
}

TEST_F(AList, ThatIsDamagedAllowsNothingAndIsNotReplacedUnseen) {
  allow();
  for (const char* damaged :
       {"", "{", R"({"files":[{"file":"relative","seen":[]}]})", R"({"files":[{"file":"/p"}]})"}) {
    write_with_mode("state/mcp-workbench/trusted-files.json", damaged, 0600);
    EXPECT_FALSE(store().load()) << damaged;
    EXPECT_THAT(store().add({local_, {{local_, ""}}}).error().message, HasSubstr("is damaged; remove it")) << damaged;
    EXPECT_TRUE(choice().is_waiting);
  }
}

TEST_F(AList, RefusesAPathThatItCannotKeep) {
  const std::filesystem::path file = "/p\xFF/workbench-config.json";
  EXPECT_FALSE(store().add({file, {{file, ""}}}));
}

TEST_F(AList, CannotBeKeptWithoutAFolder) {
  const TrustedFiles homeless([](std::string_view) { return std::nullopt; });
  EXPECT_THAT(homeless.load().value(), IsEmpty());
  EXPECT_THAT(homeless.add({local_, {}}).error().message, HasSubstr("set HOME"));
}

}  // namespace
}  // namespace workbench::app
