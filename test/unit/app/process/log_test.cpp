#include "app/process/log.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <string>

#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

/// What a log with the level `level` writes to stderr.
std::string written(LogLevel level, const std::function<void(Log&)>& write) {
  ::testing::internal::CaptureStderr();
  {
    Log log(level);
    write(log);
  }
  return ::testing::internal::GetCapturedStderr();
}

TEST(Log, WritesOneLineWithTimeLevelSourceAndText) {
  EXPECT_THAT(
      written(LogLevel::information, [](Log& log) { log.write(LogLevel::warning, "dev/files", "slow"); }),
      ::testing::MatchesRegex(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z [A-Za-z]+ \\[dev/files\\] slow\n"));
}

TEST(Log, LeavesOutWhatIsLessSevereThanItsLevel) {
  EXPECT_EQ(written(LogLevel::warning, [](Log& log) { log.write(LogLevel::information, "s", "t"); }), "");
}

TEST(Log, IsAddedToAFileToo) {
  const test_support::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("log", "before\n");
  ::testing::internal::CaptureStderr();
  {
    Log log(LogLevel::information, file.string());
    log.write(LogLevel::information, "s", "both");
  }
  const std::string on_stderr = ::testing::internal::GetCapturedStderr();
  std::ifstream in(file);
  const std::string in_file{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(in_file, "before\n" + on_stderr);
  EXPECT_THAT(on_stderr, ::testing::HasSubstr("both"));
}

TEST(Log, SaysThatItsFileCannotBeWritten) {
  ::testing::internal::CaptureStderr();
  { const Log log(LogLevel::information, "/nowhere/log"); }
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), ::testing::HasSubstr("cannot write the log to '/nowhere/log'"));
}

/// stderr as a pipe that is read only when the test reads it.
class UnreadStderr {
 public:
  UnreadStderr() : saved_(::dup(STDERR_FILENO)) {
    EXPECT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0);
    ::dup2(ends_[1], STDERR_FILENO);
    ::close(ends_[1]);
  }
  UnreadStderr(const UnreadStderr&) = delete;
  UnreadStderr& operator=(const UnreadStderr&) = delete;
  ~UnreadStderr() {
    ::dup2(saved_, STDERR_FILENO);
    ::close(saved_);
    ::close(ends_[0]);
  }

  /// Continues reading until `wanted(text)`; returns all text so far.
  const std::string& read_until(const std::function<bool(const std::string&)>& wanted) {
    std::array<char, 65'536> bytes{};
    while (!wanted(text_)) {
      pollfd readable{ends_[0], POLLIN, 0};
      if (::poll(&readable, 1, 10'000) != 1) break;
      text_.append(bytes.data(), static_cast<std::size_t>(::read(ends_[0], bytes.data(), bytes.size())));
    }
    return text_;
  }

 private:
  const int saved_;
  std::array<int, 2> ends_{};
  std::string text_;
};

/// The sum of all reports of missing lines; there is one for each time that the queue was full.
std::uint64_t missing_lines(const std::string& text) {
  const std::regex report(R"(\[workbench\] (\d+) lines? missing here)");
  std::uint64_t sum = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), report); found != std::sregex_iterator(); ++found) {
    sum += std::stoull((*found)[1]);
  }
  return sum;
}

TEST(Log, CountsAndReportsTheLinesThatDoNotFitIntoItsQueue) {
  constexpr std::size_t kLines = 6'000;
  UnreadStderr unread;
  Log log(LogLevel::information);
  for (std::size_t line = 0; line != kLines; ++line) log.write(LogLevel::information, "s", std::string(100, 'x'));
  const std::uint64_t dropped = log.dropped_lines();
  EXPECT_GT(dropped, 0U);
  EXPECT_LT(dropped, kLines - 1'700);

  static_cast<void>(unread.read_until([&](const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) >= kLines - dropped;
  }));
  log.write(LogLevel::information, "s", "goes on");
  const std::string& text =
      unread.read_until([](const std::string& read) { return read.find("goes on") != read.npos; });
  EXPECT_EQ(missing_lines(text), dropped);
  EXPECT_EQ(log.dropped_lines(), dropped);
}

