#include "gateway/exposure/native_names.hpp"

#include <gtest/gtest.h>

namespace {

using namespace workbench;

std::string parts(std::string_view name) {
  const auto tool = gateway::split_registered_name(name);
  return tool ? tool->toolbox + "|" + tool->server + "|" + tool->tool : "none";
}

TEST(ARegisteredName, IsSplitAtItsFirstTwoSeparators) {
  EXPECT_EQ(parts("dev__filesystem__read_file"), "dev|filesystem|read_file");
  EXPECT_EQ(parts("test__server__my__special__tool"), "test|server|my__special__tool");
  EXPECT_EQ(parts("dev__files___hidden"), "dev|files|_hidden");
}

TEST(ARegisteredName, NeedsThreePartsThatAreNotEmpty) {
  EXPECT_EQ(parts("invalid"), "none");
  EXPECT_EQ(parts("dev__filesystem_read_file"), "none");
  EXPECT_EQ(parts("__filesystem__read_file"), "none");
  EXPECT_EQ(parts("dev____read_file"), "none");
  EXPECT_EQ(parts("dev__filesystem__"), "none");
}

TEST(ARegisteredName, IsWholeWhereItFitsOrNoLimitIsKnown) {
  EXPECT_EQ(gateway::registered_name({"dev", "files", "read"}, 16), "dev__files__read");
  EXPECT_EQ(gateway::registered_name({"dev", "files", std::string(100, 'r')}, {}).size(), 112U);
}

TEST(ARegisteredName, ThatIsTooLongIsCutAndStaysDifferentFromOthers) {
  const std::string one = gateway::registered_name({"dev", "files", std::string(80, 'r') + "1"}, 48);
  const std::string other = gateway::registered_name({"dev", "files", std::string(80, 'r') + "2"}, 48);
  EXPECT_EQ(one.size(), 48U);
  EXPECT_NE(one, other);
  EXPECT_EQ(one.substr(0, 20), "dev__files__rrrrrrrr");
}

TEST(ARegisteredName, IsCutAtACharactersBorder) {
  std::string name = "x";
  for (int count = 0; count < 40; ++count) name += "\u00e9";
  const std::string cut = gateway::registered_name({"dev", "files", name}, 48);
  EXPECT_LE(cut.size(), 48U);
  EXPECT_EQ(cut.substr(cut.size() - 11, 2), "\u00e9") << cut;
}

}  // namespace
