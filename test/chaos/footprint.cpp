#include "footprint.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "file_contents.hpp"
#include "marked_processes.hpp"

namespace chaos {
namespace {

std::filesystem::path folder_of(pid_t process) {
  return "/proc/" + std::to_string(process);
}

std::size_t count_entries(const std::filesystem::path& folder) {
  std::error_code ended;
  const std::filesystem::directory_iterator entries(folder, ended);
  return ended ? 0 : static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

std::size_t status_figure(pid_t process, const std::string& name) {
  std::ifstream status(folder_of(process) / "status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ":")) return std::stoul(line.substr(name.size() + 1));
  }
  return 0;
}

std::string described(int process) {
  const std::string words = command_line(process);
  return std::to_string(process) + ": " + (words.empty() ? "a zombie" : words) + "\n";
}

std::string beyond(const Footprint& now, const Footprint& before) {
  std::string text;
  for (const int process : now.processes) {
    if (before.processes.count(process) == 0) text += described(process);
  }
  return text;
}

}  // namespace

std::string command_line(int process) {
  std::string words = test_support::contents_of(folder_of(process) / "cmdline");
  std::replace(words.begin(), words.end(), '\0', ' ');
  return words;
}

Footprint footprint_of(pid_t workbench, const std::string& mark) {
  Footprint footprint;
  footprint.descriptors = count_entries(folder_of(workbench) / "fd");
  footprint.resident_kib = status_figure(workbench, "VmRSS");
  footprint.peak_kib = status_figure(workbench, "VmHWM");
  for (const std::string& process : test_support::processes_marked(mark)) {
    footprint.processes.insert(std::stoi(process));
  }
  std::error_code ended;
  for (const auto& thread : std::filesystem::directory_iterator(folder_of(workbench) / "task", ended)) {
    std::ifstream children(thread.path() / "children");
    for (int child = 0; children >> child;) footprint.processes.insert(child);
  }
  return footprint;
}

void reset_peak(pid_t workbench) {
  std::ofstream(folder_of(workbench) / "clear_refs") << "5";
}

void expect_no_leak(pid_t workbench, const std::string& mark, const Footprint& before, const FootprintLimits& limits) {
  const auto deadline = std::chrono::steady_clock::now() + limits.patience * kSlowness;
  Footprint now = footprint_of(workbench, mark);
  while ((now.descriptors > before.descriptors || !beyond(now, before).empty()) &&
         std::chrono::steady_clock::now() < deadline) {
    ::poll(nullptr, 0, 5);
    now = footprint_of(workbench, mark);
  }
  EXPECT_EQ(beyond(now, before), "") << "processes are left";
  EXPECT_LE(now.descriptors, before.descriptors);
  if (!kMeasuresMemory) return;
  EXPECT_LE(now.resident_kib, before.resident_kib + limits.resident_growth_kib);
  EXPECT_LE(now.peak_kib, before.resident_kib + limits.peak_growth_kib);
}

void expect_no_process_left(const std::string& mark) {
  std::string left;
  for (const std::string& process : test_support::left_after(mark, std::chrono::milliseconds(1000) * kSlowness)) {
    left += described(std::stoi(process));
  }
  EXPECT_EQ(left, "") << "processes have outlived the workbench";
}

}  // namespace chaos
