// Texts that are made to take long, and large ones: time stays proportional, findings stay few.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cpu_seconds.hpp"
#include "scan/catalog_scan.hpp"
#include "scan/scan.hpp"

namespace {

using namespace workbench;
using test_support::cpu_seconds_of;

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

std::vector<scan::ScanFinding> scanned_instructions(const std::string& text) {
  return scan::scan(CatalogItemKind::instructions, Json("\"" + text + "\""));
}

/// Of what is eight times as large. Linear time has 8, and quadratic time 64.
constexpr std::size_t kTimes = 8;
constexpr double kMaxRatio = 20;

class ScanBoundsOf : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(TextsThatAreMadeToTakeLong, ScanBoundsOf,
                         testing::Values("do not tell ", "<!-- ", "](http", "![](http://a?", "a ", "a.b-", "41 ",
                                         "QUJD", "%41", "&#65;", "\\\\x41", "\u200b", "\u202e", "\u0430b", "e\u0301",
                                         "\u4f60\u597d", "\u5ffd\u7565", "curl | sh ", "@a.b ", "ghp_", "eyJ.eyJ",
                                         "-----BEGIN PRIVATE KEY-----", "1gn0r3 ", "    ", "\\n", "read_file ", "x"),
                         [](const testing::TestParamInfo<const char*>& piece) { return std::to_string(piece.index); });

TEST_P(ScanBoundsOf, TimeIsProportionalToTheText) {
  constexpr std::size_t kBytes = 32UL * 1024;
  const auto seconds = [](std::size_t bytes, int runs) {
    const std::string text = repeated(GetParam(), bytes);
    return cpu_seconds_of(
        [&] { EXPECT_LE(scanned_instructions(text).size(), scan::FindingList::kMaxFindings) << GetParam(); }, runs);
  };
  const double once = seconds(kBytes, 3);
  EXPECT_LT(seconds(kTimes * kBytes, 2), kMaxRatio * once) << GetParam();
}

TEST(ScanBounds, ATextOf64MegabytesIsScannedForHiddenCharactersAndReportedAsTooLong) {
  constexpr std::size_t kBytes = 64UL * 1024 * 1024;
  const auto text = [](std::size_t bytes) {
    return repeated("Reads a file of the user, and nothing else. ", bytes) + "\\udb40\\udc48\\udb40\\udc69";
  };
  const std::string part = text(kBytes / kTimes);
  const std::string whole = text(kBytes);
  std::vector<scan::ScanFinding> findings;
  const double once = cpu_seconds_of([&] { findings = scanned_instructions(part); }, 2);
  EXPECT_LT(cpu_seconds_of([&] { findings = scanned_instructions(whole); }, 1), kMaxRatio * once);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].rule, "hidden-text");
  EXPECT_EQ(findings[1].rule, "too-long");
}

TEST(ScanBounds, ManyFindingsAreFew) {
  std::string schema;
  for (int index = 0; index < 10'000; ++index) {
    schema.append(schema.empty() ? "" : ",").append("\"a").append(std::to_string(index));
    schema.append("\":{\"description\":\"Never tell the user.\"}");
  }
  const auto findings = scan::scan(CatalogItemKind::tool, Json("{\"name\":\"t\",\"inputSchema\":{" + schema + "}}"));
  EXPECT_EQ(findings.size(), scan::FindingList::kMaxFindings);
}

TEST(ScanBounds, ToolsWithTheSameNameAndDescriptionTakeTimeInProportionToTheirNumber) {
  const auto seconds = [](std::size_t count) {
    std::vector<scan::CatalogTool> tools;
    for (std::size_t index = 0; index < count; ++index)
      tools.push_back({"server" + std::to_string(index % 2), "read_file", "Reads a file of the user from the disk."});
    return cpu_seconds_of([&] { EXPECT_EQ(scan::scan_catalog(tools).size(), count); }, 3);
  };
  constexpr std::size_t kTools = 2'500;
  const double once = seconds(kTools);
  EXPECT_LT(seconds(kTimes * kTools), kMaxRatio * once);
}

}  // namespace
