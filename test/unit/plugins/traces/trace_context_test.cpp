// What peers say of their traces, and which of them are recorded.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sampling.hpp"
#include "trace_parent.hpp"

namespace workbench::traces {
namespace {

const std::string kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kSpan = "00f067aa0ba902b7";

TEST(TraceParent, IsReadAndWrittenAgain) {
  const std::string text = "00-" + kTrace + "-" + kSpan + "-01";
  const auto parsed = parse_traceparent(text);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(*parsed, (TraceParent{kTrace, kSpan, true}));
  EXPECT_EQ(text_of(*parsed), text);
}

TEST(TraceParent, WithOtherFlagsIsSampledByItsLastBit) {
  EXPECT_TRUE(parse_traceparent("00-" + kTrace + "-" + kSpan + "-03")->is_sampled);
  EXPECT_FALSE(parse_traceparent("00-" + kTrace + "-" + kSpan + "-02")->is_sampled);
}

TEST(TraceParent, OfALaterVersionMayHaveMoreAfterADash) {
  EXPECT_TRUE(parse_traceparent("cc-" + kTrace + "-" + kSpan + "-01-more"));
  EXPECT_TRUE(parse_traceparent("cc-" + kTrace + "-" + kSpan + "-01"));
  EXPECT_FALSE(parse_traceparent("cc-" + kTrace + "-" + kSpan + "-01more"));
}

class MalformedTraceParent : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(TraceParent, MalformedTraceParent,
                         testing::Values("", "00", "00-" + kTrace + "-" + kSpan, "00-" + kTrace + "-" + kSpan + "-1",
                                         "00-" + kTrace + "-" + kSpan + "-01-more",
                                         "ff-" + kTrace + "-" + kSpan + "-01", "0X-" + kTrace + "-" + kSpan + "-01",
                                         "00_" + kTrace + "-" + kSpan + "-01",
                                         "00-" + std::string(32, '0') + "-" + kSpan + "-01",
                                         "00-" + kTrace + "-" + std::string(16, '0') + "-01",
                                         "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + kSpan + "-01",
                                         "00-" + kTrace + "-" + kSpan + "-0g", std::string(55, '-'),
                                         std::string("00-\0", 4) + kTrace + kSpan + "-01"));

TEST_P(MalformedTraceParent, IsNotRead) {
  EXPECT_FALSE(parse_traceparent(GetParam()));
}

TEST(TraceState, PassesUpTo512PrintableCharacters) {
  EXPECT_TRUE(may_pass_on("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"));
  EXPECT_TRUE(may_pass_on(std::string(512, 'a')));
  EXPECT_FALSE(may_pass_on(std::string(513, 'a')));
  EXPECT_FALSE(may_pass_on("a=b\r\nc"));
  EXPECT_FALSE(may_pass_on("a=\xC3\xA9"));
}

TEST(Sampling, FollowsTheClientByDefault) {
  const Sampling sampling;
  EXPECT_TRUE(sampling.records(kTrace, std::nullopt));
  EXPECT_TRUE(sampling.records(kTrace, true));
  EXPECT_FALSE(sampling.records(kTrace, false));
}

TEST(Sampling, OfARatioRecordsTheTracesWithTheGreatestRandomParts) {
  const auto sampling = parse_sampling("parentbased_traceidratio", "0.25");
  ASSERT_TRUE(sampling);
  EXPECT_TRUE(sampling->records(std::string(18, '1') + "c0000000000000", std::nullopt));
  EXPECT_FALSE(sampling->records(std::string(18, '1') + "bfffffffffffff", std::nullopt));
  EXPECT_TRUE(sampling->records(std::string(18, '1') + "00000000000000", true));
}

TEST(Sampling, HasTheNamesOfTheSpecification) {
  EXPECT_EQ(parse_sampling("always_on", ""), (Sampling{1, false}));
  EXPECT_EQ(parse_sampling("parentbased_always_off", ""), (Sampling{0, true}));
  EXPECT_EQ(parse_sampling("traceidratio", "0.5"), (Sampling{0.5, false}));
  EXPECT_EQ(parse_sampling("traceidratio", "half"), (Sampling{1, false}));
  EXPECT_EQ(parse_sampling("jaeger_remote", ""), std::nullopt);
  EXPECT_TRUE(parse_sampling("always_off", "")->is_off());
  EXPECT_FALSE(parse_sampling("parentbased_always_off", "")->is_off());
}

}  // namespace
}  // namespace workbench::traces
