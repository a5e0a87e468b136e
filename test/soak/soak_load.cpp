// The workbench under full load, with reloads, for as long as one likes: its memory stays flat, no descriptor leaks,
// each call gets its answer, and at the end no process is left. README.md has the promise, `--help` the options.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "fixtures/stdio/marked_processes.hpp"
#include "footprint.hpp"
#include "ledger.hpp"
#include "options.hpp"
#include "proof_load.hpp"
#include "visitor.hpp"
#include "workbench_client.hpp"
#include "workbench_process.hpp"

namespace soak {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

constexpr std::size_t kConnections = 6;
constexpr const char* kMark = "WORKBENCH_SOAK_MARK";
/// Until sessions that were left alone, and servers of clients without one, have ended: the limits in run_soak(),
/// doubled.
constexpr seconds kTimeToRest{20};

struct Settings {
  seconds time{3600};
  std::uint64_t seed = std::random_device()();
  seconds warm_up{60};
  seconds reload_every{5};
  std::chrono::milliseconds kill_every{5000};
  std::uint64_t visitors = 4;
  std::uint64_t max_growth_kib = 1024;
  std::string samples;
};

/// `options` and `members` are raw.
std::string busy_server(const std::string& name, const std::string& options, const std::string& members = {}) {
  return test_support::quoted(name) + ":{\"command\":" + test_support::quoted(BUSY_SERVER) + ",\"args\":[" + options +
         "]" + members + "}";
}

/// `generation` changes what a reload finds changed: one server of `busy`, and a toolbox that comes and goes.
std::string toolboxes(const ProofLoad& load, std::uint64_t generation) {
  const std::string busy =
      busy_server("legacy", "\"--legacy\"") + "," + busy_server("modern", R"("--modern","--tools-only")") + "," +
      busy_server("slow", R"("--modern","--tools-only")", ",\"callTimeoutMs\":200") + "," +
      busy_server("crashy", "\"--tools-only\"") + "," +
      busy_server("shifting", R"("--modern","--tools-only",")" + std::to_string(generation) + "\"");
  std::string all = test_support::toolbox("soak", load.entries()) +
                    R"(,"busy":{"description":"All of the protocol.","content":"native","mcpServers":{)" + busy + "}}";
  if (generation % 2 == 1) {
    all += "," + test_support::toolbox("extra", busy_server("extra", R"("--modern","--tools-only")"));
  }
  return test_support::toolboxes_file(all, "dynamic");
}

/// Runs a function in a thread, again and again, until it is destroyed.
class Repeating {
 public:
  Repeating(Visits& visits, std::function<void()> visit)
      : thread_([this, &visits, visit = std::move(visit)] {
          while (!is_over_) {
            try {
              visit();
            } catch (const std::exception& problem) {
              visits.record_failure("a visit broke off", problem.what());
              std::this_thread::sleep_for(std::chrono::milliseconds(100));
            }
          }
        }) {}
  ~Repeating() {
    is_over_ = true;
    thread_.join();
  }
  Repeating(const Repeating&) = delete;
  Repeating& operator=(const Repeating&) = delete;

 private:
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

class Soak {
 public:
  explicit Soak(const Settings& settings)
      : settings_(settings),
        mark_(workbench::test::make_mark()),
        ledger_(settings.seed, ProofLoad::servers()),
        load_(settings.seed, settings.kill_every),
        workbench_(WORKBENCH_PROGRAM, toolboxes(load_, 0),
                   {"listeners=stdio,http", "listener.http.port=0",
                    "metaTools=open_toolbox,use_tool,describe_tools,"
                    "close_toolbox,list_toolboxes",
                    "config.watch=false", "limits.idle=5s", "limits.suspended=5s", "listener.http.sessionIdleSeconds=5",
                    "middleware=metrics"},
                   {{kMark, mark_}}) {}
  ~Soak() {
    for (const int pid : workbench::test::marked_processes(mark_)) ::kill(pid, SIGKILL);
  }

  bool run() {
    load_.connect(workbench_, Era::legacy, kConnections);
    const Footprint before = Footprint::of(workbench_.pid());
    run_load();
    const bool calls_are_right = print_calls(ledger_);
    const bool visits_are_right = print_visits();
    const bool memory_is_right = print_memory();
    const bool rest_is_right = print_rest(before);
    const bool end_is_right = print_end();
    if (!settings_.samples.empty()) write_footprints(footprints_, settings_.samples);
    return calls_are_right && visits_are_right && memory_is_right && rest_is_right && end_is_right;
  }

 private:
  void run_load() {
    const std::uint16_t port = workbench_.http_port();
    std::vector<std::unique_ptr<Repeating>> visitors;
    for (std::uint64_t number = 0; number != settings_.visitors; ++number) {
      visitors.push_back(std::make_unique<Repeating>(
          visits_, [this, port, number, random = std::mt19937_64(settings_.seed + number)]() mutable {
            Visitor visitor(port, visits_);
            number % 2 == 0 ? visitor.visit_session(random()) : visitor.visit_modern(random());
          }));
    }
    begun_ = Clock::now();
    auto next_reload = begun_ + settings_.reload_every;
    auto next_sample = begun_;
    load_.run(ledger_, [&] {
      const auto now = Clock::now();
      if (now >= next_reload) {
        reload();
        next_reload = now + settings_.reload_every;
      }
      if (now >= next_sample) {
        sample();
        next_sample = now + seconds(1);
      }
      return now - begun_ >= settings_.time;
    });
    visitors.clear();
    time_ = Clock::now() - begun_;
  }

