// Time limits as other clients write them: of a known unit, of none, and with one; in our own file, too.

#include "config/toolboxes_file/foreign_time.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "config_fixture.hpp"

namespace workbench::config {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr std::int64_t kDay = 86'400'000;

struct WrittenTime {
  const char* text;
  TimeUnit unit;
  std::int64_t milliseconds;
  const char* reason;  ///< a part of it; empty: there is none

  friend std::ostream& operator<<(std::ostream& out, const WrittenTime& one) { return out << '"' << one.text << '"'; }
};

class ATimeOfAnotherClient : public testing::TestWithParam<WrittenTime> {};

TEST_P(ATimeOfAnotherClient, IsReadAsItIsMeant) {
  const auto time = read_foreign_time(GetParam().text, GetParam().unit);
  ASSERT_TRUE(time);
  EXPECT_EQ(time->milliseconds, GetParam().milliseconds);
  EXPECT_THAT(time->reason, HasSubstr(GetParam().reason));
  EXPECT_EQ(time->reason.empty(), std::string(GetParam().reason).empty()) << time->reason;
}

INSTANTIATE_TEST_SUITE_P(OfAKnownUnit, ATimeOfAnotherClient,
                         testing::Values(WrittenTime{"60", TimeUnit::seconds, 60'000, ""},
                                         WrittenTime{"1.5", TimeUnit::seconds, 1'500, ""},
                                         WrittenTime{"3600", TimeUnit::seconds, 3'600'000, ""},
                                         WrittenTime{"600", TimeUnit::milliseconds, 600, ""},
                                         WrittenTime{"60000", TimeUnit::milliseconds, 60'000, ""},
                                         WrittenTime{"1e3", TimeUnit::milliseconds, 1'000, ""},
                                         WrittenTime{"0.2", TimeUnit::milliseconds, 1, ""}));

INSTANTIATE_TEST_SUITE_P(OfAnUnknownUnit, ATimeOfAnotherClient,
                         testing::Values(WrittenTime{"1", TimeUnit::unknown, 1'000,
                                                     "1 ms is too short for a time limit"},
                                         WrittenTime{"0.5", TimeUnit::unknown, 500, "0.5 ms is too short"},
                                         WrittenTime{"60", TimeUnit::unknown, 60'000, "60 ms is too short"},
                                         WrittenTime{"600", TimeUnit::unknown, 600'000, "its unit is not known"},
                                         WrittenTime{"999", TimeUnit::unknown, 999'000, "999 ms is too short"},
                                         WrittenTime{"1000", TimeUnit::unknown, 1'000, ""},
                                         WrittenTime{"600000", TimeUnit::unknown, 600'000, ""}));

INSTANTIATE_TEST_SUITE_P(WithItsUnit, ATimeOfAnotherClient,
                         testing::Values(WrittenTime{"30s", TimeUnit::milliseconds, 30'000, ""},
                                         WrittenTime{"500ms", TimeUnit::seconds, 500, ""},
                                         WrittenTime{" 1.5 min ", TimeUnit::unknown, 90'000, ""},
                                         WrittenTime{"2h", TimeUnit::unknown, 7'200'000, ""},
                                         WrittenTime{"10 Seconds", TimeUnit::unknown, 10'000, ""}));

INSTANTIATE_TEST_SUITE_P(WithoutALimit, ATimeOfAnotherClient,
                         testing::Values(WrittenTime{"0", TimeUnit::unknown, kDay, "it means no limit"},
                                         WrittenTime{"0", TimeUnit::seconds, kDay, "it means no limit"},
                                         WrittenTime{"-1", TimeUnit::milliseconds, kDay, "it means no limit"},
                                         WrittenTime{"0s", TimeUnit::unknown, kDay, "it means no limit"},
                                         WrittenTime{"100000", TimeUnit::seconds, kDay, "a day is the longest"},
                                         WrittenTime{"1e300", TimeUnit::unknown, kDay, "a day is the longest"},
                                         WrittenTime{"48h", TimeUnit::unknown, kDay, "a day is the longest"}));

class NoTime : public testing::TestWithParam<const char*> {};

TEST_P(NoTime, IsRead) {
  EXPECT_FALSE(read_foreign_time(GetParam(), TimeUnit::unknown));
}

INSTANTIATE_TEST_SUITE_P(From, NoTime,
                         testing::Values("", " ", "soon", "s", "5 lightyears", "1m30s", "inf", "nan", "1e999", "${T}",
                                         "true", "null", "{}"));

// --- in our own file -------------------------------------------------------------------------------------------------

std::optional<milliseconds> call_limit_with(const std::string& members) {
  return ReadJson(with_server(R"({"command": "c", )" + members + "}")).server().call_time_limit;
}

TEST(ATimeoutInAPastedEntry, IsTheTimeLimitOfCalls) {
  EXPECT_EQ(call_limit_with(R"("timeout": 600)"), milliseconds(600'000));
  EXPECT_EQ(call_limit_with(R"("timeout": 600000)"), milliseconds(600'000));
  EXPECT_EQ(call_limit_with(R"("timeout": "90s")"), milliseconds(90'000));
  EXPECT_EQ(call_limit_with(R"("timeout": 0)"), milliseconds(kDay));
}

TEST(ATimeoutInAPastedEntry, IsNotedWithWhatToWrite) {
  const auto findings = [](const std::string& value) {
    return ReadJson(with_server(R"({"command": "c", "timeout": )" + value + "}")).findings;
  };
  EXPECT_EQ(findings("600"),
            "note: config.json:3:23: $.toolboxes.t.mcpServers.s.timeout: is taken for \"callTimeoutMs\": 600000, "
            "because its unit is not known, and 600 ms is too short for a time limit; better write that\n");
  EXPECT_EQ(findings("60000"),
            "note: config.json:3:23: $.toolboxes.t.mcpServers.s.timeout: is taken for \"callTimeoutMs\": 60000; "
            "better write that\n");
}

TEST(ATimeoutInAPastedEntry, HasNoEffectBesideOurKeyOrIfItIsNoTime) {
  EXPECT_EQ(call_limit_with(R"("timeout": 600, "callTimeoutMs": 5000)"), milliseconds(5'000));
  for (const char* const value : {"\"soon\"", "null", "true", "{}", "[60]"}) {
    const ReadJson read(with_server(R"({"command": "c", "timeout": )" + std::string(value) + "}"));
    EXPECT_FALSE(read.server().unusable) << value;
    EXPECT_FALSE(read.server().call_time_limit) << value;
    EXPECT_THAT(read.findings, HasSubstr("is not a time limit, and has no effect")) << value;
  }
}

}  // namespace
}  // namespace workbench::config
