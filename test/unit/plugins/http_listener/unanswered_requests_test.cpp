#include "mcp/unanswered_requests.hpp"

#include <gtest/gtest.h>

#include <string>

#include "json/scanner_json_access.hpp"

namespace workbench::http {
namespace {

const json::ScannerJsonAccess kIdJson{1000};

TEST(UnansweredRequestsOfASession, HaveNumbersThoughTheirIdsAreEqual) {
  UnansweredRequests requests(kIdJson);
  const std::uint64_t first = requests.add(Json("1"), nullptr);
  const std::uint64_t second = requests.add(Json("1"), nullptr);
  EXPECT_NE(first, second);
  ASSERT_NE(requests.find(first), nullptr);
  EXPECT_EQ(requests.find(first)->id, "1");
  ASSERT_TRUE(requests.extract(first));
  EXPECT_EQ(requests.find(first), nullptr);
  EXPECT_FALSE(requests.extract(first));
  EXPECT_NE(requests.find(second), nullptr);
  EXPECT_NE(requests.add(Json("1"), nullptr), first) << "a number is never given twice";
}

TEST(UnansweredRequestsOfASession, AreFoundByTheirIdIfItIsThatOfOneAlone) {
  UnansweredRequests requests(kIdJson);
  EXPECT_EQ(requests.only_one_of(Json("\"c\"")), 0U);
  const std::uint64_t first = requests.add(Json("\"c\""), nullptr);
  static_cast<void>(requests.add(Json("\"b\""), nullptr));
  static_cast<void>(requests.add(Json("\"cc\""), nullptr));
  static_cast<void>(requests.add(Json("1"), nullptr));
  for (const char* same : {"\"c\"", "\"\\u0063\""}) {
    EXPECT_EQ(requests.only_one_of(Json(same)), first) << same;
  }
  EXPECT_EQ(requests.only_one_of(Json("\"1\"")), 0U) << "of another type";
  EXPECT_FALSE(requests.has_had_equal_ids());
  const std::uint64_t second = requests.add(Json("\"\\u0063\""), nullptr);
  EXPECT_TRUE(requests.has_had_equal_ids());
  EXPECT_EQ(requests.only_one_of(Json("\"c\"")), 0U);
  static_cast<void>(requests.extract(first));
  EXPECT_EQ(requests.only_one_of(Json("\"c\"")), second);
}

TEST(UnansweredRequestsOfASession, AreAllExtractedAtOnce) {
  UnansweredRequests requests(kIdJson);
  static_cast<void>(requests.add(Json("1"), nullptr));
  static_cast<void>(requests.add(Json("1"), nullptr));
  EXPECT_EQ(requests.extract_all().size(), 2U);
  EXPECT_TRUE(requests.is_empty());
  EXPECT_EQ(requests.only_one_of(Json("1")), 0U);
}

}  // namespace
}  // namespace workbench::http
