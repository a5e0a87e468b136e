#include "gateway/exposure/unique_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace workbench;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;
using Names = std::vector<std::string>;

Names names_of(const std::vector<gateway::ListedName>& tools) {
  return gateway::unique_names(tools, gateway::NameReaders::models);
}

TEST(UniqueNames, StayAsTheyAreWhileTheyAreUnique) {
  EXPECT_EQ(names_of({{"dev", "files", "read_file"}, {"dev", "git", "status-short"}, {"dev", "git", "A1"}}),
            (Names{"read_file", "status-short", "A1"}));
}

TEST(UniqueNames, OfCharactersThatModelsApisRefuseAreMadeAcceptable) {
  const Names given = names_of({{"dev", "git", "status.short"}, {"dev", "git", "a/b"}});
  EXPECT_THAT(given, ElementsAre(StartsWith("git__status_short_"), StartsWith("git__a_b_")));
}

TEST(UniqueNames, BeginAsTheApisOfAllModelsAccept) {
  EXPECT_THAT(
      names_of(
          {{"dev", "magic", "21st_builder"}, {"dev", "magic", "-dash"}, {"dev", "2nd", "3rd"}, {"2nd", "x", "_a"}}),
      ElementsAre("magic__21st_builder", "magic__-dash", StartsWith("_2nd__3rd_"), "_a"));
}

TEST(UniqueNames, ThatPeopleReadKeepTheirCharacters) {
  const std::vector<gateway::ListedName> prompts{
      {"dev", "git", "code.review"}, {"dev", "git", "a/b"}, {"dev", "git", "5_whys"}};
  EXPECT_EQ(gateway::unique_names(prompts, gateway::NameReaders::people), (Names{"code.review", "a/b", "5_whys"}));
}

TEST(UniqueNames, ThatSeveralServersUseNameTheServer) {
  EXPECT_EQ(names_of({{"dev", "files", "read"}, {"dev", "mail", "read"}, {"dev", "mail", "send"}}),
            (Names{"files__read", "mail__read", "send"}));
}

TEST(UniqueNames, ThatServersOfOneNameUseNameTheToolboxToo) {
  EXPECT_EQ(names_of({{"dev", "files", "read"}, {"prod", "files", "read"}}),
            (Names{"dev__files__read", "prod__files__read"}));
}

TEST(UniqueNames, DependOnNothingButWhatIsListed) {
  const gateway::ListedName first{"dev", "files", "read"};
  const gateway::ListedName second{"dev", "mail", "read"};
  EXPECT_EQ(names_of({second}), (Names{"read"})) << "as long as the first server is not known";
  EXPECT_EQ(names_of({first, second}), (Names{"files__read", "mail__read"}));
}

TEST(UniqueNames, ThatHostsRefuseAreMadeAcceptable) {
  const std::string long_name(100, 'n');
  const Names given = names_of({{"dev", "files", long_name}, {"dev", "files", "Größe"}});
  EXPECT_THAT(given, ElementsAre(AllOf(StartsWith(std::string(55, 'n')), SizeIs(64)), StartsWith("files__Gr____e_")));
}

TEST(UniqueNames, ThatAreTooLongKeepTheNameOfTheTool) {
  const std::string server(40, 's');
  const std::string tool = "create_a_pull_request_from_a_fork";
  EXPECT_THAT(names_of({{"dev", server, tool}, {"dev", "git", tool}}),
              ElementsAre(AllOf(StartsWith("sssss"), HasSubstr("__" + tool + "_"), SizeIs(64)), "git__" + tool));
}

TEST(UniqueNames, ThatAreCutOffAlikeStayApart) {
  const std::string long_name(100, 'n');
  const Names given = names_of({{"dev", "files", long_name + "1"}, {"dev", "files", long_name + "2"}});
  EXPECT_NE(given.at(0), given.at(1));
}

TEST(UniqueNames, ThatLookLikeOnesOfOursStayApart) {
  const Names given = names_of({{"dev", "other", "files__read"}, {"dev", "files", "read"}, {"dev", "mail", "read"}});
  EXPECT_THAT(given, ElementsAre("other__files__read", "dev__files__read", "mail__read"));
}

}  // namespace
