#include "gateway/requests/uri_templates.hpp"

#include <gtest/gtest.h>

#include <string>

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

TEST(AUriTemplate, IsComparedInTimeThatGrowsWithTheLengthsAlone) {
  // With a search that restarts at each byte this takes minutes, with a search that restarts at each expression hours.
  const std::string letters(1'000'000, 'a');
  const std::string uri_template = "{x}" + std::string(50'000, 'a') + "b{y}";
  for (int round = 0; round < 100; ++round) ASSERT_FALSE(gateway::may_expand_to(uri_template, letters));
  std::string expressions;
  for (int count = 0; count < 10'000; ++count) expressions += "a{x}";
  EXPECT_FALSE(gateway::may_expand_to(expressions + "b", letters));
}

class UriTemplates : public testing::Test {
 protected:
  using Scheme = gateway::UriTemplates::Scheme;
  gateway::UriTemplates templates_;
};

TEST_F(UriTemplates, OfASchemeAreApartFromThoseOfEveryScheme) {
  templates_.add("file:///{path}");
  templates_.add("{+anything}");
  EXPECT_TRUE(templates_.has_fitting("file:///a", Scheme::named));
  EXPECT_FALSE(templates_.has_fitting("http://a", Scheme::named));
  EXPECT_TRUE(templates_.has_fitting("http://a", Scheme::any));
}

TEST_F(UriTemplates, FitNoUriAndNoTemplateBeyondTheirLimits) {
  templates_.add("file:///{path}");
  const auto file_of = [](std::size_t bytes) { return "file:///" + std::string(bytes - 8, 'x'); };
  EXPECT_TRUE(templates_.has_fitting(file_of(gateway::UriTemplates::kMaxUriBytes), Scheme::named));
  EXPECT_FALSE(templates_.has_fitting(file_of(gateway::UriTemplates::kMaxUriBytes + 1), Scheme::named));
  templates_.add("x:" + std::string(gateway::UriTemplates::kMaxTemplateBytes, 'x') + "{y}");
  EXPECT_FALSE(
      templates_.has_fitting("x:" + std::string(gateway::UriTemplates::kMaxTemplateBytes + 1, 'x'), Scheme::named));
}

TEST_F(UriTemplates, AreAllTriedIfTheyDifferInTheirBeginnings) {
  for (int number = 0; number < 4'000; ++number) templates_.add("file:///" + std::to_string(number) + "/{path}");
  EXPECT_TRUE(templates_.has_fitting("file:///3999/a", Scheme::named));
}

TEST_F(UriTemplates, AreComparedNoLongerThanTheirLimitHoweverManyThereAre) {
  for (int number = 0; number < 2'000; ++number) templates_.add("x:{a}y{b}");
  templates_.add("x:{c}");
  EXPECT_TRUE(templates_.has_fitting("x:x", Scheme::named));
  EXPECT_FALSE(templates_.has_fitting("x:" + std::string(60'000, 'x'), Scheme::named)) << "the last one is not tried";
}

}  // namespace
