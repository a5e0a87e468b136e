#include "limits.hpp"

#include <sys/resource.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace launcher {
namespace {

/// Between SIGXCPU, at which a process may end in an orderly way, and SIGKILL.
constexpr long long kLastCpuSeconds = 5;

bool has_name(const char* text, std::size_t length, const char* name) {
  return std::strlen(name) == length && std::strncmp(text, name, length) == 0;
}

void set(__rlimit_resource_t resource, long long soft, long long hard) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return;
  const rlim_t most = limit.rlim_max;  // RLIM_INFINITY is the greatest number
  if (hard >= 0 && static_cast<rlim_t>(hard) < most) limit.rlim_max = static_cast<rlim_t>(hard);
  if (soft >= 0)
    limit.rlim_cur = static_cast<rlim_t>(soft) < limit.rlim_max ? static_cast<rlim_t>(soft) : limit.rlim_max;
  setrlimit(resource, &limit);
}

void set_if_configured(__rlimit_resource_t resource, long long value, long long additional = 0) {
  if (value >= 0) set(resource, value, value + additional);
}

}  // namespace

bool read_limit(const char* text, ResourceLimits& limits) {
  const char* colon = std::strchr(text, ':');
  if (colon == nullptr) return false;
  char* end = nullptr;
  errno = 0;
  const long long value = std::strtoll(colon + 1, &end, 10);
  if (end == colon + 1 || *end != '\0' || errno != 0 || value < 0) return false;
  const auto length = static_cast<std::size_t>(colon - text);
  if (has_name(text, length, "memory")) {
    limits.memory = value;
  } else if (has_name(text, length, "cpu")) {
    limits.cpu = value < LLONG_MAX - kLastCpuSeconds ? value : LLONG_MAX - kLastCpuSeconds;
  } else if (has_name(text, length, "files")) {
    limits.files = value;
  } else if (has_name(text, length, "softfiles")) {
    limits.soft_files = value;
  } else if (has_name(text, length, "filesize")) {
    limits.file_size = value;
  } else if (has_name(text, length, "processes")) {
    limits.processes = value < INT_MAX ? static_cast<int>(value) : INT_MAX;
  } else {
    return false;
  }
  return true;
}

// Memory is RLIMIT_DATA, which counts private writable mappings: RLIMIT_AS would count the address space that Node, Go
// and Java reserve and never use.
void apply(const ResourceLimits& limits) {
  if (limits.soft_files >= 0) set(RLIMIT_NOFILE, limits.soft_files, -1);
  set_if_configured(RLIMIT_NOFILE, limits.files);
  set_if_configured(RLIMIT_DATA, limits.memory);
  set_if_configured(RLIMIT_CPU, limits.cpu, kLastCpuSeconds);
  set_if_configured(RLIMIT_FSIZE, limits.file_size);
}

}  // namespace launcher
