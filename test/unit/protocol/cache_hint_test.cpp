#include "protocol/cache_hint.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace {

using namespace workbench;
using namespace std::chrono_literals;
using protocol::CacheHint;

std::string written(const CacheHint& hint) {
  JsonWriter writer;
  writer.object();
  protocol::write_cache_hint(writer, hint);
  return std::move(writer.end()).take();
}

TEST(CacheHint, IsReadInEveryFormThatMeansATime) {
  const std::map<std::string, std::chrono::milliseconds> rows = {
      {"0", 0ms},    {"1500", 1500ms}, {"1500.0", 1500ms}, {"1.5e3", 1500ms},
      {"0.9", 0ms},  {"-1", 0ms},      {"-1e9", 0ms},      {"\"1500\"", 0ms},
      {"null", 0ms}, {"[]", 0ms},      {"1e300", 24h},     {"999999999999999999999", 24h},
  };
  for (const auto& [ttl, expected] : rows) {
    const auto hint = protocol::read_cache_hint(Json(R"({"tools":[],"ttlMs":)" + ttl + R"(,"cacheScope":"public"})"));
    ASSERT_TRUE(hint) << ttl;
    EXPECT_EQ(hint->ttl, expected) << ttl;
    EXPECT_TRUE(hint->is_public);
  }
}

TEST(CacheHint, IsPublicOnlyIfItsServerSaysSo) {
  for (const char* scope : {R"("private")", R"("Public")", "true", "null", "{}"}) {
    const auto hint = protocol::read_cache_hint(Json(std::string(R"({"ttlMs":5,"cacheScope":)") + scope + "}"));
    ASSERT_TRUE(hint);
    EXPECT_FALSE(hint->is_public) << scope;
  }
}

TEST(CacheHint, IsAbsentIfItsServerDoesNotSay) {
  for (const char* result : {"{}", R"({"cacheScope":"public"})", "[]"}) {
    EXPECT_FALSE(protocol::read_cache_hint(Json(result))) << result;
  }
}

TEST(CacheHint, HasLessLeftTheOlderTheResultIs) {
  const auto now = CacheHint::Clock::now();
  const CacheHint hint{1000ms, true, now};
  EXPECT_EQ(hint.left(now), 1000ms);
  EXPECT_EQ(hint.left(now + 400ms), 600ms);
  EXPECT_EQ(hint.left(now + 1000ms), 0ms);
  EXPECT_EQ(hint.left(now + 1h), 0ms);
  EXPECT_EQ(CacheHint().left(now), 0ms);
}

TEST(CacheHint, OfTwoIsTheLeastOfBoth) {
  const auto now = CacheHint::Clock::now();
  const CacheHint both = protocol::least_of({1h, true, now}, {2h, true, now - 90min});
  EXPECT_LE(both.ttl, 30min);
  EXPECT_GT(both.ttl, 29min);
  EXPECT_TRUE(both.is_public);
  EXPECT_FALSE(protocol::least_of({1h, true, now}, {1h, false, now}).is_public);
  EXPECT_EQ(protocol::least_of({1h, true, now}, {}).ttl, 0ms);
}

TEST(CacheHint, IsWrittenAsTheSchemaHasIt) {
  EXPECT_EQ(written({}), R"({"ttlMs":0,"cacheScope":"private"})");
  EXPECT_EQ(written({0ms, true, {}}), R"({"ttlMs":0,"cacheScope":"public"})");
  const std::string whole = written({24h, false, CacheHint::Clock::now()});
  EXPECT_EQ(whole.find(R"({"ttlMs":86)"), 0U) << whole;
}

}  // namespace
