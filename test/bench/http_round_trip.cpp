// Measures what HTTP costs: calls one at a time and many at once through the workbench, compared with POSTs to the
// smallest HTTP server, and the memory of idle streams.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http_server.hpp"
#include "http_target.hpp"
#include "idle_memory.hpp"
#include "processes.hpp"
#include "report.hpp"
#include "target.hpp"
#include "temporary_folder.hpp"

namespace bench {
namespace {

/// The command line.
struct Arguments {
  std::string workbench = WORKBENCH_PROGRAM;
  std::string baseline;  ///< another build of it to compare with; empty: none
  std::vector<std::string> settings;
  double seconds = 5;  ///< for each of the two measurements of calls, and each attempt
  std::size_t in_flight = 256;
  std::size_t streams = 2000;
  int processors = 1;
  int attempts = 1;
  double max_added = 1e9;
  double min_throughput = 0;
  double max_stream_bytes = 1e9;
};

constexpr const char* kUsage =
    R"(bench_http_round_trip: the cost of HTTP. Calls of a tool through the workbench are compared with POSTs to the
smallest HTTP server on Beast. All run alternately in short blocks, so that a disturbance affects all.

  --workbench PROGRAM     mcp-workbench (default: the one of this build)
  --baseline PROGRAM      another build of mcp-workbench, to compare with
  --setting KEY=VALUE     a setting for both (repeatable)
  --seconds S             for calls one at a time, and for calls in flight (default 5)
  --in-flight N           calls in flight at a time, one on each connection; 0: not measured (default 256)
  --streams N             idle connections, streams and sessions; 0: not measured (default 2000)
  --processors N          that all programs run on (default 1: on more, a round trip has one of two speeds by chance)
  --attempts N            measures calls again, up to N times, while a limit is missed (default 1)
  --max-added RATIO       fails if HTTP adds more to a call than RATIO times what the Beast server takes
  --min-throughput SHARE  fails if there are fewer calls per second than this share of the Beast server's
  --max-stream-bytes N    fails if an idle connection or stream costs more bytes of memory
)";

[[noreturn]] void exit_with(const char* text, int code) {
  std::fputs(text, code == 0 ? stdout : stderr);
  std::exit(code);
}

/// Ends the process after --help and on a usage error.
Arguments read_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--help") exit_with(kUsage, 0);
    if (i + 1 == argc) exit_with(kUsage, 2);
    const char* value = argv[++i];
    if (name == "--workbench")
      arguments.workbench = value;
    else if (name == "--baseline")
      arguments.baseline = value;
    else if (name == "--setting")
      arguments.settings.emplace_back(value);
    else if (name == "--seconds")
      arguments.seconds = std::atof(value);
    else if (name == "--in-flight")
      arguments.in_flight = std::strtoul(value, nullptr, 10);
    else if (name == "--streams")
      arguments.streams = std::strtoul(value, nullptr, 10);
    else if (name == "--processors")
      arguments.processors = std::atoi(value);
    else if (name == "--attempts")
      arguments.attempts = std::atoi(value);
    else if (name == "--max-added")
      arguments.max_added = std::atof(value);
    else if (name == "--min-throughput")
      arguments.min_throughput = std::atof(value);
    else if (name == "--max-stream-bytes")
      arguments.max_stream_bytes = std::atof(value);
    else
      exit_with(kUsage, 2);
  }
  return arguments;
}

constexpr std::size_t kCallsInABlock = 200;
constexpr std::chrono::milliseconds kBlockOfManyCalls{100};

void open_as_many_files_as_allowed() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// One build of the workbench, called in every way.
struct MeasuredWorkbench {
  MeasuredWorkbench(const std::string& name, const std::string& program, const std::vector<std::string>& settings)
      : server(HttpServer::workbench(program, settings)),
        stdio(name + ", stdio", stdio_command(program, settings), Addressing::by_use_tool),
        session(name + ", session", server, Way::session),
        modern(name + ", modern", server, Way::modern) {}

  std::vector<std::string> stdio_command(const std::string& program, const std::vector<std::string>& settings) const {
    std::vector<std::string> command{program, "--config", folder.write("config.json", bench_toolboxes()).string()};
    for (const std::string& setting : settings) command.insert(command.end(), {"-D", setting});
    return command;
  }

  test_support::TemporaryFolder folder;
  HttpServer server;
  Target stdio;
  HttpTarget session;
  HttpTarget modern;
};

/// All that is measured in one run.
class Measurement {
 public:
  explicit Measurement(const Arguments& arguments) : arguments_(arguments) {
    workbenches_.push_back(std::make_unique<MeasuredWorkbench>("workbench", arguments.workbench, arguments.settings));
    if (!arguments.baseline.empty()) {
      workbenches_.push_back(std::make_unique<MeasuredWorkbench>("baseline", arguments.baseline, arguments.settings));
    }
  }

  /// False if the workbench misses a limit.
  bool measure_one_at_a_time();
  bool measure_many_at_once();

 private:
  const Arguments& arguments_;
  const HttpServer beast_ = HttpServer::beast_echo();
  HttpTarget echo_{"Beast echo", beast_, Way::echo};
  std::vector<std::unique_ptr<MeasuredWorkbench>> workbenches_;
};

