#include "base/name_map.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace {

using namespace workbench;

TEST(NameMap, FindsANameThatIsAPartOfAText) {
  base::NameMap<int> ages{{"Ada", 36}, {"Grace", 85}};
  constexpr std::string_view kText = "Ada and Grace";
  EXPECT_EQ(ages.find(kText.substr(8))->second, 85);
  EXPECT_EQ(ages.find(kText.substr(0, 2)), ages.end());
}

TEST(NameMap, TellsNamesWithNulsApart) {
  using namespace std::string_view_literals;
  const base::NameSet names{"a"};
  EXPECT_EQ(names.count("a\0b"sv), 0U);
  EXPECT_EQ(names.count("a"sv), 1U);
}

}  // namespace
