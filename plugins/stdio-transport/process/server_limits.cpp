#include "process/server_limits.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <csignal>

namespace workbench::stdio {
namespace {

constexpr std::string_view kMemory = "memoryBytes";
constexpr std::string_view kProcesses = "processes";
constexpr std::string_view kProcessorTime = "cpuSeconds";
constexpr std::string_view kFiles = "files";
constexpr std::string_view kFileSize = "fileBytes";

struct Limit {
  std::string_view key;
  std::string_view name_for_launcher;
  std::int64_t min;
};

constexpr std::int64_t kMiB = 1024 * 1024;

// No program starts with less: the dynamic linker alone needs memory and a few descriptors.
constexpr std::array<Limit, 5> kLimits{{{kMemory, "memory", kMiB},
                                        {kProcesses, "processes", 1},
                                        {kProcessorTime, "cpu", 1},
                                        {kFiles, "files", 8},
                                        {kFileSize, "filesize", 0}}};

const Limit* find_limit(std::string_view key) {
  const auto* const found =
      std::find_if(kLimits.begin(), kLimits.end(), [&](const Limit& one) { return one.key == key; });
  return found == kLimits.end() ? nullptr : found;
}

std::string known_keys() {
  std::string all;
  for (const Limit& limit : kLimits) all.append(all.empty() ? "\"" : ", \"").append(limit.key).append("\"");
  return all;
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// Messages of programs that get no memory: the C library, C++, Python, Node, Go, Java and Rust.
bool is_about_memory(std::string_view text) {
  return has_any(
      text, {"Cannot allocate memory", "annot allocate", "out of memory", "Out of memory", "OutOfMemory", "bad_alloc",
             "MemoryError", "ENOMEM", "emory exhausted", "memory allocation of", "Zone Allocation failed"});
}

bool is_about_files(std::string_view text) {
  return has_any(text, {"Too many open files", "too many open files", "EMFILE"});
}

rlim_t descriptor_limit = RLIM_INFINITY;  // no limit: it has not been remembered

}  // namespace

void remember_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) descriptor_limit = limit.rlim_cur;
}

std::vector<OptionError> ServerLimits::check(const Options::NumberMap& configured) {
  std::vector<OptionError> errors;
  for (const auto& [key, value] : configured) {
    const Limit* limit = find_limit(key);
    if (limit == nullptr) {
      errors.push_back({"rlimits", "has the unknown key \"" + key + "\"; known here: " + known_keys()});
    } else if (value < limit->min) {
      errors.push_back({"rlimits", "has \"" + key + "\": " + std::to_string(value) +
                                       ", with which no server starts; "
                                       "write " +
                                       std::to_string(limit->min) + " or more, or remove it"});
    }
  }
  return errors;
}

std::vector<std::string> ServerLimits::launcher_arguments() const {
  std::vector<std::string> arguments;
  if (descriptor_limit != RLIM_INFINITY) {
    arguments.push_back("--limit=softfiles:" + std::to_string(descriptor_limit));
  }
  for (const auto& [key, value] : configured_) {
    arguments.push_back("--limit=" + std::string(find_limit(key)->name_for_launcher) + ":" + std::to_string(value));
  }
  return arguments;
}

std::optional<std::int64_t> ServerLimits::value(std::string_view key) const {
  for (const auto& [name, number] : configured_) {
    if (name == key) return number;
  }
  return std::nullopt;
}

std::string ServerLimits::named(std::string_view key) const {
  return "\"rlimits\": {\"" + std::string(key) + "\": " + std::to_string(value(key).value_or(0)) + "}";
}

std::string ServerLimits::describe_end(const LaunchRecord& end, std::string_view last_words) const {
  const bool is_signal = end.what == LaunchRecord::What::ended_by_signal;
  if (is_signal && end.number == SIGXCPU && value(kProcessorTime)) {
    return "it has used the processor time that " + named(kProcessorTime) + " allows";
  }
  if (is_signal && end.number == SIGXFSZ && value(kFileSize)) {
    return "it has written a file larger than " + named(kFileSize) + " allows";
  }
  if (value(kMemory) && is_about_memory(last_words)) return "it needs more memory than " + named(kMemory) + " allows";
  if (value(kFiles) && is_about_files(last_words)) return "it needs more open files than " + named(kFiles) + " allows";
  if (is_signal && end.number == SIGKILL && value(kProcessorTime)) {
    return "perhaps because it has used the processor time that " + named(kProcessorTime) + " allows";
  }
  return {};
}

Error ServerLimits::describe_excess(int processes) const {
  return {ErrorKind::unavailable, "the server was ended because it had " + std::to_string(processes) +
                                      " processes, more than " + named(kProcesses) + " allows"};
}

}  // namespace workbench::stdio