  void reload() {
    workbench_.write_toolboxes(toolboxes(load_, ++generation_));
    workbench_.send_signal(SIGHUP);
  }

  void sample() {
    Footprint footprint = Footprint::of(workbench_.pid());
    footprint.time = Clock::now() - begun_;
    footprints_.push_back(footprint);
  }

  [[nodiscard]] bool print_visits() const {
    std::printf("\nWhat the other clients did:\n");
    for (const auto& [what, count] : visits_.done()) std::printf("%9lu  %s\n", count, what.c_str());
    for (const std::string& sample : visits_.samples()) std::printf("WRONG: %s\n", sample.c_str());
    std::printf("%lu calls with proof, %.0f per second; %lu reloads; not as it must be: %lu\n", ledger_.sent(),
                static_cast<double>(ledger_.sent()) / time_.count(), generation_, visits_.failures());
    return visits_.failures() == 0;
  }

  [[nodiscard]] bool print_memory() const {
    std::printf("\n%-24s %10s %10s %10s %14s %14s\n", "memory (KiB)", "early", "late", "growth", "medians", "a minute");
    const Trend anonymous = print_trend("anonymous (RssAnon)", &Footprint::anonymous_kib);
    static_cast<void>(print_trend("proportional (Pss)", &Footprint::proportional_kib));
    std::printf(
        "early and late: what is kept in the first and the last tenth of the time after %ld s; limit of growth: %lu\n",
        settings_.warm_up.count(), settings_.max_growth_kib);
    return anonymous.late.kept - anonymous.early.kept <= static_cast<double>(settings_.max_growth_kib);
  }

  Trend print_trend(const char* name, double Footprint::*member) const {
    const Trend trend = trend_of(footprints_, settings_.warm_up, member);
    std::printf("%-24s %10.0f %10.0f %10.0f %6.0f, %6.0f %14.1f\n", name, trend.early.kept, trend.late.kept,
                trend.late.kept - trend.early.kept, trend.early.median, trend.late.median, trend.slope_per_minute);
    return trend;
  }

  /// When all clients but the first have left, as many descriptors are open as before they came.
  [[nodiscard]] bool print_rest(const Footprint& before) {
    load_.disconnect_http();
    Footprint after = Footprint::of(workbench_.pid());
    const auto deadline = Clock::now() + kTimeToRest;
    while (after.descriptors > before.descriptors && Clock::now() < deadline) {
      load_.receive(ledger_, std::chrono::milliseconds(100));
      after = Footprint::of(workbench_.pid());
    }
    std::size_t most = 0;
    for (const Footprint& footprint : footprints_) most = std::max(most, footprint.descriptors);
    std::printf("descriptors: %zu before, at most %zu, %zu after\n", before.descriptors, most, after.descriptors);
    const Trend memory = trend_of(footprints_, settings_.warm_up, &Footprint::anonymous_kib);
    std::printf(
        "figures: %.0f min; anonymous memory %.0f -> %.0f KiB (medians %.0f -> %.0f); descriptors %zu -> %zu; %lu "
        "calls with "
        "proof, %lu reloads, %lu wrong\n",
        time_.count() / 60, memory.early.kept, memory.late.kept, memory.early.median, memory.late.median,
        before.descriptors, after.descriptors, ledger_.sent(), generation_,
        visits_.failures() + ledger_.sum().other + ledger_.unexpected());
    return after.descriptors <= before.descriptors;
  }

  [[nodiscard]] bool print_end() {
    workbench_.close_input();
    const auto status = workbench_.wait(seconds(20));
    const std::string left = workbench::test::left_after(seconds(1), mark_);
    const bool is_right = status && WIFEXITED(*status) && WEXITSTATUS(*status) == 0 && left.empty();
    std::printf("the end: %s\n", is_right ? "exit code 0, no process left" : "FAILED");
    if (!is_right) std::printf("status %d\n%s\n", status.value_or(-1), left.c_str());
    return is_right;
  }

  const Settings& settings_;
  const std::string mark_;
  Ledger ledger_;
  ProofLoad load_;
  WorkbenchProcess workbench_;
  Visits visits_;
  Clock::time_point begun_;
  std::chrono::duration<double> time_{};
  std::uint64_t generation_ = 0;
  std::vector<Footprint> footprints_;
};

int run_soak(const Settings& settings) {
  std::printf("%ld s, seed %lu (repeat with --seed=%lu)\n", settings.time.count(), settings.seed, settings.seed);
  std::fflush(stdout);
  const bool is_right = Soak(settings).run();
  std::printf("%s\n", is_right ? "Nothing was lost, nothing leaked, nothing is left." : "FAILED");
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace soak

int main(int argc, char** argv) {
  const auto read = [](soak::Options& options, soak::Settings& settings) {
    options.read("seconds", "how long", settings.time);
    options.read("seed", "of all that is random; default: a random one", settings.seed);
    options.read("warm-up", "seconds after which memory must not grow", settings.warm_up);
    options.read("reload-every", "seconds", settings.reload_every);
    options.read("kill-every", "milliseconds between two deaths of servers", settings.kill_every);
    options.read("visitors", "clients besides those that prove their calls", settings.visitors);
    options.read("max-growth", "KiB of memory", settings.max_growth_kib);
    options.read("samples", "a file for the figures of each second", settings.samples);
  };
  return soak::run_program<soak::Settings>(argc, argv, read, soak::run_soak);
}
