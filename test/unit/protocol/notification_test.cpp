#include "protocol/notification.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using workbench::Json;
using namespace workbench::protocol;

TEST(LogLevels, AreOrderedBySeverity) {
  EXPECT_LT(severity_of("debug"), severity_of("info"));
  EXPECT_LT(severity_of("error"), severity_of("emergency"));
  EXPECT_TRUE(is_log_level("notice"));
  EXPECT_FALSE(is_log_level("NOTICE"));
  EXPECT_FALSE(is_log_level(""));
}

TEST(ALogMessage, ReachesAClientThatWantsItsLevelOrALowerOne) {
  const Json warning(R"({"level":"warning"})");
  EXPECT_TRUE(is_as_severe_as(warning, "info"));
  EXPECT_TRUE(is_as_severe_as(warning, "warning"));
  EXPECT_FALSE(is_as_severe_as(warning, "error"));
}

TEST(ALogMessage, WithoutAValidLevelReachesEveryClient) {
  EXPECT_TRUE(is_as_severe_as(Json("{}"), "emergency"));
  EXPECT_TRUE(is_as_severe_as(Json(R"({"level":"loud"})"), "emergency"));
  EXPECT_TRUE(is_as_severe_as(Json(R"({"level":7})"), "emergency"));
}

TEST(ANotification, ThatIsOnlyPassedOnIsFoundByItsMethod) {
  for (const PlainKind& kind : kPlainKinds) EXPECT_EQ(find_plain_kind(kind.method), &kind);
  EXPECT_EQ(find_plain_kind("notifications/message"), nullptr);
}

TEST(AListKind, HasAFlagOfASubscriptionFilter) {
  for (const ListKind kind : kListKinds) {
    const auto flag = std::find_if(kSubscriptionFlags.begin(), kSubscriptionFlags.end(),
                                   [kind](const auto& one) { return one.method == list_changed_method(kind); });
    ASSERT_NE(flag, kSubscriptionFlags.end());
    EXPECT_EQ(flag->capability, list_capability(kind));
  }
}

TEST(ANotification, NamesTheSubscriptionThatItBelongsTo) {
  const Json of_one = subscription_of(Json(R"({"_meta":{"io.modelcontextprotocol/subscriptionId":"a"}})"));
  EXPECT_EQ(of_one.text(), R"("a")");
  EXPECT_TRUE(subscription_of(Json(R"({"_meta":{}})")).is_absent());
  EXPECT_TRUE(subscription_of(Json()).is_absent());
}

}  // namespace
