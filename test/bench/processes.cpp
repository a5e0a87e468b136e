#include "processes.hpp"

#include <sched.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace bench {
namespace {

std::filesystem::path folder_of(pid_t process) {
  return std::filesystem::path("/proc") / std::to_string(process);
}

/// The sum of the values with this key.
double sum_of(const std::filesystem::path& file, const std::string& key) {
  std::ifstream lines(file);
  double sum = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(key + ":")) sum += std::stod(line.substr(key.size() + 1));
  }
  return sum;
}

cpu_set_t allowed_at_start() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ::sched_getaffinity(0, sizeof allowed, &allowed);
  return allowed;
}

}  // namespace

double processor_time(pid_t process) {
  double nanoseconds = 0;
  for (const auto& thread : std::filesystem::directory_iterator(folder_of(process) / "task")) {
    double of_thread = 0;
    std::ifstream(thread.path() / "schedstat") >> of_thread;
    nanoseconds += of_thread;
  }
  return nanoseconds / 1000;
}

Memory memory_of(pid_t process) {
  const std::filesystem::path file = folder_of(process) / "smaps_rollup";
  const Memory memory{sum_of(file, "Rss"), sum_of(file, "Private_Dirty")};
  if (memory.resident_kib == 0) throw std::runtime_error(file.string() + " cannot be read");
  return memory;
}

std::uint64_t wake_ups(pid_t process) {
  double sum = 0;
  for (const auto& thread : std::filesystem::directory_iterator(folder_of(process) / "task")) {
    sum += sum_of(thread.path() / "status", "voluntary_ctxt_switches");
  }
  return static_cast<std::uint64_t>(sum);
}

void stay_on_processors(int count) {
  static const cpu_set_t kAllowed = allowed_at_start();
  cpu_set_t used = kAllowed;
  for (std::size_t processor = CPU_SETSIZE; processor-- != 0;) {
    if (CPU_ISSET(processor, &used) && --count < 0) CPU_CLR(processor, &used);
  }
  ::sched_setaffinity(0, sizeof used, &used);
}

}  // namespace bench