TEST(Log, CutsALineThatIsTooLong) {
  const std::string text = written(
      LogLevel::information, [](Log& log) { log.write(LogLevel::information, "s", std::string(1'000'000, 'x')); });
  EXPECT_LT(text.size(), Log::kMaxTextBytes + 100);
  EXPECT_THAT(text, ::testing::EndsWith("xxx... (983616 bytes more)\n"));
}

TEST(Log, KeepsNoMoreBytesThanItsQueueMayHave) {
  UnreadStderr unread;
  Log log(LogLevel::information);
  for (int line = 0; line != 1'000; ++line) log.write(LogLevel::information, "s", std::string(16'000, 'x'));
  EXPECT_GE(log.dropped_lines(), 1'000 - Log::kMaxQueuedBytes / 16'000 - 10);
  static_cast<void>(unread.read_until([&](const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) >= 1'000 - log.dropped_lines();
  }));
}

TEST(Log, HasRoomForAWarningWhenOtherLinesHaveFilledItsQueue) {
  UnreadStderr unread;
  Log log(LogLevel::information);
  for (int line = 0; line != 6'000; ++line) log.write(LogLevel::information, "s", std::string(100, 'x'));
  log.write(LogLevel::warning, "w", "a warning");
  const std::string& text =
      unread.read_until([](const std::string& read) { return read.find("a warning") != read.npos; });
  EXPECT_THAT(text, ::testing::HasSubstr("[w] a warning"));
}

TEST(Log, HasRoomForAWarningWhenOtherLinesHaveFilledTheBytesOfItsQueue) {
  UnreadStderr unread;
  Log log(LogLevel::information);
  for (const std::size_t size : {Log::kMaxTextBytes, std::size_t{1'000}, std::size_t{1}}) {
    const std::string four_times_as_long_when_escaped(size, '\x01');
    for (int line = 0; line != 150; ++line) log.write(LogLevel::information, "s", four_times_as_long_when_escaped);
  }
  EXPECT_GT(log.dropped_lines(), 0U);
  log.write(LogLevel::warning, "w", "a warning");
  const std::string& text =
      unread.read_until([](const std::string& read) { return read.find("a warning") != read.npos; });
  EXPECT_THAT(text, ::testing::HasSubstr("[w] a warning"));
}

TEST(Log, LeavesOutWarningsOfASourceThatHasTooManyAndSaysHowMany) {
  const std::string text = written(LogLevel::information, [](Log& log) {
    for (int line = 0; line != 10'000; ++line) log.write(LogLevel::warning, "loud", "again");
    log.write(LogLevel::warning, "other", "once");
    log.write(LogLevel::information, "loud", "not a warning");
  });
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_LT(lines, 700);
  EXPECT_THAT(text, ::testing::HasSubstr("[loud] warnings are left out from here on: there are too many"));
  EXPECT_THAT(text, ::testing::ContainsRegex("\\[loud\\] [0-9]+ warnings? left out here"));
  EXPECT_THAT(text, ::testing::HasSubstr("[other] once"));
  EXPECT_THAT(text, ::testing::HasSubstr("[loud] not a warning"));
}

TEST(LineQuota, AdmitsABurstAndThenSoManyEachSecond) {
  LineQuota quota;
  LineQuota::Clock::time_point now = LineQuota::Clock::now();
  for (std::size_t line = 0; line != LineQuota::kBurst; ++line) {
    ASSERT_EQ(quota.decide("s", now).verdict, LineQuota::Verdict::admitted);
  }
  EXPECT_EQ(quota.decide("s", now).verdict, LineQuota::Verdict::first_left_out);
  EXPECT_EQ(quota.decide("s", now).verdict, LineQuota::Verdict::left_out);
  now += std::chrono::seconds(1);
  const auto next = quota.decide("s", now);
  EXPECT_EQ(next.verdict, LineQuota::Verdict::admitted);
  EXPECT_EQ(next.left_out_before, 2U);
  for (std::size_t line = 1; line != LineQuota::kPerSecond; ++line) {
    ASSERT_EQ(quota.decide("s", now).verdict, LineQuota::Verdict::admitted);
  }
  EXPECT_EQ(quota.decide("s", now).verdict, LineQuota::Verdict::first_left_out);
}

// Each line that is left out first, and each report of those left out, is a line of the log as well.
TEST(LineQuota, CausesNotManyMoreLinesThanItAdmitsInAFlood) {
  constexpr int kSeconds = 10;
  LineQuota quota;
  LineQuota::Clock::time_point now = LineQuota::Clock::now();
  std::size_t lines = 0;
  for (int decision = 0; decision != kSeconds * 10'000; ++decision) {
    const auto [verdict, left_out_before] = quota.decide("s", now);
    if (verdict != LineQuota::Verdict::left_out) ++lines;
    if (left_out_before > 0) ++lines;
    now += std::chrono::microseconds(100);
  }
  EXPECT_LE(lines, LineQuota::kBurst + kSeconds * (LineQuota::kPerSecond + 2));
  EXPECT_GE(lines, LineQuota::kBurst + (kSeconds - 1) * LineQuota::kPerSecond);
}

TEST(LineQuota, AdmitsNoSingleLinesAfterSomeWereLeftOut) {
  LineQuota quota;
  LineQuota::Clock::time_point now = LineQuota::Clock::now();
  for (std::size_t line = 0; line <= LineQuota::kBurst; ++line) static_cast<void>(quota.decide("s", now));
  now += std::chrono::milliseconds(900);
  EXPECT_EQ(quota.decide("s", now).verdict, LineQuota::Verdict::left_out);
  now += std::chrono::milliseconds(200);
  EXPECT_EQ(quota.decide("s", now).verdict, LineQuota::Verdict::admitted);
}

TEST(LineQuota, HasAnEntryForALimitedNumberOfSources) {
  LineQuota quota;
  const LineQuota::Clock::time_point now = LineQuota::Clock::now();
  for (std::size_t source = 0; source != LineQuota::kMaxSources + 2 * LineQuota::kBurst; ++source) {
    static_cast<void>(quota.decide(std::to_string(source), now));
  }
  EXPECT_EQ(quota.left_out().size(), 1U);
}

TEST(Log, WritesOneLineWhateverSourceAndTextContain) {
  const std::string line = written(LogLevel::information, [](Log& log) {
    log.write(LogLevel::error, "filters] fine\n2026-11-22T00:00:00.000Z I [workbench",
              "a\nb\u009b2J\u202e\xFF\U000E0041");
  });
  EXPECT_THAT(line, ::testing::EndsWith(" [filters] fine\\n2026-11-22T00:00:00.000Z I [workbench] "
                                        "a\\nb\\u{9B}2J\\u{202E}\\xFF\\u{E0041}\n"));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

TEST(Log, SaysWhatCouldNotBeWrittenWhenItCanWriteAgain) {
  const int saved = ::dup(STDERR_FILENO);
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  ::dup2(full, STDERR_FILENO);
  std::uint64_t dropped = 0;
  {
    Log log(LogLevel::information);
    for (int line = 0; line != 3; ++line) log.write(LogLevel::information, "s", "lost");
    while (log.dropped_lines() != 3) {
    }
    ::dup2(pipe[1], STDERR_FILENO);
    log.write(LogLevel::information, "s", "written");
    log.write(LogLevel::information, "s", "written, too");
    dropped = log.dropped_lines();
  }
  ::dup2(saved, STDERR_FILENO);
  for (const int fd : {saved, full, pipe[1]}) ::close(fd);
  std::string text(4096, '\0');
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(::read(pipe[0], text.data(), text.size()), 0)));
  ::close(pipe[0]);
  EXPECT_EQ(dropped, 3U);
  EXPECT_THAT(text, ::testing::ContainsRegex("3 lines missing here: could not be written \\(No space "
                                             "left on device\\)\n.*\\[s\\] written\n.*written, too\n$"));
}

}  // namespace
}  // namespace workbench::app
