#include "gateway/modes/unique_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace workbench;
using testing::AllOf;
using testing::ElementsAre;
using testing::SizeIs;
using testing::StartsWith;
using Names = std::vector<std::string>;

TEST(UniqueNames, StayAsTheyAreWhileTheyAreUnique) {
  gateway::UniqueNames names;
  EXPECT_EQ(names.names_for({{"dev", "files", "read_file"}, {"dev", "git", "status.short"}, {"dev", "git", "a/b"}}),
            (Names{"read_file", "status.short", "a/b"}));
}

TEST(UniqueNames, ThatSeveralServersUseNameTheServer) {
  gateway::UniqueNames names;
  EXPECT_EQ(names.names_for({{"dev", "files", "read"}, {"dev", "mail", "read"}, {"dev", "mail", "send"}}),
            (Names{"files__read", "mail__read", "send"}));
}

TEST(UniqueNames, ThatServersOfOneNameUseNameTheToolboxToo) {
  gateway::UniqueNames names;
  EXPECT_EQ(names.names_for({{"dev", "files", "read"}, {"prod", "files", "read"}}),
            (Names{"dev__files__read", "prod__files__read"}));
}

TEST(UniqueNames, AreForgottenOnceVeryManyOthersHaveBeenListed) {
  gateway::UniqueNames names;
  const gateway::ListedName first{"dev", "files", "read"};
  const gateway::ListedName second{"dev", "mail", "read"};
  static_cast<void>(names.names_for({first, second}));
  EXPECT_EQ(names.names_for({second}), (Names{"mail__read"}));
  for (int list = 0; list < 30; ++list) {
    std::vector<gateway::ListedName> others;
    for (int tool = 0; tool < 1'000; ++tool) {
      others.push_back({"dev", "web", "t" + std::to_string(list) + "_" + std::to_string(tool)});
    }
    static_cast<void>(names.names_for(others));
  }
  EXPECT_EQ(names.names_for({second}), (Names{"read"}));
}

TEST(UniqueNames, AreForgottenOnceManyLongOnesHaveBeenListed) {
  gateway::UniqueNames names;
  const gateway::ListedName first{"dev", "files", "read"};
  const gateway::ListedName second{"dev", "mail", "read"};
  static_cast<void>(names.names_for({first, second}));
  for (char letter = 'a'; letter <= 'h'; ++letter) {
    static_cast<void>(names.names_for({{"dev", "web", std::string(1'000'000, letter)}}));
  }
  EXPECT_EQ(names.names_for({second}), (Names{"read"}));
}

TEST(UniqueNames, AreKeptWhenServersComeAndGo) {
  gateway::UniqueNames names;
  const gateway::ListedName first{"dev", "files", "read"};
  const gateway::ListedName second{"dev", "mail", "read"};
  EXPECT_EQ(names.names_for({first}), (Names{"read"}));
  EXPECT_EQ(names.names_for({first, second}), (Names{"read", "mail__read"}));
  EXPECT_EQ(names.names_for({second}), (Names{"mail__read"}));
}

TEST(UniqueNames, AreNeverGivenToAnother) {
  gateway::UniqueNames names;
  EXPECT_EQ(names.names_for({{"dev", "files", "read"}}), (Names{"read"}));
  EXPECT_EQ(names.names_for({{"dev", "mail", "read"}}), (Names{"mail__read"}));
}

TEST(UniqueNames, ThatHostsRefuseAreMadeAcceptable) {
  gateway::UniqueNames names;
  const std::string long_name(100, 'n');
  const Names given = names.names_for({{"dev", "files", long_name}, {"dev", "files", "Größe"}});
  EXPECT_THAT(given, ElementsAre(AllOf(StartsWith("files__nnn"), SizeIs(64)), StartsWith("files__Gr____e_")));
}

TEST(UniqueNames, ThatAreCutOffAlikeStayApart) {
  gateway::UniqueNames names;
  const std::string long_name(100, 'n');
  const Names given = names.names_for({{"dev", "files", long_name + "1"}, {"dev", "files", long_name + "2"}});
  EXPECT_NE(given.at(0), given.at(1));
}

TEST(UniqueNames, ThatLookLikeOnesOfOursStayApart) {
  gateway::UniqueNames names;
  const Names given =
      names.names_for({{"dev", "other", "files__read"}, {"dev", "files", "read"}, {"dev", "mail", "read"}});
  EXPECT_THAT(given, ElementsAre("other__files__read", "dev__files__read", "mail__read"));
}

TEST(UniqueNames, AreTheSameInEveryRun) {
  const std::vector<gateway::ListedName> all{{"dev", "files", std::string(100, 'n')}, {"dev", "mail", "read"}};
  EXPECT_EQ(gateway::UniqueNames().names_for(all), gateway::UniqueNames().names_for(all));
}

}  // namespace
