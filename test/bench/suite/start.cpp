#include <chrono>
#include <functional>
#include <stdexcept>

#include "peer.hpp"
#include "processes.hpp"
#include "report.hpp"
#include "sections.hpp"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTools = 10'000;
constexpr int kServers = 50;

constexpr const char* kInitialize =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
    R"("clientInfo":{"name":"bench","version":"1"}}})"
    "\n";
constexpr const char* kInitialized = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

void expect_result(Peer& peer, std::string_view member) {
  std::string_view line = peer.receive();
  while (line.find("\"id\":") == std::string_view::npos) line = peer.receive();
  if (line.find(member) == std::string_view::npos) throw std::runtime_error("wrong answer: " + std::string(line));
}

void initialize(const Command& command) {
  Peer peer(command);
  peer.send(kInitialize);
  expect_result(peer, "protocolVersion");
}

void call_first(const Command& command, Addressing addressing, Agreement agreement = Agreement::to_the_byte) {
  Target target("start", command, addressing, agreement);
  Latencies latencies;
  target.run(1, 1, latencies);
}

/// What is started and measured again and again.
struct Start {
  std::string name;
  /// Returns when that has happened for which the time is taken.
  std::function<Clock::duration()> run;
};

Clock::duration time_of(const std::function<void()>& action) {
  const auto begun = Clock::now();
  action();
  return Clock::now() - begun;
}

/// All at once, as a client with 50 servers in its configuration does.
Clock::duration open_directly(const Contenders& contenders) {
  return time_of([&] {
    std::vector<std::unique_ptr<Peer>> peers;
    for (int server = 0; server < kServers; ++server) {
      peers.push_back(std::make_unique<Peer>(contenders.server()));
      peers.back()->send(kInitialize);
    }
    for (const auto& peer : peers) {
      expect_result(*peer, "protocolVersion");
      peer->send(kInitialized);
      peer->send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n");
    }
    for (const auto& peer : peers) expect_result(*peer, "echo");
  });
}

Clock::duration open_by_workbench(const Command& command) {
  Peer peer(command);
  peer.send(kInitialize);
  expect_result(peer, "protocolVersion");
  peer.send(kInitialized);
  return time_of([&] {
    peer.send(
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"open_toolbox\","
        "\"arguments\":{\"toolbox_name\":\"bench\"}}}\n");
    expect_result(peer, "echo49");
  });
}

/// Runs all in turn, and adds a row for each. Returns the medians in milliseconds, in the same order.
std::vector<double> compare_starts(const std::string& what, const std::vector<Start>& starts, int times, Table& table) {
  std::vector<Latencies> taken(starts.size());
  for (int time = 0; time < times; ++time) {
    for (std::size_t index = 0; index < starts.size(); ++index) taken[index].push_back(starts[index].run());
  }
  std::vector<double> medians;
  for (std::size_t index = 0; index < starts.size(); ++index) {
    const Figures figures = summarise(starts[index].name, taken[index]);
    medians.push_back(figures.median / 1000);
    table.rows.push_back({what, figures.name, rounded(figures.median / 1000), rounded(figures.p99 / 1000)});
  }
  return medians;
}

}  // namespace

void measure_start(const Contenders& contenders, const Effort& effort, Page& page) {
  stay_on_processors(1);
  Table table{"Starting",
              "Milliseconds, on one processor, without catalogs on disk.",
              {"Case", "Contender", "Median", "p99"},
              {}};
  const auto started = [](const Command& command) {
    return [command] { return time_of([&] { initialize(command); }); };
  };
  std::vector<Start> starts{{"direct", started(contenders.server())},
                            {"relay", started(contenders.relay())},
                            {"workbench", started(contenders.workbench())}};
  for (const Gateway& gateway : contenders.gateways()) starts.push_back({gateway.name, started(gateway.command)});
  const auto initialized = compare_starts("start to the answer of initialize", starts, effort.starts, table);
  page.bars.push_back({"start to the answer of initialize", initialized[2], 3, false, "ms"});

  const auto called = [](const Command& command, Addressing addressing) {
    return [command, addressing] { return time_of([&] { call_first(command, addressing); }); };
  };
  const auto listed =
      compare_starts("10,000 tools: start to the first answer",
                     {{"direct", called(contenders.server(kTools), Addressing::direct)},
                      {"relay", called(contenders.relay(kTools), Addressing::direct)},
                      {"workbench", called(contenders.workbench({1, kTools, "proxy"}), Addressing::by_use_tool)}},
                     effort.starts / 2, table);
  page.bars.push_back({"10,000 tools, start to the first answer", listed[2], 80, false, "ms"});

  const Command many = contenders.workbench({kServers, 1, "proxy"});
  const auto opened = compare_starts(
      "50 servers opened",
      {{"direct", [&] { return open_directly(contenders); }}, {"workbench", [&] { return open_by_workbench(many); }}},
      effort.starts / 2, table);
  page.bars.push_back({"50 servers opened", opened[1], 60, false, "ms"});
  page.tables.push_back(std::move(table));
}

}  // namespace bench
