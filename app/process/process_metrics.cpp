#include "process/process_metrics.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "protocol/implementation.hpp"

namespace workbench::app {
namespace {

using base::MetricFamily;

constexpr MetricFamily kBuildInfo{"mcp_workbench_build_info", MetricType::gauge, "version",
                                  "Always 1; the version is a label."};
constexpr MetricFamily kUptime{"mcp_workbench_uptime_seconds", MetricType::gauge, "",
                               "Time since the workbench began to serve."};
constexpr MetricFamily kMemory{"mcp_workbench_process_resident_memory_bytes", MetricType::gauge, "",
                               "Memory of the process that is in RAM, without its servers."};
constexpr MetricFamily kProcessorTime{"mcp_workbench_process_cpu_seconds_total", MetricType::counter, "",
                                      "Processor time of the process, without its servers."};
constexpr MetricFamily kOpenDescriptors{"mcp_workbench_process_open_descriptors", MetricType::gauge, "",
                                        "Open file descriptors of the process."};
constexpr MetricFamily kMaxDescriptors{"mcp_workbench_process_max_descriptors", MetricType::gauge, "",
                                       "How many file descriptors the process may open."};
constexpr MetricFamily kDroppedLogLines{"mcp_workbench_log_lines_dropped_total", MetricType::counter, "",
                                        "Lines of the log that were lost because stderr was not read fast enough."};

/// In the order in which they are written.
constexpr std::array kFamilies{kBuildInfo,       kUptime,         kMemory,         kProcessorTime,
                               kOpenDescriptors, kMaxDescriptors, kDroppedLogLines};

void write_single(MetricsWriter& writer, const MetricFamily& family, std::optional<double> value) {
  if (!value) return;
  family.begin(writer);
  writer.sample({}, *value);
}

}  // namespace

std::optional<double> resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double pages = 0;
  double resident_pages = 0;
  if (!(statm >> pages >> resident_pages)) return std::nullopt;
  return resident_pages * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

// Without the descriptor that the folder is read with.
std::optional<double> open_descriptors() {
  std::error_code error;
  std::filesystem::directory_iterator entry("/proc/self/fd", error);
  double count = -1;
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) ++count;
  return error ? std::nullopt : std::optional(count);
}

std::optional<double> max_descriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::nullopt;
  return static_cast<double>(limit.rlim_cur);
}

std::optional<double> processor_seconds() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return std::nullopt;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::span<const MetricFamily> ProcessMetrics::families() {
  return kFamilies;
}

ProcessMetrics::ProcessMetrics(ProcessHost& host)
    : host_(host), collector_(host.add_metrics([this](MetricsWriter& writer) { write(writer); })) {}

void ProcessMetrics::write(MetricsWriter& writer) const {
  kBuildInfo.begin(writer);
  writer.sample({{"version", protocol::version()}}, 1);
  const std::chrono::duration<double> uptime = std::chrono::steady_clock::now() - start_;
  write_single(writer, kUptime, uptime.count());
  write_single(writer, kMemory, resident_bytes());
  write_single(writer, kProcessorTime, processor_seconds());
  write_single(writer, kOpenDescriptors, open_descriptors());
  write_single(writer, kMaxDescriptors, max_descriptors());
  write_single(writer, kDroppedLogLines, static_cast<double>(host_.dropped_log_lines()));
}

}  // namespace workbench::app
