// Measures tool calls directly, through the smallest relay, and through the workbench.

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "processes.hpp"
#include "report.hpp"
#include "target.hpp"
#include "watcher.hpp"

namespace bench {
namespace {

/// The command line.
struct Arguments {
  std::string server;
  std::string relay;
  std::string workbench;  ///< empty: measured without
  std::string baseline;   ///< another build of it to compare with; empty: none
  /// Those of a second run of the workbench, to compare with; empty: there is none.
  std::vector<std::string> settings;
  double seconds = 5;  ///< for each size and attempt
  /// Fails unless an operator that watches makes an attempt no more than this times as long; absent: there is none.
  std::optional<double> watched_at_most;
  std::vector<std::size_t> sizes;
  std::size_t in_flight = 1;
  int attempts = 1;
  std::optional<double> at_most;  ///< fails unless an attempt's workbench / relay is no more than this
};

constexpr const char* kUsage =
    R"(bench_round_trip: the time of a tool call directly, through the smallest relay, and through the workbench.
The targets run alternately in short blocks on one processor, so that a disturbance affects all of them.

  --server PROGRAM      bench_echo_server
  --relay PROGRAM       bench_relay
  --workbench PROGRAM   mcp-workbench; without it, only the other two are measured
  --baseline PROGRAM    another build of mcp-workbench, to compare with
  --setting KEY=VALUE   a setting of a second run of the workbench, to compare with (repeatable)
  --watched-at-most RATIO  also measures a workbench that keeps calls for operators, and one that an operator watches;
                        fails if the median through the latter is more than RATIO times that through the workbench
  --seconds S           for each size (default 5)
  --size BYTES          length of a request (default 200; repeatable; 1M and 30M are understood)
  --in-flight N         calls in flight at a time (default 1)
  --attempts N          measures again, up to N times, while --at-most is missed (default 1)
  --at-most RATIO       fails if the median through the workbench is more than RATIO times that through the relay
)";

[[noreturn]] void exit_with(const char* text, int code) {
  std::fputs(text, code == 0 ? stdout : stderr);
  std::exit(code);
}

std::size_t bytes(const char* text) {
  char* unit = nullptr;
  const double number = std::strtod(text, &unit);
  const double factor = *unit == 'M' ? 1e6 : *unit == 'k' ? 1e3 : 1;
  return static_cast<std::size_t>(number * factor);
}

/// Ends the process after --help and on a usage error.
Arguments read_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--help") exit_with(kUsage, 0);
    const char* value = i + 1 < argc ? argv[++i] : "";
    if (name == "--server")
      arguments.server = value;
    else if (name == "--relay")
      arguments.relay = value;
    else if (name == "--workbench")
      arguments.workbench = value;
    else if (name == "--baseline")
      arguments.baseline = value;
    else if (name == "--setting")
      arguments.settings.emplace_back(value);
    else if (name == "--watched-at-most")
      arguments.watched_at_most = std::atof(value);
    else if (name == "--seconds")
      arguments.seconds = std::atof(value);
    else if (name == "--size")
      arguments.sizes.push_back(bytes(value));
    else if (name == "--in-flight")
      arguments.in_flight = bytes(value);
    else if (name == "--attempts")
      arguments.attempts = std::atoi(value);
    else if (name == "--at-most")
      arguments.at_most = std::atof(value);
    else
      exit_with(kUsage, 2);
  }
  const bool compares = !arguments.baseline.empty() || !arguments.settings.empty() || arguments.watched_at_most;
  if (arguments.workbench.empty() && compares) exit_with(kUsage, 2);
  if (arguments.server.empty() || arguments.relay.empty() || arguments.in_flight == 0) exit_with(kUsage, 2);
  if (arguments.sizes.empty()) arguments.sizes.push_back(200);
  return arguments;
}

using Targets = std::vector<std::unique_ptr<Target>>;

constexpr std::size_t kCallsInABlock = 200;
constexpr std::size_t kBytesInABlock = 8'000'000;

/// The settings of a workbench that operators can connect to, and that keeps calls for them.
const std::vector<std::string> kForOperators{"listeners=stdio,http", "listener.http.console=true",
                                             "listener.http.port=0"};

/// A folder for the sockets of workbenches, removed by the destructor.
class RuntimeFolder {
 public:
  RuntimeFolder() : path_(std::filesystem::temp_directory_path() / ("bench-run-" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(path_);
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
    ::setenv("XDG_RUNTIME_DIR", path_.c_str(), 1);
  }
  ~RuntimeFolder() {
    std::error_code failed;
    std::filesystem::remove_all(path_, failed);
  }
  RuntimeFolder(const RuntimeFolder&) = delete;
  RuntimeFolder& operator=(const RuntimeFolder&) = delete;

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  const std::filesystem::path path_;
};

/// The workbench's configuration, removed by the destructor.
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
  targets.push_back(std::make_unique<Target>("direct", Command{arguments.server}, Addressing::direct));
  targets.push_back(std::make_unique<Target>("relay", Command{arguments.relay, arguments.server}, Addressing::direct));
  const auto add_workbench = [&](const char* name, const std::string& program,
                                 const std::vector<std::string>& settings) {
    Command command{program, "--config", config.path()};
    for (const std::string& setting : settings) command.insert(command.end(), {"-D", setting});
    targets.push_back(std::make_unique<Target>(name, command, Addressing::by_use_tool));
  };
  if (!arguments.workbench.empty()) add_workbench("workbench", arguments.workbench, {});
  if (!arguments.baseline.empty()) add_workbench("baseline", arguments.baseline, {});
  if (!arguments.settings.empty()) add_workbench("with the settings", arguments.workbench, arguments.settings);
  if (!arguments.watched_at_most) return targets;
  add_workbench("calls are kept", arguments.workbench, kForOperators);
  add_workbench("an operator watches", arguments.workbench, kForOperators);
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

/// True if the workbench was quick enough at every size, or was not measured.
bool attempt(const Targets& targets, const Arguments& arguments) {
  bool quick_enough = true;
  for (const std::size_t size : arguments.sizes) {
    const auto figures = measure(targets, size, arguments);
    print_table(size, arguments.in_flight, figures);
    if (figures.size() < 3) continue;
    const double ratio = figures[2].median / figures[1].median;
    std::printf("  workbench / relay: %.2f\n", ratio);
    quick_enough = quick_enough && ratio <= arguments.at_most.value_or(ratio);
    if (arguments.watched_at_most) {
      quick_enough = quick_enough && figures.back().median <= *arguments.watched_at_most * figures[2].median;
    }
    for (std::size_t i = 3; i < figures.size(); ++i) {
      std::printf("  workbench / %s: %.2f\n", figures[i].name.c_str(), figures[2].median / figures[i].median);
    }
  }
  return quick_enough;
}

int run(const Arguments& arguments) {
  stay_on_processors(1);
  const RuntimeFolder runtime;
  const ConfigFile config(arguments.server);
  const Targets targets = start_targets(arguments, config);
  std::optional<Watcher> watcher;
  if (arguments.watched_at_most) watcher.emplace(runtime.path(), targets.back()->pid());
  for (int i = 0; i < arguments.attempts; ++i) {
    if (!attempt(targets, arguments)) continue;
    if (watcher)
      std::printf("  notifications to the operator: %llu\n", static_cast<unsigned long long>(watcher->notifications()));
    return 0;
  }
  std::printf("\nThe workbench took longer than --at-most or --watched-at-most allow, %d times in a row.\n",
              arguments.attempts);
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
