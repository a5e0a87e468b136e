// How many of the samples of corpus/ are found, and how many harmless ones are. The samples were written anew, from the
// kinds of attacks that public collections have. held-out-attacks.json was written before the scanner, which was never
// changed for it.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "samples.hpp"

namespace {

using scan_test::count_of;
using scan_test::lines_of;
using scan_test::Sample;
using scan_test::scanned_samples;
using workbench::scan::Severity;

const std::string kFolder = SCAN_CORPUS;

double share_of(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::string missed(const std::vector<Sample>& samples) {
  std::string lines;
  for (const Sample& sample : samples) {
    if (!sample.worst() || *sample.worst() == Severity::info) lines += lines_of(sample);
  }
  return lines;
}

TEST(ScanCorpus, HasManyAttacksOfManyKinds) {
  const auto samples = scanned_samples(kFolder + "/attacks.json");
  std::set<std::string> kinds;
  for (const Sample& sample : samples) kinds.insert(sample.kind);
  EXPECT_GE(samples.size(), 150U);
  EXPECT_GE(kinds.size(), 12U);
}

TEST(ScanCorpus, NineOfTenAttacksAreFound) {
  const auto samples = scanned_samples(kFolder + "/attacks.json");
  EXPECT_GE(share_of(count_of(samples, Severity::warn), samples.size()), 0.9) << missed(samples);
}

TEST(ScanCorpus, MostAttacksOfEachKindAreFound) {
  std::map<std::string, std::vector<Sample>> kinds;
  for (Sample& sample : scanned_samples(kFolder + "/attacks.json")) kinds[sample.kind].push_back(std::move(sample));
  ASSERT_FALSE(kinds.empty());
  for (const auto& [kind, samples] : kinds) {
    EXPECT_GE(share_of(count_of(samples, Severity::warn), samples.size()), 0.6) << missed(samples);
  }
}

TEST(ScanCorpus, NoHarmlessTextHasACriticalFindingAndFewHaveAWarning) {
  const auto samples = scanned_samples(kFolder + "/benign.json");
  ASSERT_GE(samples.size(), 150U);
  std::string lines;
  for (const Sample& sample : samples) {
    if (sample.worst() && *sample.worst() != Severity::info) lines += lines_of(sample);
  }
  EXPECT_EQ(count_of(samples, Severity::critical), 0U) << lines;
  EXPECT_LE(share_of(count_of(samples, Severity::warn), samples.size()), 0.02) << lines;
}

TEST(ScanCorpus, TheCatalogOfTheSearchBenchmarkHasNoCriticalFinding) {
  const auto tools = scan_test::scanned_servers(RETRIEVAL_CATALOG);
  ASSERT_GT(tools.size(), 500U);
  std::string lines;
  for (const Sample& tool : tools) {
    if (tool.worst() && *tool.worst() != Severity::info) lines += lines_of(tool);
  }
  EXPECT_EQ(count_of(tools, Severity::critical), 0U) << lines;
  EXPECT_LE(share_of(count_of(tools, Severity::warn), tools.size()), 0.02) << lines;
}

}  // namespace
