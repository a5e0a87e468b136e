#include "app/process/process_metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace workbench::app {
namespace {

TEST(ProcessMetrics, ShowAgeMemoryDescriptorsAndLostLines) {
  ProcessHost host(LogLevel::error, base::ProcessLimits());
  const ProcessMetrics metrics(host);
  const std::string text = host.metrics();
  std::size_t end = 0;
  for (const base::MetricFamily& family : ProcessMetrics::families()) {
    end = text.find("# HELP " + std::string(family.name) + " " + std::string(family.help) + "\n", end);
    ASSERT_NE(end, std::string::npos) << family.name;
  }
  EXPECT_EQ(text.find("# HELP ", end + 1), std::string::npos) << "a family that the table does not have";
  EXPECT_THAT(text, ::testing::ContainsRegex("\nmcp_workbench_process_resident_memory_bytes [1-9][0-9]{5,}\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex("\nmcp_workbench_process_open_descriptors [1-9][0-9]*\n"));
  EXPECT_THAT(text, ::testing::HasSubstr("\nmcp_workbench_log_lines_dropped_total 0\n"));
}

}  // namespace
}  // namespace workbench::app
