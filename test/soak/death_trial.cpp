#include "death_trial.hpp"

#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "channel.hpp"
#include "fixtures/stdio/marked_processes.hpp"
#include "http_channel.hpp"
#include "ledger.hpp"
#include "stdio_channel.hpp"
#include "workbench_client.hpp"
#include "workbench_process.hpp"

namespace soak {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using workbench::test::marked_processes;

constexpr milliseconds kPromised{1000};
constexpr milliseconds kMaxEnd{10'000};
constexpr const char* kMark = "WORKBENCH_SOAK_MARK";

std::string entry(const std::string& name, const std::string& command, const std::vector<std::string>& arguments,
                  const std::string& more = {}) {
  std::string list;
  for (const std::string& argument : arguments) list += (list.empty() ? "" : ",") + test_support::quoted(argument);
  return test_support::quoted(name) + ":{\"command\":" + test_support::quoted(command) + ",\"args\":[" + list +
         "],\"inheritEnv\":[\"" + kMark + "\"]" + more + "}";
}

std::string shell(const std::string& name, const std::string& script) {
  return entry(name, "/bin/sh", {"-c", script});
}

/// Servers whose processes do not end by themselves. Those named `changing` differ between generations.
std::string toolboxes(int generation, bool has_npx, const std::string& npm_folder) {
  const std::string proof = std::string(PROOF_SERVER) + " --name=";
  std::string servers = entry("plain", PROOF_SERVER, {"--name=plain"});
  servers += "," + entry("stubborn", FAKE_SERVER, {"--ignore-signals"});
  // They ignore signals, and keep the pipes of the server open.
  servers += "," + shell("pipes", "trap '' TERM HUP INT; sleep 600 & (sleep 600 &); " + proof + "pipes; sleep 600");
  servers += "," + shell("daemon", "setsid sh -c 'trap \"\" TERM HUP; sleep 600; :' & exec " + proof + "daemon");
  servers += "," + shell("quiet-daemon",
                         "(setsid setsid sleep 600 </dev/null >/dev/null 2>&1 &); exec " + proof + "quiet-daemon");
  servers += "," + shell("slow", "sleep 0.1; sleep 600 & " + proof + "slow");
  servers +=
      "," + shell("changing", "sleep 600 & exec " + proof + "changing --generation=" + std::to_string(generation));
  if (generation % 2 == 1) servers += "," + entry("added", PROOF_SERVER, {"--name=added"});
  if (has_npx) {
    servers += "," + entry("everything", "npx", {"--offline", "@modelcontextprotocol/server-everything"},
                           ",\"cwd\":" + test_support::quoted(npm_folder));
  }
  return test_support::toolboxes_file(test_support::toolbox("soak", servers));
}

/// A workbench with a client over stdio and one over HTTP, up to its death.
class Trial {
 public:
  Trial(const DeathTrial& plan, const std::string& npm_folder)
      : plan_(plan),
        npm_folder_(npm_folder),
        mark_(workbench::test::make_mark()),
        ledger_(plan.seed, {"plain", "pipes", "daemon", "quiet-daemon", "slow", "changing"}),
        workbench_(WORKBENCH_PROGRAM, toolboxes(0, plan.has_npx, npm_folder),
                   {"listeners=stdio,http", "listener.http.port=0", "limits.drain=300ms"}, {{kMark, mark_}}) {}
  ~Trial() {
    for (const int pid : marked_processes(mark_)) ::kill(pid, SIGKILL);
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  TrialResult run() {
    TrialResult result;
    try {
      reach_moment();
    } catch (const std::exception& problem) {
      if (plan_.moment != Moment::drain) throw;  // the workbench may end before its time has come
    }
    result.processes = static_cast<int>(marked_processes(mark_).size()) - 1;
    if (plan_.kills_launchers) kill_launchers();
    die();
    const auto ended = Clock::now();
    result.left = left_after_a_second();
    result.time = std::chrono::duration_cast<milliseconds>(Clock::now() - ended);
    return result;
  }

 private:
  void reach_moment() {
    if (plan_.moment == Moment::start) return begin_to_start();
    StdioChannel client(workbench_, Era::legacy, 32);
    static_cast<void>(ask(client, 1, "tools/call", R"("name":"open_toolbox","arguments":{"toolbox_name":"soak"})"));
    HttpChannel other(workbench_.http_port(), Era::modern, {});
    // The process for the other client, and its call, which lasts longer than all that follows.
    other.request(2, "tools/call",
                  R"("name":"use_tool","arguments":{"tool":{"toolbox":"soak","server":"plain","tool":"prove"},)"
                  R"("arguments":{"nonce":"0","waitMs":5000}})");
    if (plan_.moment == Moment::calls) return keep_calling(client, other);
    if (plan_.moment == Moment::reload) {
      workbench_.write_toolboxes(toolboxes(1, plan_.has_npx, npm_folder_));
      workbench_.send_signal(SIGHUP);
      return keep_calling(client, other);
    }
    keep_calling(client, other, milliseconds(50));
    workbench_.send_signal(SIGTERM);
    keep_calling(client, other);
  }

  /// Everything starts at once, and nothing is waited for.
  void begin_to_start() {
    const std::string text =
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
        R"("clientInfo":{"name":"soak","version":"1"}}})"
        "\n"
        R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
        "\n"
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_toolbox","arguments":)"
        R"({"toolbox_name":"soak"}}})"
        "\n";
    static_cast<void>(::write(workbench_.input(), text.data(), text.size()) + 0);
    // Servers start once the listeners are open; a part of the workbenches dies before that.
    if (plan_.seed % 4 != 0) static_cast<void>(workbench_.http_port());
    ::poll(nullptr, 0, static_cast<int>(plan_.delay.count()));
  }

  void keep_calling(Channel& client, Channel& other) { keep_calling(client, other, plan_.delay); }
  void keep_calling(Channel& client, Channel& other, milliseconds time) {
    const auto end = Clock::now() + time;
    while (Clock::now() < end) {
      while (client.room() > 0) {
        const auto server = ledger_.choose_server();
        if (!server) break;
        ledger_.send_call(client, *server);
      }
      std::vector<pollfd> polled;
      client.add_to(polled);
      other.add_to(polled);
      ::poll(polled.data(), polled.size(), 5);
      client.handle(polled.data(), [&](std::string_view message) { ledger_.receive(client, message); });
      other.handle(polled.data() + client.descriptors(), [](std::string_view) {});
    }
  }

  void kill_launchers() const {
    std::vector<int> launchers;
    for (const int pid : marked_processes(mark_)) {
      std::error_code ignored;
      const auto program = std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", ignored);
      if (program.filename() == "launcher") launchers.push_back(pid);
    }
    const bool hits_all = plan_.seed % 2 == 0;
    if (!hits_all && !launchers.empty()) launchers.resize(1);
    for (const int launcher : launchers) ::kill(launcher, SIGKILL);
  }

  /// A line for each process that is left after the promised time. Time that this process has spent waiting for a
  /// processor does not count, because those that it waits for do not get one either.
  [[nodiscard]] std::string left_after_a_second() const {
    constexpr milliseconds kPause{5};
    std::chrono::nanoseconds counted{0};
    while (counted < kPromised) {
      const auto begun = Clock::now();
      const auto used = processor_time();
      if (marked_processes(mark_).empty()) return {};
      ::poll(nullptr, 0, static_cast<int>(kPause.count()));
      counted += std::min<std::chrono::nanoseconds>(Clock::now() - begun, processor_time() - used + 2 * kPause);
    }
    return workbench::test::left_after(milliseconds(0), mark_);
  }

  [[nodiscard]] static std::chrono::nanoseconds processor_time() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

  void die() {
    switch (plan_.death) {
      case Death::sigkill: workbench_.send_signal(SIGKILL); break;
      case Death::sigabrt: workbench_.send_signal(SIGABRT); break;
      case Death::sigterm: workbench_.send_signal(SIGTERM); break;
      case Death::sigint: workbench_.send_signal(SIGINT); break;
      case Death::end_of_input: workbench_.close_input(); break;
    }
    if (!workbench_.wait(kMaxEnd)) {
      throw std::runtime_error(std::string("the workbench does not end: ") + name_of(plan_.death) + " at " +
                               name_of(plan_.moment) + "; its log: " + workbench_.log());
    }
  }

  const DeathTrial& plan_;
  const std::string npm_folder_;
  const std::string mark_;
  Ledger ledger_;
  WorkbenchProcess workbench_;
};

}  // namespace

const char* name_of(Moment moment) {
  switch (moment) {
    case Moment::start: return "start";
    case Moment::calls: return "calls";
    case Moment::reload: return "reload";
    case Moment::drain: return "drain";
  }
  return "";
}

const char* name_of(Death death) {
  switch (death) {
    case Death::sigkill: return "SIGKILL";
    case Death::sigabrt: return "SIGABRT";
    case Death::sigterm: return "SIGTERM";
    case Death::sigint: return "SIGINT";
    case Death::end_of_input: return "end of input";
  }
  return "";
}

DeathTrial DeathTrial::random(std::mt19937_64& random) {
  DeathTrial trial;
  trial.moment = static_cast<Moment>(random() % 4);
  static constexpr Death kDeaths[] = {Death::sigkill, Death::sigkill, Death::sigkill,
                                      Death::sigkill, Death::sigkill, Death::sigabrt,
                                      Death::sigterm, Death::sigint,  Death::end_of_input};
  trial.death = kDeaths[random() % std::size(kDeaths)];
  trial.delay = milliseconds(random() % (trial.moment == Moment::drain ? 400 : 250));
  trial.seed = random();
  return trial;
}

TrialResult run(const DeathTrial& trial, const std::string& npm_folder) {
  return Trial(trial, npm_folder).run();
}

}  // namespace soak
