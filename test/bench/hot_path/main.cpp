// Counts the instructions and allocations of a tool call, which do not depend on how busy the machine is, and compares
// them with those that were recorded.

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "peer.hpp"
#include "profile.hpp"
#include "temporary_folder.hpp"

namespace bench {
namespace {

constexpr const char* kUsage =
    R"(bench_hot_path: instructions and allocations of a call of 200 bytes by use_tool, under callgrind.

  --recorded FILE   the figures to compare with (test/bench/hot_path/limits.txt)
  --record          writes the figures into that file
  --workbench FILE  mcp-workbench (default: the one of this build)
)";

/// How much more than recorded is allowed: other versions of the compiler and of the libraries count a little
/// differently.
constexpr double kMargin = 1.04;

/// The queue of what waits to be written gets a new block for two calls of three or for none, depending on when the
/// answers of the server come.
constexpr double kMoreAllocations = 0.7;

constexpr int kFewCalls = 200;
constexpr int kManyCalls = 1'200;

struct Arguments {
  std::string recorded;
  bool records = false;
  std::string workbench = WORKBENCH_PROGRAM;
};

enum class Era { legacy, modern };

/// What one call costs.
struct Cost {
  double instructions = 0;
  double allocations = 0;
};

/// The client of a workbench that runs under callgrind.
class Client {
 public:
  Client(const std::vector<std::string>& command, Era era) : era_(era), workbench_(command) {
    if (era_ == Era::legacy) {
      request("initialize",
              R"("protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"})");
      workbench_.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
    }
    request("tools/call", R"("name":"open_toolbox","arguments":{"toolbox_name":"bench"})");
  }

  void call(const std::string& text) {
    const std::string_view response = request(
        "tools/call",
        R"("name":"use_tool","arguments":{"tool":{"toolbox":"bench","server":"echo","tool":"echo"},"arguments":{"text":")" +
            text + "\"}}");
    if (response.find(text) == std::string_view::npos)
      throw std::runtime_error("wrong answer: " + std::string(response));
  }

 private:
  std::string_view request(std::string_view method, const std::string& members) {
    constexpr std::string_view kMeta = R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                       R"("io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},)"
                                       R"("io.modelcontextprotocol/clientCapabilities":{}})";
    const std::string head = R"({"jsonrpc":"2.0","id":)" + std::to_string(++last_id_);
    std::string message = head + R"(,"method":")" + std::string(method) + R"(","params":{)" + members;
    if (era_ == Era::modern) message.append(kMeta);
    workbench_.send(message.append("}}\n"));
    std::string_view response = workbench_.receive();
    while (!response.starts_with(head)) response = workbench_.receive();
    if (response.find("\"result\"") == std::string_view::npos) throw std::runtime_error(std::string(response));
    return response;
  }

  const Era era_;
  Peer workbench_;
  int last_id_ = 0;
};

Profile profile_of(const Arguments& arguments, Era era, int calls) {
  const test_support::TemporaryFolder folder;
  const std::string config =
      folder
          .write(
              "config.json",
              R"({"toolboxes":{"bench":{"description":"The echo server","mcpServers":{"echo":{"command":")" BENCH_ECHO_SERVER
              "\"}}}}}")
          .string();
  const test_support::TemporaryFolder output;
  const std::string profile = (output.path() / "profile").string();
  {
    // valgrind has no AVX-512, so that the same instructions are run on every processor with AVX2.
    Client client({"env", "XDG_CACHE_HOME=/dev/null", "LD_PRELOAD=" BENCH_PIDFD_SHIM, "valgrind", "--quiet",
                   "--tool=callgrind", "--callgrind-out-file=" + profile, arguments.workbench, "--config", config},
                  era);
    const std::string text(110, 'x');
    for (int call = 0; call != calls; ++call) client.call(text);
  }
  return read_profile(profile);
}

/// The difference of two runs: what starting and ending cost is not in it.
Cost cost_of_call(const Arguments& arguments, Era era) {
  const Profile few = profile_of(arguments, era, kFewCalls);
  const Profile many = profile_of(arguments, era, kManyCalls);
  constexpr double kCalls = kManyCalls - kFewCalls;
  return {static_cast<double>(many.instructions - few.instructions) / kCalls,
          static_cast<double>(many.allocations - few.allocations) / kCalls};
}

using Costs = std::map<std::string, Cost>;

/// Lines of "era instructions allocations".
Costs read_recorded(const std::string& file) {
  Costs costs;
  std::ifstream lines(file);
  std::string era;
  for (Cost cost; lines >> era >> cost.instructions >> cost.allocations;) costs[era] = cost;
  if (costs.empty()) throw std::runtime_error(file + ": no recorded figures; record them with --record");
  return costs;
}

void record(const std::string& file, const Costs& costs) {
  std::ofstream lines(file);
  for (const auto& [era, cost] : costs) {
    lines << era << ' ' << std::lround(cost.instructions) << ' ' << std::ceil(cost.allocations * 100) / 100 << '\n';
  }
  if (!lines.flush()) throw std::runtime_error(file + ": cannot be written");
}

bool is_within(const Costs& costs, const Costs& recorded) {
  bool is_within = true;
  for (const auto& [era, cost] : costs) {
    const Cost& limit = recorded.at(era);
    const bool holds =
        cost.instructions <= limit.instructions * kMargin && cost.allocations <= limit.allocations + kMoreAllocations;
    std::printf("%s: %.0f instructions (recorded: %.0f), %.2f allocations (recorded: %.2f)%s\n", era.c_str(),
                cost.instructions, limit.instructions, cost.allocations, limit.allocations, holds ? "" : ": too many");
    is_within = is_within && holds;
  }
  return is_within;
}

int run(const Arguments& arguments) {
  const Costs costs{{"legacy", cost_of_call(arguments, Era::legacy)}, {"modern", cost_of_call(arguments, Era::modern)}};
  if (arguments.records) record(arguments.recorded, costs);
  if (is_within(costs, read_recorded(arguments.recorded))) return 0;
  std::printf("A call costs more than was recorded. If that is intended, record it: %s --recorded %s --record\n",
              "bench_hot_path", arguments.recorded.c_str());
  return 1;
}

Arguments read_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--record") {
      arguments.records = true;
    } else if (name == "--recorded" && i + 1 < argc) {
      arguments.recorded = argv[++i];
    } else if (name == "--workbench" && i + 1 < argc) {
      arguments.workbench = argv[++i];
    } else {
      std::fputs(kUsage, name == "--help" ? stdout : stderr);
      std::exit(name == "--help" ? 0 : 2);
    }
  }
  return arguments;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  try {
    return bench::run(bench::read_arguments(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_hot_path: %s\n", error.what());
    return 1;
  }
}
