#include "service/status_log.hpp"

#include <malloc.h>

#include <sstream>
#include <string>

#include "base/counted.hpp"
#include "process/process_metrics.hpp"
#include "protocol/implementation.hpp"

namespace workbench::app {
namespace {

std::string process_line(const ProcessHost& host) {
  std::ostringstream line;
  line << "version " << protocol::version();
  if (const auto bytes = resident_bytes()) {
    line << ", " << static_cast<long long>(*bytes) / 1024 << " KiB of memory";
  }
  const struct mallinfo2 heap = ::mallinfo2();
  line << " (heap: " << (heap.uordblks + heap.hblkhd) / 1024 << " KiB in use, " << heap.fordblks / 1024 << " KiB free)";
  if (const auto seconds = processor_seconds()) line << ", " << *seconds << " s of processor time";
  if (const auto open = open_descriptors())
    line << ", " << base::counted(static_cast<std::size_t>(*open), "descriptor") << " open";
  if (const auto most = max_descriptors()) line << " of " << static_cast<unsigned long long>(*most);
  line << ", " << base::counted(host.dropped_log_lines(), "log line") << " dropped";
  return line.str();
}

}  // namespace

void log_status(ProcessHost& host, const gateway::Workspaces& workspaces) {
  host.log(LogLevel::warning, "status", process_line(host));
  for (const std::string& line : workspaces.status()) host.log(LogLevel::warning, "status", line);
}

}  // namespace workbench::app
