#include "servers/restart_backoff.hpp"

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;
using workbench::servers::RestartBackoff;

TEST(RestartBackoff, LetsAServerStartAtOnceTheFirstTime) {
  const RestartBackoff backoff;
  EXPECT_EQ(backoff.wait(RestartBackoff::Clock::now()), 0ms);
}

TEST(RestartBackoff, LetsAServerThatEndedOnceStartAtOnce) {
  RestartBackoff backoff;
  const auto now = RestartBackoff::Clock::now();
  backoff.record_start(now);
  backoff.record_end(now);
  EXPECT_EQ(backoff.wait(now), 0ms);
}

TEST(RestartBackoff, DoublesTheWaitFrom200MillisecondsTo30Seconds) {
  RestartBackoff backoff;
  const auto now = RestartBackoff::Clock::now();
  backoff.record_start(now);
  backoff.record_end(now);
  for (const auto expected : {200ms, 400ms, 800ms, 1600ms, 3200ms, 6400ms, 12800ms, 25600ms, 30000ms, 30000ms}) {
    backoff.record_end(now);
    EXPECT_EQ(backoff.wait(now), expected);
  }
  EXPECT_EQ(backoff.ends_in_a_row(), 11);
}

TEST(RestartBackoff, LetsTheWaitPass) {
  RestartBackoff backoff;
  const auto now = RestartBackoff::Clock::now();
  backoff.record_start(now);
  backoff.record_end(now);
  backoff.record_end(now);
  EXPECT_EQ(backoff.wait(now + 150ms), 50ms);
  EXPECT_EQ(backoff.wait(now + 200ms), 0ms);
}

TEST(RestartBackoff, ForgivesAServerThatStayedUp) {
  RestartBackoff backoff;
  const auto now = RestartBackoff::Clock::now();
  backoff.record_start(now);
  for (int end = 0; end < 5; ++end) backoff.record_end(now);
  backoff.record_start(now);
  backoff.record_end(now + RestartBackoff::kForgivenAfter);
  EXPECT_EQ(backoff.ends_in_a_row(), 1);
  EXPECT_EQ(backoff.wait(now + RestartBackoff::kForgivenAfter), 0ms);
}

}  // namespace
