#include "process/process_metrics.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "protocol/implementation.hpp"

namespace workbench::app {
namespace {

void write_single(MetricsWriter& writer, std::string_view name, MetricType type, std::string_view help,
                  std::optional<double> value) {
  if (!value) return;
  writer.family(name, type, help);
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

ProcessMetrics::ProcessMetrics(ProcessHost& host)
    : host_(host), collector_(host.add_metrics([this](MetricsWriter& writer) { write(writer); })) {}

void ProcessMetrics::write(MetricsWriter& writer) const {
  writer.family("mcp_workbench_build_info", MetricType::gauge, "Always 1; the version is a label.");
  writer.sample({{"version", protocol::version()}}, 1);
  const std::chrono::duration<double> uptime = std::chrono::steady_clock::now() - start_;
  write_single(writer, "mcp_workbench_uptime_seconds", MetricType::gauge, "Since the workbench began to serve.",
               uptime.count());
  write_single(writer, "mcp_workbench_process_resident_memory_bytes", MetricType::gauge,
               "Memory of the process that is in RAM, without its servers.", resident_bytes());
  write_single(writer, "mcp_workbench_process_cpu_seconds_total", MetricType::counter,
               "Processor time of the process, without its servers.", processor_seconds());
  write_single(writer, "mcp_workbench_process_open_descriptors", MetricType::gauge, "Open file descriptors.",
               open_descriptors());
  write_single(writer, "mcp_workbench_process_max_descriptors", MetricType::gauge,
               "How many file descriptors the process may open.", max_descriptors());
  write_single(writer, "mcp_workbench_log_lines_dropped_total", MetricType::counter,
               "Lines of the log that were lost because stderr was not read fast enough.",
               static_cast<double>(host_.dropped_log_lines()));
}

}  // namespace workbench::app
