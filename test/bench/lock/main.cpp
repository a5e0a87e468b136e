// How much later a server with 10,000 tools is open if its texts are locked. Starts the workbench again and again, in
// turns with and without the lock, and compares the medians.
//
//   bench_lock [--pairs N] [--at-most MS]
//
// Without --at-most it only prints. A busy machine makes both slower, and mostly alike.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
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

/// A folder with the toolboxes files, and the lock file of both.
class Folder {
 public:
  Folder() {
    std::vector<std::string> arguments;
    for (int number = 0; number != kTools; ++number) {
      tools_ += definition(number) + "\n";
    }
    arguments = {"--raw-tools-in", folder_.write("tools.jsonl", tools_).string()};
    const std::string toolboxes = R"("toolboxes":{)" + toolbox("dev", fake_server("s", arguments)) + "}}";
    locked_ = folder_.write("locked.json", R"({"lock":"block",)" + toolboxes).string();
    unlocked_ = folder_.write("unlocked.json", R"({"lock":"off",)" + toolboxes).string();
    Process lock({WORKBENCH_PROGRAM, "lock", "--config", locked_});
    const Outcome outcome = outcome_of(lock);
    if (outcome.code != 0) throw std::runtime_error("lock failed: " + outcome.errors);
  }

  /// From the start of the program to the answer that its toolbox is open.
  [[nodiscard]] Milliseconds time_to_open(bool is_locked) const {
    const auto begun = std::chrono::steady_clock::now();
    Process process({WORKBENCH_PROGRAM, "--config", is_locked ? locked_ : unlocked_});
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
      return std::chrono::steady_clock::now() - begun;
    }
  }

 private:
  TemporaryFolder folder_;
  std::string tools_;
  std::string locked_;
  std::string unlocked_;
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

}  // namespace

int main(int count, char** values) {
  try {
    const std::vector<std::string> arguments(values + 1, values + count);
    const Folder folder;
    std::vector<double> locked;
    std::vector<double> unlocked;
    const int pairs = static_cast<int>(number_of(arguments, "--pairs", 15));
    for (int pair = 0; pair != pairs; ++pair) {
      unlocked.push_back(folder.time_to_open(false).count());
      locked.push_back(folder.time_to_open(true).count());
    }
    const double later = median(locked) - median(unlocked);
    std::printf("%d tools: open after %.1f ms, locked after %.1f ms: %.1f ms later (medians of %d)\n", kTools,
                median(unlocked), median(locked), later, pairs);
    return later <= number_of(arguments, "--at-most", later) ? EXIT_SUCCESS : EXIT_FAILURE;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_lock: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
