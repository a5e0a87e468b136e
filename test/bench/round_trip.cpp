#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>

#include "arguments.hpp"
#include "report.hpp"
#include "target.hpp"

namespace bench {
namespace {

using Targets = std::vector<std::unique_ptr<Target>>;

constexpr std::size_t kCallsInABlock = 200;
constexpr std::size_t kBytesInABlock = 8'000'000;

/// Everything on one processor, our children included: on two, a round trip flips between two speeds by chance.
void stay_on_one_processor() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ::sched_getaffinity(0, sizeof allowed, &allowed);
  int last = CPU_SETSIZE - 1;
  while (last > 0 && !CPU_ISSET(static_cast<std::size_t>(last), &allowed)) --last;
  CPU_ZERO(&allowed);
  CPU_SET(static_cast<std::size_t>(last), &allowed);
  ::sched_setaffinity(0, sizeof allowed, &allowed);
}

/// The workbench's configuration, gone with this object.
class ConfigFile {
 public:
  explicit ConfigFile(const std::string& server)
      : path_(std::filesystem::temp_directory_path() / ("bench-" + std::to_string(::getpid()) + ".json")) {
    std::ofstream(path_) << R"({"toolboxes":{"bench":{"description":"The echo server",)"
                         << R"("mcpServers":{"echo":{"command":")" << server << "\"}}}}}\n";
  }
  ~ConfigFile() { std::filesystem::remove(path_); }
  ConfigFile(const ConfigFile&) = delete;
  ConfigFile& operator=(const ConfigFile&) = delete;

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  const std::filesystem::path path_;
};

Targets start_targets(const Arguments& arguments, const ConfigFile& config) {
  using Command = std::vector<std::string>;
  Targets targets;
  targets.push_back(std::make_unique<Target>("direct", Command{arguments.server}, Addressing::directly));
  targets.push_back(
      std::make_unique<Target>("relay", Command{arguments.relay, arguments.server}, Addressing::directly));
  if (!arguments.workbench.empty()) {
    targets.push_back(std::make_unique<Target>("workbench", Command{arguments.workbench, "--config", config.path()},
                                               Addressing::through_use_tool));
  }
  return targets;
}

std::vector<Figures> measure(const Targets& targets, std::size_t size, const Arguments& arguments) {
  const std::size_t calls =
      std::clamp(kBytesInABlock / size, arguments.in_flight, kCallsInABlock + arguments.in_flight);
  Latencies warming_up;
  for (const auto& target : targets) {
    target->set_size(size);
    target->run(calls, arguments.in_flight, warming_up);
  }

  std::vector<Latencies> latencies(targets.size());
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(arguments.seconds);
  do {
    for (std::size_t i = 0; i < targets.size(); ++i) targets[i]->run(calls, arguments.in_flight, latencies[i]);
  } while (std::chrono::steady_clock::now() < end);

  std::vector<Figures> figures;
  for (std::size_t i = 0; i < targets.size(); ++i) figures.push_back(summarise(targets[i]->name(), latencies[i]));
  return figures;
}

/// Whether the workbench, if it took part, was quick enough at every size.
bool attempt(const Targets& targets, const Arguments& arguments) {
  bool quick_enough = true;
  for (const std::size_t size : arguments.sizes) {
    const auto figures = measure(targets, size, arguments);
    print_table(size, arguments.in_flight, figures);
    if (figures.size() < 3) continue;
    const double ratio = figures[2].median / figures[1].median;
    std::printf("  workbench / relay: %.2f\n", ratio);
    quick_enough = quick_enough && ratio <= arguments.at_most.value_or(ratio);
  }
  return quick_enough;
}

int run(const Arguments& arguments) {
  stay_on_one_processor();
  const ConfigFile config(arguments.server);
  const Targets targets = start_targets(arguments, config);
  for (int i = 0; i < arguments.attempts; ++i) {
    if (attempt(targets, arguments)) return 0;
  }
  std::printf("\nThe workbench took more than %.2f times as long as the relay, %d times in a row.\n",
              arguments.at_most.value_or(0), arguments.attempts);
  return 1;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  const bench::Arguments arguments = bench::read_arguments(argc, argv);
  try {
    return bench::run(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_round_trip: %s\n", error.what());
    return 1;
  }
}
