#include "http_server.hpp"
#include "http_target.hpp"
#include "interleaved.hpp"
#include "processes.hpp"
#include "sections.hpp"

namespace bench {
namespace {

/// The workbench in all of its ways to be called, and the relay.
class Ways {
 public:
  explicit Ways(const Contenders& contenders) {
    add("relay", contenders.relay(), Addressing::direct);
    add("proxy", contenders.workbench(), Addressing::by_use_tool);
    add("flat", contenders.workbench({1, 1, "flat"}), Addressing::native);
    add("dynamic", contenders.workbench({1, 1, "dynamic"}), Addressing::native);
    const std::vector<std::string> middleware{"middleware=call-log,metrics",
                                              "middleware.call-log.file=" + (log_.path() / "calls.jsonl").string()};
    add("proxy, call log and metrics", contenders.workbench(Contenders::Content{}, middleware),
        Addressing::by_use_tool);
    add("HTTP, session", Way::session);
    add("HTTP, modern", Way::modern);
  }

  [[nodiscard]] const std::vector<Contender>& contenders() const { return contenders_; }

 private:
  void add(const std::string& name, const Command& command, Addressing addressing) {
    Target& target = *targets_.emplace_back(std::make_unique<Target>(name, command, addressing));
    contenders_.push_back({name, target.pid(), [&target](std::size_t calls, std::size_t in_flight, Latencies& all) {
                             target.run(calls, in_flight, all);
                           }});
  }

  void add(const std::string& name, Way way) {
    HttpTarget& target = *http_targets_.emplace_back(std::make_unique<HttpTarget>(name, server_, way));
    contenders_.push_back({name, server_.pid(), [&target](std::size_t calls, std::size_t, Latencies& latencies) {
                             target.run(calls, latencies);
                           }});
  }

  test_support::TemporaryFolder log_;
  HttpServer server_ = HttpServer::workbench(WORKBENCH_PROGRAM, {});
  std::vector<std::unique_ptr<Target>> targets_;
  std::vector<std::unique_ptr<HttpTarget>> http_targets_;
  std::vector<Contender> contenders_;
};

}  // namespace

void measure_modes(const Contenders& contenders, const Effort& effort, Page& page) {
  stay_on_processors(1);
  const Ways ways(contenders);
  Table table{
      "Modes, middleware and HTTP",
      "Calls of 200 bytes on one processor, one at a time, in microseconds. HTTP has nothing to be compared with "
      "in the relay, which speaks stdio.",
      {"Way", "Median", "p99", "x relay", "CPU per call"},
      {}};
  const auto figures = compare(ways.contenders(), 200, 1, 2 * effort.seconds);
  for (const CallFigures& one : figures) {
    table.rows.push_back({one.latency.name, rounded(one.latency.median), rounded(one.latency.p99),
                          rounded(one.latency.median / figures[0].latency.median), rounded(one.processor_time)});
  }
  page.tables.push_back(std::move(table));
}

}  // namespace bench
