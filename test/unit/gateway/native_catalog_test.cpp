#include "gateway/modes/native_catalog.hpp"

#include <gtest/gtest.h>

namespace {

using namespace workbench;

TEST(AUriTemplate, FitsWhatItMayExpandTo) {
  EXPECT_TRUE(gateway::may_expand_to("test://template/{id}/data", "test://template/123/data"));
  EXPECT_TRUE(gateway::may_expand_to("file:///{path}", "file:///a/b/c.txt"));
  EXPECT_TRUE(gateway::may_expand_to("x://{a}-{b}", "x://1-2-3"));
  EXPECT_TRUE(gateway::may_expand_to("x://{a}{?query*}", "x://1?q=2"));
  EXPECT_TRUE(gateway::may_expand_to("x://plain", "x://plain"));
  EXPECT_TRUE(gateway::may_expand_to("{+everything}", "x://plain"));
}

TEST(AUriTemplate, FitsNothingElse) {
  EXPECT_FALSE(gateway::may_expand_to("test://template/{id}/data", "test://template/123/info"));
  EXPECT_FALSE(gateway::may_expand_to("test://template/{id}/data", "other://template/123/data"));
  EXPECT_FALSE(gateway::may_expand_to("x://plain", "x://plain/more"));
  EXPECT_FALSE(gateway::may_expand_to("x://{a}-{b}", "x://12"));
  EXPECT_FALSE(gateway::may_expand_to("x://{unclosed", "x://y"));
}

}  // namespace
