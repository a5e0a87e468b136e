// The secrets of the console: codes that count once, and sessions that need two of them.

#include "console/console_sessions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "console/one_time_codes.hpp"

namespace workbench::http {
namespace {

using Clock = std::chrono::steady_clock;

const Clock::time_point kNow = Clock::now();
constexpr std::chrono::milliseconds kInstant{1};

ConsoleUser person(const std::string& name) {
  Principal principal;
  principal.name = name;
  return {std::make_shared<const Principal>(principal), OperatorView::own};
}

ConsoleUser user_of_the_workbench() {
  return {nullptr, OperatorView::everything};
}

TEST(AOneTimeCode, CountsOnce) {
  OneTimeCodes codes;
  const std::string code = codes.make(kNow);
  EXPECT_EQ(code.size(), 32U);
  EXPECT_FALSE(codes.redeem("", kNow));
  EXPECT_FALSE(codes.redeem(std::string(32, '0'), kNow));
  EXPECT_TRUE(codes.redeem(code, kNow));
  EXPECT_FALSE(codes.redeem(code, kNow));
}

TEST(AOneTimeCode, CountsForTwoMinutes) {
  OneTimeCodes codes;
  const std::string used_in_time = codes.make(kNow);
  const std::string used_late = codes.make(kNow);
  EXPECT_TRUE(codes.redeem(used_in_time, kNow + OneTimeCodes::kLifetime - kInstant));
  EXPECT_FALSE(codes.redeem(used_late, kNow + OneTimeCodes::kLifetime));
}

TEST(OneTimeCodesThatNobodyUses, AreHundredAtMost) {
  OneTimeCodes codes;
  const std::string oldest = codes.make(kNow);
  std::string newest;
  for (std::size_t count = 0; count != OneTimeCodes::kMax; ++count) newest = codes.make(kNow);
  EXPECT_EQ(codes.size(), OneTimeCodes::kMax);
  EXPECT_FALSE(codes.redeem(oldest, kNow));
  EXPECT_TRUE(codes.redeem(newest, kNow));
}

TEST(ASessionOfTheConsole, NeedsItsCookieAndItsKey) {
  ConsoleSessions sessions;
  const auto one = sessions.open(user_of_the_workbench(), "http://127.0.0.1:1", kNow).value();
  const auto other = sessions.open(user_of_the_workbench(), "http://127.0.0.1:1", kNow).value();
  EXPECT_EQ(one.cookie.size(), 64U);
  EXPECT_EQ(one.key.size(), 64U);
  EXPECT_NE(sessions.find(one.cookie, one.key, kNow), nullptr);
  EXPECT_EQ(sessions.find(one.cookie, other.key, kNow), nullptr);
  EXPECT_EQ(sessions.find(one.cookie, "", kNow), nullptr);
  EXPECT_EQ(sessions.find(one.key, one.cookie, kNow), nullptr);
}

TEST(ASessionOfTheConsole, HasAPrincipalOfItsOwn) {
  ConsoleSessions sessions;
  const ConsoleUser ada = person("ada");
  const auto one = sessions.open(ada, "o", kNow).value();
  const auto other = sessions.open(ada, "o", kNow).value();
  const auto of_one = sessions.find(one.cookie, one.key, kNow)->principal;
  const auto of_other = sessions.find(other.cookie, other.key, kNow)->principal;
  EXPECT_EQ(*of_one, *ada.listed);
  EXPECT_NE(of_one, of_other);
  sessions.close(*of_one);
  EXPECT_EQ(sessions.is_open(*of_one), false);
  EXPECT_EQ(sessions.is_open(*of_other), true);
  EXPECT_EQ(sessions.is_open(*ada.listed), std::nullopt);
  EXPECT_EQ(sessions.find(one.cookie, one.key, kNow), nullptr);
}

TEST(ASessionOfTheConsole, EndsAfterTwelveHoursWithoutUse) {
  ConsoleSessions sessions;
  const auto idle = sessions.open(user_of_the_workbench(), "o", kNow).value();
  const auto used = sessions.open(user_of_the_workbench(), "o", kNow).value();
  const auto late = kNow + ConsoleSessions::kIdle - kInstant;
  EXPECT_NE(sessions.find(used.cookie, used.key, late), nullptr);
  EXPECT_EQ(sessions.find(idle.cookie, idle.key, kNow + ConsoleSessions::kIdle), nullptr);
  EXPECT_TRUE(sessions.close_idle(kNow + ConsoleSessions::kIdle));
  EXPECT_FALSE(sessions.close_idle(kNow + ConsoleSessions::kIdle));
  EXPECT_EQ(sessions.find(idle.cookie, idle.key, late), nullptr);
  EXPECT_NE(sessions.find(used.cookie, used.key, late), nullptr);
}

TEST(ASessionOfTheConsole, IsInUseWhileARequestOfItIsOpen) {
  ConsoleSessions sessions;
  const auto secrets = sessions.open(user_of_the_workbench(), "o", kNow).value();
  auto request = sessions.find(secrets.cookie, secrets.key, kNow)->principal;
  EXPECT_FALSE(sessions.close_idle(kNow + 2 * ConsoleSessions::kIdle));
  request.reset();
  EXPECT_FALSE(sessions.close_idle(kNow + 3 * ConsoleSessions::kIdle - kInstant));
  EXPECT_TRUE(sessions.close_idle(kNow + 3 * ConsoleSessions::kIdle));
}

TEST(TheSessionsOfOnePerson, AreHundredAtMost) {
  ConsoleSessions sessions;
  const ConsoleUser ada = person("ada");
  const auto first = sessions.open(ada, "o", kNow).value();
  const auto of_bob = sessions.open(person("bob"), "o", kNow).value();
  for (std::size_t count = 0; count != ConsoleSessions::kMaxOfUser; ++count) {
    EXPECT_TRUE(sessions.open(ada, "o", kNow + kInstant));
  }
  EXPECT_EQ(sessions.size(), ConsoleSessions::kMaxOfUser + 1);
  EXPECT_EQ(sessions.find(first.cookie, first.key, kNow), nullptr);
  EXPECT_NE(sessions.find(of_bob.cookie, of_bob.key, kNow), nullptr);
}

TEST(TheSessionsOfAll, AreAThousandAtMost) {
  ConsoleSessions sessions;
  for (std::size_t count = 0; count != ConsoleSessions::kMax; ++count) {
    EXPECT_TRUE(sessions.open(person("p" + std::to_string(count)), "o", kNow));
  }
  EXPECT_FALSE(sessions.open(person("another"), "o", kNow));
  EXPECT_TRUE(sessions.close_if([](const ConsoleSession& one) { return one.user.listed->name == "p7"; }));
  EXPECT_TRUE(sessions.open(person("another"), "o", kNow));
}

}  // namespace
}  // namespace workbench::http