bool Measurement::measure_one_at_a_time() {
  // Echo, and then three for each workbench.
  std::vector<Latencies> latencies(1 + 3 * workbenches_.size());
  const auto run_a_block = [&] {
    auto of_target = latencies.begin();
    echo_.run(kCallsInABlock, *of_target);
    for (const auto& workbench : workbenches_) {
      workbench->stdio.run(kCallsInABlock, 1, *++of_target);
      workbench->session.run(kCallsInABlock, *++of_target);
      workbench->modern.run(kCallsInABlock, *++of_target);
    }
  };
  run_a_block();
  for (Latencies& warming_up : latencies) warming_up.clear();
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(arguments_.seconds);
  while (std::chrono::steady_clock::now() < end) run_a_block();

  std::vector<Figures> figures{summarise(echo_.name(), std::move(latencies[0]))};
  for (std::size_t i = 0; i != workbenches_.size(); ++i) {
    figures.push_back(summarise(workbenches_[i]->stdio.name(), std::move(latencies[3 * i + 1])));
    figures.push_back(summarise(workbenches_[i]->session.name(), std::move(latencies[3 * i + 2])));
    figures.push_back(summarise(workbenches_[i]->modern.name(), std::move(latencies[3 * i + 3])));
  }
  print_table(200, 1, figures);
  bool is_quick_enough = true;
  const double echo = figures[0].median;
  for (std::size_t i = 1; i != figures.size(); ++i) {
    const std::size_t stdio = i - (i - 1) % 3;
    if (i == stdio) continue;
    const double added = figures[i].median - figures[stdio].median;
    std::printf("  %-20s / echo: %.2f; / (stdio + echo): %.2f; adds %.1f us to stdio, / echo: %.2f\n",
                figures[i].name.c_str(), figures[i].median / echo, figures[i].median / (figures[stdio].median + echo),
                added, added / echo);
    if (stdio == 1) is_quick_enough = is_quick_enough && added / echo <= arguments_.max_added;
  }
  return is_quick_enough;
}

bool Measurement::measure_many_at_once() {
  if (arguments_.in_flight == 0) return true;
  std::vector<HttpTarget*> targets{&echo_};
  for (const auto& workbench : workbenches_) targets.insert(targets.end(), {&workbench->session, &workbench->modern});
  for (HttpTarget* target : targets) static_cast<void>(target->run_at_once(arguments_.in_flight, kBlockOfManyCalls));
  std::vector<std::vector<double>> rates(targets.size());
  std::vector<std::vector<double>> processor_times(targets.size());
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(arguments_.seconds);
  do {
    for (std::size_t i = 0; i != targets.size(); ++i) {
      const auto rate = targets[i]->run_at_once(arguments_.in_flight, kBlockOfManyCalls);
      rates[i].push_back(rate.calls_per_second);
      processor_times[i].push_back(rate.processor_time);
    }
  } while (std::chrono::steady_clock::now() < end);

  std::printf("\n200 bytes, %zu in flight   calls per second   its processor us   / echo\n", arguments_.in_flight);
  bool is_quick_enough = true;
  const double echo = median(rates[0]);
  for (std::size_t i = 0; i != targets.size(); ++i) {
    const double share = median(rates[i]) / echo;
    std::printf("  %-24s %16.0f %18.1f %8.2f\n", targets[i]->name().c_str(), median(rates[i]),
                median(processor_times[i]), share);
    if (i == 1 || i == 2) is_quick_enough = is_quick_enough && share >= arguments_.min_throughput;
  }
  return is_quick_enough;
}

bool measure_memory(const Arguments& arguments) {
  if (arguments.streams == 0) return true;
  bool is_small_enough = true;
  std::printf("\n%zu idle, private bytes of each\n", arguments.streams);
  const auto print = [&](const char* name, const std::string& program) {
    for (const IdleMemory& figure : measure_idle_memory(program, arguments.settings, arguments.streams)) {
      std::printf("  %9s, %-30s %8.0f\n", name, figure.what.c_str(), figure.bytes);
      if (program != arguments.workbench || figure.what == "session") continue;
      is_small_enough = is_small_enough && figure.bytes <= arguments.max_stream_bytes;
    }
  };
  print("workbench", arguments.workbench);
  if (!arguments.baseline.empty()) print("baseline", arguments.baseline);
  return is_small_enough;
}

bool measure_calls(const Arguments& arguments) {
  Measurement measurement(arguments);
  for (int attempt = 0; attempt != arguments.attempts; ++attempt) {
    const bool one_is_quick = measurement.measure_one_at_a_time();
    const bool many_are_quick = measurement.measure_many_at_once();
    if (one_is_quick && many_are_quick) return true;
  }
  return false;
}

int run(const Arguments& arguments) {
  stay_on_processors(std::max(arguments.processors, 1));
  open_as_many_files_as_allowed();
  const bool is_quick_enough = measure_calls(arguments);
  const bool is_small_enough = measure_memory(arguments);
  if (!is_quick_enough) {
    std::printf("\nThe workbench missed --max-added %.2f or --min-throughput %.2f, %d times in a row.\n",
                arguments.max_added, arguments.min_throughput, arguments.attempts);
  }
  if (!is_small_enough) {
    std::printf("\nAn idle connection or stream costs more than --max-stream-bytes %.0f.\n",
                arguments.max_stream_bytes);
  }
  return is_quick_enough && is_small_enough ? 0 : 1;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  const bench::Arguments arguments = bench::read_arguments(argc, argv);
  try {
    return bench::run(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_http_round_trip: %s\n", error.what());
    return 1;
  }
}
