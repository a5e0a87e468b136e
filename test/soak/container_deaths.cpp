// soak_container_deaths [--seconds=N] [--engine=PATH --image=NAME]: starts servers in containers and sends SIGKILL to
// the server, the client of the engine, the launcher, the workbench, or launcher and workbench at once, and counts the
// containers that are left after each. Without `--engine`, the recording engine. A container of another program, which
// must stay, runs all the time.

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "container_engine.hpp"
#include "holder_process.hpp"
#include "marked_processes.hpp"

namespace {

using namespace workbench::test;
using Clock = std::chrono::steady_clock;

constexpr const char* kStubborn = "trap '' TERM INT HUP; echo ready; while :; do sleep 1; done";
constexpr const char* kOurs = "--filter label=dev.mcp-workbench.run";
constexpr std::chrono::seconds kPatience{20};

struct Options {
  std::chrono::seconds time{10};
  std::string engine;
  std::string image = "server";
};

enum class Victim { server, client, launcher, workbench, both };
constexpr std::array<const char*, 5> kVictims{"server", "client", "launcher", "workbench", "launcher and workbench"};

std::string output_of(const std::string& command) {
  FILE* const pipe = ::popen(command.c_str(), "r");
  std::string text;
  std::array<char, 4096> part{};
  while (std::fgets(part.data(), static_cast<int>(part.size()), pipe) != nullptr) text += part.data();
  ::pclose(pipe);
  return text;
}

/// One trial after the other.
class Soak {
 public:
  explicit Soak(Options options) : options_(std::move(options)) {
    if (options_.engine.empty()) {
      recording_ = std::make_unique<ContainerEngine>();
      options_.engine = ContainerEngine::client();
    }
    engine("run --rm --name " + other_ + " " + options_.image +
           " /bin/sh -c 'while :; do sleep 1; done' </dev/null >/dev/null 2>&1 &");
  }

  int run() {
    const auto end = Clock::now() + options_.time;
    for (int trial = 0; Clock::now() < end; ++trial) {
      const auto victim = static_cast<Victim>(trial % static_cast<int>(kVictims.size()));
      if (!is_clean_after(victim)) return 1;
      ++trials_;
    }
    const bool other_runs = !engine("ps --quiet --filter name=" + other_).empty();
    engine("rm --force " + other_);
    std::printf("figures: %d deaths, no container left; the container of another program %s\n", trials_,
                other_runs ? "runs" : "HAS ENDED");
    return other_runs && trials_ > 0 ? 0 : 1;
  }

 private:
  std::string engine(const std::string& words) const { return output_of(options_.engine + " " + words); }

  bool is_clean_after(Victim victim) {
    const std::string mark = make_mark();
    {
      HolderProcess workbench(mark, {options_.engine, "run", options_.image, "/bin/sh", "-c", kStubborn, mark});
      if (!workbench.has_started()) return report(victim, "the server did not start");
      kill(victim, mark, workbench);
      // What both of them leave, the next workbench removes.
      if (victim == Victim::both) {
        const HolderProcess next(mark, {options_.engine, "run", options_.image, "/bin/sh", "-c", kStubborn, mark});
        if (!next.has_started()) return report(victim, "the next server did not start");
      } else if (!is_empty()) {
        return report(victim, "left: " + engine("ps --all " + std::string(kOurs)));
      }
    }
    return is_empty() || report(victim, "left at the end: " + engine("ps --all " + std::string(kOurs)));
  }

  [[nodiscard]] bool is_empty() const {
    const auto deadline = Clock::now() + kPatience;
    while (!engine("ps --all --quiet " + std::string(kOurs)).empty()) {
      if (Clock::now() > deadline) return false;
      ::poll(nullptr, 0, 20);
    }
    return true;
  }

  void kill(Victim victim, const std::string& mark, HolderProcess& workbench) const {
    switch (victim) {
      case Victim::server: return kill_each(mark, "/bin/sh");
      case Victim::client: return kill_each(mark, options_.engine);
      case Victim::launcher: return kill_each(mark, WORKBENCH_LAUNCHER);
      case Victim::workbench: return workbench.kill();
      case Victim::both:
        ::kill(workbench.pid(), SIGSTOP);
        kill_each(mark, WORKBENCH_LAUNCHER);
        return workbench.kill();
    }
  }

  static void kill_each(const std::string& mark, const std::string& program) {
    for (const int process : marked_processes(mark, program)) ::kill(process, SIGKILL);
  }

  static bool report(Victim victim, const std::string& what) {
    std::printf("after the death of the %s: %s\n", kVictims[static_cast<std::size_t>(victim)], what.c_str());
    return false;
  }

  Options options_;
  const std::string other_ = "soak-other-" + std::to_string(::getpid());
  std::unique_ptr<ContainerEngine> recording_;
  int trials_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word.starts_with("--seconds=")) options.time = std::chrono::seconds(std::stoi(std::string(word.substr(10))));
    if (word.starts_with("--engine=")) options.engine = word.substr(9);
    if (word.starts_with("--image=")) options.image = word.substr(8);
  }
  return Soak(options).run();
}
