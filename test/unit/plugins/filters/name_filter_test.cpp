#include "name_filter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench {
namespace {

bool admits(std::string_view wanted, std::string_view name) {
  Tool tool;
  tool.name = name;
  return make_name_filter(wanted).value()->admits(tool);
}

TEST(NameFilter, AdmitsTheToolOfThatName) {
  EXPECT_TRUE(admits("read_file", "read_file"));
}

TEST(NameFilter, RefusesANameThatOnlyBeginsOrEndsAlike) {
  EXPECT_FALSE(admits("read", "read_file"));
  EXPECT_FALSE(admits("file", "read_file"));
  EXPECT_FALSE(admits("read_file", "read"));
}

TEST(NameFilter, MindsTheCase) {
  EXPECT_FALSE(admits("read_file", "Read_File"));
}

TEST(NameFilter, TakesWildcardCharactersLiterally) {
  EXPECT_TRUE(admits("what?", "what?"));
  EXPECT_FALSE(admits("what?", "whats"));
  EXPECT_FALSE(admits("*", "read_file"));
}

TEST(NameFilter, RefusesAnEmptyNameAndSaysWhatToWrite) {
  const auto refused = make_name_filter("");

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("write the tool's name"));
}

}  // namespace
}  // namespace workbench
