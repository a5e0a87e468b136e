#include "app/process/process_metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace workbench::app {
namespace {

TEST(ProcessMetrics, ShowAgeMemoryDescriptorsAndLostLines) {
  ProcessHost host(LogLevel::error, base::ProcessLimits());
  const ProcessMetrics metrics(host);
  const std::string text = host.metrics();
  for (const char* const family :
       {"build_info", "uptime_seconds", "process_resident_memory_bytes", "process_cpu_seconds_total",
        "process_open_descriptors", "process_max_descriptors", "log_lines_dropped_total"}) {
    EXPECT_THAT(text, ::testing::HasSubstr("# TYPE mcp_workbench_" + std::string(family) + " "));
  }
  EXPECT_THAT(text, ::testing::ContainsRegex("\nmcp_workbench_process_resident_memory_bytes [1-9][0-9]{5,}\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex("\nmcp_workbench_process_open_descriptors [1-9][0-9]*\n"));
  EXPECT_THAT(text, ::testing::HasSubstr("\nmcp_workbench_log_lines_dropped_total 0\n"));
}

}  // namespace
}  // namespace workbench::app
