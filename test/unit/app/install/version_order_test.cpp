#include "install/version_order.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using workbench::app::order_of_versions;

/// The example of Semantic Versioning 2.0.0, section 11, and more of the kind.
TEST(VersionOrder, IsThatOfSemanticVersioning) {
  const std::vector<const char*> ascending{"0.2.0",
                                           "0.10.0",
                                           "1.0.0-1",
                                           "1.0.0-2",
                                           "1.0.0-11",
                                           "1.0.0-alpha",
                                           "1.0.0-alpha.1",
                                           "1.0.0-alpha.beta",
                                           "1.0.0-beta",
                                           "1.0.0-beta.2",
                                           "1.0.0-beta.11",
                                           "1.0.0-rc.1",
                                           "1.0.0",
                                           "1.0.1-x-y",
                                           "1.0.1",
                                           "2.0.0",
                                           "18446744073709551616.0.0",
                                           "18446744073709551617.0.0"};
  for (std::size_t one = 0; one < ascending.size(); ++one) {
    for (std::size_t other = 0; other < ascending.size(); ++other) {
      EXPECT_EQ(order_of_versions(ascending[one], ascending[other]), one <=> other)
          << ascending[one] << " and " << ascending[other];
    }
  }
}

TEST(VersionOrder, DoesNotCountBuildMetadata) {
  EXPECT_EQ(order_of_versions("1.0.0+a", "1.0.0+b-1"), std::strong_ordering::equal);
  EXPECT_EQ(order_of_versions("1.0.0-rc.1+b", "1.0.0+a"), std::strong_ordering::less);
}

TEST(VersionOrder, IsThatOfTheTextWhereThereIsNoNumber) {
  EXPECT_EQ(order_of_versions("", ""), std::strong_ordering::equal);
  EXPECT_EQ(order_of_versions("1.x", "1.y"), std::strong_ordering::less);
}

}  // namespace
