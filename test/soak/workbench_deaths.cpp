// The workbench dies in every way and at every moment; a second later no process of its servers may live. README.md has
// the promise, `--help` the options.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "death_trial.hpp"
#include "options.hpp"

namespace soak {
namespace {

constexpr std::uint64_t kTrialsBetweenLines = 100;

struct Settings {
  std::uint64_t trials = 500;
  std::uint64_t seed = std::random_device()();
  std::uint64_t workers = 4;
  std::uint64_t npx_every = 0;
  std::uint64_t launcher_every = 0;
  std::string npm_folder = NPM_FOLDER;
};

/// What a worker reports of one trial: small enough for one write to a pipe.
struct Report {
  DeathTrial trial;
  int processes;
  int time_ms;
  bool has_failed;
  char text[2000];
};
static_assert(sizeof(Report) <= 4096);

DeathTrial trial_of(const Settings& settings, std::uint64_t number) {
  std::mt19937_64 random(settings.seed + number);
  DeathTrial trial = DeathTrial::random(random);
  trial.has_npx = settings.npx_every != 0 && number % settings.npx_every == 0;
  trial.kills_launchers = settings.launcher_every != 0 && number % settings.launcher_every == 1;
  // npx takes seconds to start the server.
  if (trial.has_npx && trial.moment == Moment::start) trial.delay *= 8;
  return trial;
}

Report report_of(const DeathTrial& trial, const std::string& npm_folder) {
  Report report{trial, 0, 0, false, {}};
  std::string text;
  try {
    const TrialResult result = run(trial, npm_folder);
    report.processes = result.processes;
    report.time_ms = static_cast<int>(result.time.count());
    text = result.left;
  } catch (const std::exception& problem) {
    text = problem.what();
  }
  report.has_failed = !text.empty();
  std::strncpy(report.text, text.c_str(), sizeof report.text - 1);
  return report;
}

/// Makes every `workers`-th trial and writes a Report of each.
[[noreturn]] void work(const Settings& settings, std::uint64_t first, int results) {
  for (std::uint64_t number = first; number < settings.trials; number += settings.workers) {
    const Report report = report_of(trial_of(settings, number), settings.npm_folder);
    if (::write(results, &report, sizeof report) != sizeof report) ::_exit(1);
  }
  ::_exit(0);
}

struct Row {
  int trials = 0;
  int failed = 0;
  int processes = 0;
  std::vector<int> times;
};

class Table {
 public:
  void add(const Report& report) {
    const DeathTrial& trial = report.trial;
    add_to(std::string("at ") + name_of(trial.moment), report);
    add_to(std::string("by ") + name_of(trial.death), report);
    if (trial.has_npx) add_to("with npx", report);
    add_to(trial.kills_launchers ? "launchers too" : "all others", report);
    if (!report.has_failed) return;
    if (!trial.kills_launchers) ++failed_;
    std::printf("%s: seed %lu, %s, %s after %ld ms%s\n%s\n", trial.kills_launchers ? "left" : "FAILED", trial.seed,
                name_of(trial.moment), name_of(trial.death), trial.delay.count(),
                trial.kills_launchers ? ", launchers killed" : "", report.text);
  }

  /// Those that have to leave nothing.
  void print_figures() const {
    const auto row = rows_.find("all others");
    if (row == rows_.end()) return;
    const Row& all = row->second;
    std::printf(
        "figures: %d deaths with %d processes; processes left a second later after %d of them; the last ended after %d "
        "ms\n",
        all.trials, all.processes, all.failed, *std::max_element(all.times.begin(), all.times.end()));
  }

  void print() const {
    std::printf("\n%-18s %7s %11s %10s %14s\n", "deaths", "trials", "processes", "with left", "last end (ms)");
    for (const auto& [name, row] : rows_) {
      std::printf("%-18s %7d %11d %10d %14d\n", name.c_str(), row.trials, row.processes, row.failed,
                  *std::max_element(row.times.begin(), row.times.end()));
    }
  }

  [[nodiscard]] int failed() const { return failed_; }

 private:
  void add_to(const std::string& name, const Report& report) {
    Row& row = rows_[name];
    ++row.trials;
    row.failed += report.has_failed ? 1 : 0;
    row.processes += report.processes;
    row.times.push_back(report.time_ms);
  }

  std::map<std::string, Row> rows_;
  int failed_ = 0;
};

int run_all(const Settings& settings) {
  if (settings.workers == 0) throw std::invalid_argument("--workers must be at least 1");
  std::printf("%lu deaths, seed %lu (repeat with --seed=%lu)\n", settings.trials, settings.seed, settings.seed);
  std::fflush(stdout);
  std::array<int, 2> results{};
  if (::pipe(results.data()) != 0) return 1;
  for (std::uint64_t worker = 0; worker != settings.workers; ++worker) {
    if (::fork() == 0) work(settings, worker, results[1]);
  }
  ::close(results[1]);
  Table table;
  std::uint64_t done = 0;
  for (Report report; ::read(results[0], &report, sizeof report) == sizeof report;) {
    table.add(report);
    if (++done % kTrialsBetweenLines == 0) std::printf("%lu trials\n", done);
    std::fflush(stdout);
  }
  while (::wait(nullptr) > 0) {
  }
  table.print();
  table.print_figures();
  if (done != settings.trials) std::printf("FAILED: only %lu of %lu trials were made\n", done, settings.trials);
  const bool is_right = done == settings.trials && table.failed() == 0;
  std::printf("%s\n", is_right ? "A second after each death no process was left." : "FAILED");
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace soak

int main(int argc, char** argv) {
  const auto read = [](soak::Options& options, soak::Settings& settings) {
    options.read("trials", "how many", settings.trials);
    options.read("seed", "of all that is random; default: a random one", settings.seed);
    options.read("workers", "how many trials are made at once", settings.workers);
    options.read("npx-every", "each so many trials have a server by npx; 0: none", settings.npx_every);
    options.read("launcher-every",
                 "in each so many trials launchers are killed, too, which is not promised; 0: in none",
                 settings.launcher_every);
    options.read("npm-folder", "where the packages for npx are", settings.npm_folder);
  };
  return soak::run_program<soak::Settings>(argc, argv, read, soak::run_all);
}
