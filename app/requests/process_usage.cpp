#include "requests/process_usage.hpp"

#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace workbench::app {
namespace {

std::optional<int> process_number(const std::string& name) {
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

/// From /proc/PID/stat; the name of the program before it is in parentheses, and may contain some itself.
std::optional<int> parent_of(int process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos || name_end + 4 > text.size()) return std::nullopt;
  text.erase(0, name_end + 4);  // ") S "
  return process_number(text.substr(0, text.find(' ')));
}

std::uint64_t memory_of(int process) {
  std::ifstream rollup("/proc/" + std::to_string(process) + "/smaps_rollup");
  for (std::string word; rollup >> word;) {
    std::uint64_t kib = 0;
    if (word == "Pss:" && rollup >> kib) return kib * 1024;
  }
  // For a process whose memory this user may not see: the resident memory, shared or not.
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  statm >> size >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

ProcessTree::ProcessTree() {
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", failure)) {
    const auto process = process_number(entry.path().filename().string());
    if (!process) continue;
    if (const auto parent = parent_of(*process)) {
      children_.emplace(*parent, *process);
      parents_.emplace(*process, *parent);
    }
  }
}

std::optional<ProcessUsage> ProcessTree::usage_below(int root) const {
  if (parents_.count(root) == 0) return std::nullopt;
  ProcessUsage usage;
  std::vector<int> open{root};
  while (!open.empty()) {
    const int process = open.back();
    open.pop_back();
    ++usage.processes;
    usage.memory_bytes += memory_of(process);
    const auto [begin, end] = children_.equal_range(process);
    for (auto child = begin; child != end; ++child) open.push_back(child->second);
  }
  return usage;
}

}  // namespace workbench::app
