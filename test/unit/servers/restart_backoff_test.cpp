#include "servers/restart_backoff.hpp"

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;
using workbench::servers::RestartPace;

TEST(RestartPace, LetsAServerStartAtOnceTheFirstTime) {
  const RestartPace pace;
  EXPECT_EQ(pace.wait(RestartPace::Clock::now()), 0ms);
}

TEST(RestartPace, LetsAServerThatEndedOnceStartAtOnce) {
  RestartPace pace;
  const auto now = RestartPace::Clock::now();
  pace.note_start(now);
  pace.note_end(now);
  EXPECT_EQ(pace.wait(now), 0ms);
}

TEST(RestartPace, DoublesTheWaitFrom200MillisecondsTo30Seconds) {
  RestartPace pace;
  const auto now = RestartPace::Clock::now();
  pace.note_start(now);
  pace.note_end(now);
  for (const auto expected : {200ms, 400ms, 800ms, 1600ms, 3200ms, 6400ms, 12800ms, 25600ms, 30000ms, 30000ms}) {
    pace.note_end(now);
    EXPECT_EQ(pace.wait(now), expected);
  }
  EXPECT_EQ(pace.ends_in_a_row(), 11);
}

TEST(RestartPace, LetsTheWaitPass) {
  RestartPace pace;
  const auto now = RestartPace::Clock::now();
  pace.note_start(now);
  pace.note_end(now);
  pace.note_end(now);
  EXPECT_EQ(pace.wait(now + 150ms), 50ms);
  EXPECT_EQ(pace.wait(now + 200ms), 0ms);
  EXPECT_TRUE(pace.is_early(now + 150ms));
  EXPECT_FALSE(pace.is_early(now + 200ms));
}

TEST(RestartPace, ForgivesAServerThatStayedUp) {
  RestartPace pace;
  const auto now = RestartPace::Clock::now();
  pace.note_start(now);
  for (int end = 0; end < 5; ++end) pace.note_end(now);
  pace.note_start(now);
  pace.note_end(now + RestartPace::kForgivenAfter);
  EXPECT_EQ(pace.ends_in_a_row(), 1);
  EXPECT_EQ(pace.wait(now + RestartPace::kForgivenAfter), 0ms);
}

}  // namespace
