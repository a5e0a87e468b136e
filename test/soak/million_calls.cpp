// Many calls through the workbench over eight servers, one of which is killed again and again. Each call is to be
// answered exactly once, with its own answer or an error that names the server that was killed. README.md has the
// promise, `--help` the options.

#include <chrono>
#include <cstdio>
#include <exception>
#include <map>
#include <random>
#include <string>

#include "ledger.hpp"
#include "options.hpp"
#include "proof_load.hpp"
#include "workbench_client.hpp"
#include "workbench_process.hpp"

namespace soak {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kConnections = 16;  // of each era

struct Settings {
  std::uint64_t calls = 1'000'000;
  std::uint64_t seed = std::random_device()();
  std::chrono::milliseconds kill_every{1000};
};

/// The calls of one workbench.
void run_round(Era stdio_era, std::uint64_t seed, const Settings& settings, Ledger& ledger,
               std::map<std::string, int>& deaths) {
  ProofLoad load(seed, settings.kill_every);
  const WorkbenchProcess workbench(WORKBENCH_PROGRAM,
                                   test_support::toolboxes_file(test_support::toolbox("soak", load.entries())),
                                   {"listeners=stdio,http", "listener.http.port=0"});
  load.connect(workbench, stdio_era, kConnections);
  const std::uint64_t end = ledger.sent() + settings.calls / 2;
  load.run(ledger, [&] { return ledger.sent() == end; });
  // What is answered twice arrives now.
  const auto enough = Clock::now() + std::chrono::milliseconds(300);
  while (Clock::now() < enough) load.receive(ledger, std::chrono::milliseconds(100));
  for (const auto& [kind, count] : load.killer().deaths()) deaths[kind] += count;
}

int run(const Settings& settings) {
  std::printf("%lu calls, seed %lu (repeat with --seed=%lu)\n", settings.calls, settings.seed, settings.seed);
  std::fflush(stdout);
  Ledger ledger(settings.seed, ProofLoad::servers());
  std::map<std::string, int> deaths;
  const auto begun = Clock::now();
  run_round(Era::legacy, settings.seed, settings, ledger, deaths);
  run_round(Era::modern, settings.seed + 1, settings, ledger, deaths);
  const std::chrono::duration<double> time = Clock::now() - begun;
  const bool is_right = print_calls(ledger);
  int killed = 0;
  std::printf("\nkilled:");
  for (const auto& [kind, count] : deaths) {
    std::printf(" %s %d;", kind.c_str(), count);
    killed += count;
  }
  const Tally all = ledger.sum();
  std::printf(
      "\nfigures: %lu calls, %lu answered, %lu with an error that names the killed server, %lu otherwise, %zu not; ",
      all.calls, all.answered, all.named_death, all.other + ledger.unexpected(), ledger.in_flight());
  std::printf("%.0f per second; %d deaths\n%s\n", static_cast<double>(all.calls) / time.count(), killed,
              is_right ? "Each call was answered exactly once." : "FAILED");
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace soak

int main(int argc, char** argv) {
  const auto read = [](soak::Options& options, soak::Settings& settings) {
    options.read("calls", "how many", settings.calls);
    options.read("seed", "of all that is random; default: a random one", settings.seed);
    options.read("kill-every", "milliseconds between two deaths", settings.kill_every);
  };
  return soak::run_program<soak::Settings>(argc, argv, read, soak::run);
}
