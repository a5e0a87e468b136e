// How much later a server with 10,000 tools is open if its texts are locked, and how much more processor time that
// takes: at the first time, when the lock file is read and each tool compared with it, and at later ones, when all is
// known to be admitted. Starts the workbench again and again, in turns with and without the lock, and compares medians.
//
//   bench_lock [--pairs N] [--at-most MS]
//
// --at-most limits the processor time that a later start takes more; without it, bench_lock only prints.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "outcome.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr int kTools = 10'000;

/// A tool as long as those of public servers are at the median: about 700 bytes.
std::string definition(int number) {
  const std::string name = "tool_" + std::to_string(number);
  std::string text = R"({"name":")" + name + R"(","title":"Tool )" + std::to_string(number) + R"(","description":")";
  for (int sentence = 0; sentence != 4; ++sentence)
    text += "Finds what " + name + " is about and says it in few words. ";
  text += R"(","inputSchema":{"type":"object","required":["query"],"properties":{)";
  text += R"("query":{"type":"string","description":"What to look for, in plain words"},)";
  text += R"("limit":{"type":"integer","minimum":1,"maximum":100,"default":10},)";
  return text + R"("order":{"type":"string","enum":["newest","oldest"]}}},"annotations":{"readOnlyHint":true}})";
}

struct Cost {
  double wall;       ///< ms from the start of the program to the answer that its toolbox is open
  double processor;  ///< ms of it and all that it started, up to its end
};

/// Of all processes that this one has waited for.
Milliseconds processor_time() {
  rusage usage = {};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto time = [](const timeval& value) {
    return std::chrono::seconds(value.tv_sec) + std::chrono::microseconds(value.tv_usec);
  };
  return time(usage.ru_utime) + time(usage.ru_stime);
}

/// Toolboxes files with and without the lock, the lock file of both, and a folder of kept catalogs for each.
class Folder {
 public:
  Folder() {
    std::string tools;
    for (int number = 0; number != kTools; ++number) tools += definition(number) + "\n";
    const std::string file = folder_.write("tools.jsonl", tools).string();
    const std::string toolboxes =
        R"("toolboxes":{)" + toolbox("dev", fake_server("s", {"--raw-tools-in", file})) + "}}";
    folder_.write("block.json", R"({"lock":"block",)" + toolboxes);
    folder_.write("off.json", R"({"lock":"off",)" + toolboxes);
    Process lock({WORKBENCH_PROGRAM, "lock", "--config", path_of("block.json")});
    const Outcome outcome = outcome_of(lock);
    if (outcome.code != 0) throw std::runtime_error("lock failed: " + outcome.errors);
  }

  void forget() const {
    for (const char* const mode : {"off", "block"}) std::filesystem::remove_all(path_of(mode));
  }

  /// `mode`: "off" or "block".
  [[nodiscard]] Cost open(const std::string& mode) const {
    const Milliseconds before = processor_time();
    const double wall = time_to_open(mode).count();
    return {wall, (processor_time() - before).count()};
  }

 private:
  [[nodiscard]] std::string path_of(std::string_view name) const { return folder_.path() / name; }

  [[nodiscard]] Milliseconds time_to_open(const std::string& mode) const {
    const auto begun = std::chrono::steady_clock::now();
    Process process({WORKBENCH_PROGRAM, "--config", path_of(mode + ".json")}, {{"XDG_CACHE_HOME", path_of(mode)}});
    process.write_line(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                       R"("capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})");
    process.write_line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    process.write_line(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"open_toolbox",)"
                       R"("arguments":{"toolbox_name":"dev"}}})");
    for (;;) {
      const auto line = process.read_line();
      if (!line) throw std::runtime_error("the workbench did not open the toolbox");
      if (line->find(R"("id":2)") == std::string::npos) continue;
      if (line->find("of the 10000 tools") == std::string::npos) throw std::runtime_error("not all tools are shown");
      const Milliseconds wall = std::chrono::steady_clock::now() - begun;
      process.close_input();
      process.wait();
      return wall;
    }
  }

  TemporaryFolder folder_;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The value of an option, or `fallback`.
double number_of(const std::vector<std::string>& arguments, std::string_view option, double fallback) {
  const auto found = std::find(arguments.begin(), arguments.end(), option);
  return found == arguments.end() || found + 1 == arguments.end() ? fallback : std::stod(*(found + 1));
}

/// Prints and returns the medians of what the lock costs more.
Cost compare(const Folder& folder, const char* when, int pairs, bool is_first_time) {
  std::vector<double> unlocked;
  std::vector<double> later;
  std::vector<double> busier;
  for (int pair = 0; pair != pairs; ++pair) {
    if (is_first_time) folder.forget();
    const Cost off = folder.open("off");
    const Cost block = folder.open("block");
    unlocked.push_back(off.wall);
    later.push_back(block.wall - off.wall);
    busier.push_back(block.processor - off.processor);
  }
  const Cost cost{median(later), median(busier)};
  std::printf(
      "%d tools, %s: open after %.1f ms; locked %.1f ms later, with %.1f ms more processor time (medians of %d)\n",
      kTools, when, median(unlocked), cost.wall, cost.processor, pairs);
  return cost;
}

}  // namespace

int main(int count, char** values) {
  try {
    const std::vector<std::string> arguments(values + 1, values + count);
    const Folder folder;
    const int pairs = static_cast<int>(number_of(arguments, "--pairs", 15));
    static_cast<void>(compare(folder, "first time", pairs, true));
    const Cost later = compare(folder, "later", pairs, false);
    return later.processor <= number_of(arguments, "--at-most", later.processor) ? EXIT_SUCCESS : EXIT_FAILURE;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_lock: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
