#include "config/settings/setting_value.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace workbench::config {
namespace {

TEST(SettingValue, BytesHaveUnits) {
  EXPECT_EQ(*parse_bytes("4096"), 4096U);
  EXPECT_EQ(*parse_bytes("2 kB"), 2000U);
  EXPECT_EQ(*parse_bytes("3MB"), 3'000'000U);
  EXPECT_EQ(*parse_bytes("1 gib"), 1'073'741'824U);
  EXPECT_EQ(*parse_bytes("1GB"), 1'000'000'000U);
  EXPECT_EQ(*parse_bytes("64 KiB"), 65'536U);
  EXPECT_EQ(*parse_bytes("64 MiB"), 67'108'864U);
  for (const char* text : {"", "MiB", "1.5 MiB", "-1", "1 TB", "0x10", "1 2"}) EXPECT_FALSE(parse_bytes(text)) << text;
}

TEST(SettingValue, DurationsHaveUnits) {
  EXPECT_EQ(*parse_milliseconds("500"), 500U);
  EXPECT_EQ(*parse_milliseconds("500ms"), 500U);
  EXPECT_EQ(*parse_milliseconds("2 s"), 2'000U);
  EXPECT_EQ(*parse_milliseconds("1m"), 60'000U);
  EXPECT_EQ(*parse_milliseconds("1H"), 3'600'000U);
  for (const char* text : {"", "s", "1.5s", "-1", "1 day"}) EXPECT_FALSE(parse_milliseconds(text)) << text;
}

TEST(SettingValue, NumbersThatOverflowAreTheLargest) {
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(*parse_bytes("18446744073709551616"), kMax);
  EXPECT_EQ(*parse_bytes("18446744073709551615 GiB"), kMax);
  EXPECT_EQ(*parse_count("99999999999999999999999"), kMax);
}

TEST(SettingValue, CountsHaveNoUnit) {
  EXPECT_EQ(*parse_count("7"), 7U);
  for (const char* text : {"", "7 kB", "1e3", "seven"}) EXPECT_FALSE(parse_count(text)) << text;
}

TEST(SettingValue, WhatIsShownReadsAsTheSame) {
  EXPECT_EQ(show_bytes(67'108'864), "64 MiB");
  EXPECT_EQ(show_bytes(1000), "1000 bytes");
  EXPECT_EQ(*parse_bytes(show_bytes(1000)), 1000U);
  EXPECT_EQ(show_milliseconds(60'000), "1 m");
  EXPECT_EQ(show_milliseconds(1'500), "1500 ms");
}

TEST(SettingValue, ListsAreTrimmed) {
  EXPECT_EQ(*parse_list(" a ,b, c d", ','), (std::vector<std::string>{"a", "b", "c d"}));
  EXPECT_EQ(*parse_list("  ", ','), std::vector<std::string>{});
  for (const char* text : {"a,", ",a", "a,,b", ",", "a,b,a"}) EXPECT_FALSE(parse_list(text, ',')) << text;
}

}  // namespace
}  // namespace workbench::config
