#include <array>
#include <map>

#include "interleaved.hpp"
#include "processes.hpp"
#include "sections.hpp"

namespace bench {
namespace {

using Targets = std::vector<std::unique_ptr<Target>>;

constexpr std::size_t kRelay = 1;
constexpr std::size_t kWorkbench = 2;

/// Calls whose arguments, and results, have `size` bytes.
std::vector<Contender> calls_of(const Targets& targets, std::size_t size) {
  std::vector<Contender> contenders;
  for (const auto& target : targets) {
    target->set_size(size);
    contenders.push_back(
        {target->name(), target->pid(), [&target](std::size_t calls, std::size_t in_flight, Latencies& latencies) {
           target->run(calls, in_flight, latencies);
         }});
  }
  return contenders;
}

/// Small calls with results of `size` bytes.
std::vector<Contender> calls_for(const Targets& targets, std::size_t size) {
  std::vector<Contender> contenders = calls_of(targets, 200);
  for (const auto& target : targets) target->set_result_size(size);
  return contenders;
}

std::string size_name(std::size_t size) {
  if (size >= 1'000'000) return std::to_string(size / 1'000'000) + " MB";
  return size >= 1'000 ? std::to_string(size / 1'000) + " kB" : std::to_string(size) + " B";
}

Table table_of_latencies(std::string title) {
  return {std::move(title),
          "Microseconds. \"x relay\" compares medians; the processor time is that of the process in the middle.",
          {"Case", "Contender", "Median", "p99", "x relay", "CPU per call", "x relay", "Calls/s", "x relay"},
          {}};
}

void add_rows(const std::string& what, const std::vector<CallFigures>& figures, Table& table) {
  for (const CallFigures& one : figures) {
    const CallFigures& relay = figures[kRelay];
    table.rows.push_back({what, one.latency.name, rounded(one.latency.median), rounded(one.latency.p99),
                          rounded(one.latency.median / relay.latency.median), rounded(one.processor_time),
                          rounded(one.processor_time / relay.processor_time), rounded(one.calls_per_second),
                          rounded(one.calls_per_second / relay.calls_per_second)});
  }
}

double latency_ratio(const std::vector<CallFigures>& figures) {
  return figures[kWorkbench].latency.median / figures[kRelay].latency.median;
}

double rate_ratio(const std::vector<CallFigures>& figures) {
  return figures[kWorkbench].calls_per_second / figures[kRelay].calls_per_second;
}

double processor_ratio(const std::vector<CallFigures>& figures) {
  return figures[kWorkbench].processor_time / figures[kRelay].processor_time;
}

void add_bars_of_one(std::size_t size, const std::vector<CallFigures>& figures, Page& page) {
  static const std::map<std::size_t, double> kBars{{200, 1.15}, {10'000, 1.25}, {1'000'000, 1.3}};
  if (const auto bar = kBars.find(size); bar != kBars.end()) {
    page.bars.push_back({(size == 1'000'000 ? "argument of 1 MB, echoed" : "round trip, " + size_name(size)),
                         latency_ratio(figures), bar->second, false, "relays"});
  }
  if (size == 200) page.bars.push_back({"CPU per call, 200 B", processor_ratio(figures), 1.3, false, "relays"});
}

void measure_sizes(const Targets& targets, const Effort& effort, Page& page, Table& table) {
  Picture picture{"message-size.svg",
                  "The workbench's time for a call, in times the relay's",
                  "size of the argument and the result",
                  {}};
  const std::vector<std::size_t> sizes =
      effort.has_all_sizes ? std::vector<std::size_t>{200, 1'000, 10'000, 100'000, 1'000'000, 32'000'000}
                           : std::vector<std::size_t>{200, 10'000, 1'000'000};
  for (const std::size_t size : sizes) {
    const auto figures = compare(calls_of(targets, size), size, 1, effort.seconds);
    add_rows(size_name(size) + " echoed", figures, table);
    add_bars_of_one(size, figures, page);
    picture.points.push_back({size_name(size), latency_ratio(figures)});
  }
  page.pictures.push_back(std::move(picture));
  const auto figures = compare(calls_for(targets, 1'000'000), 1'000'000, 1, effort.seconds);
  add_rows("result of 1 MB", figures, table);
  page.bars.push_back({"result of 1 MB", latency_ratio(figures), 1.2, false, "relays"});
}

void measure_in_flight(const Targets& targets, const Effort& effort, Page& page, Table& table) {
  Picture picture{
      "in-flight.svg", "The relay's calls per second, in times the workbench's", "calls of 200 bytes in flight", {}};
  const std::vector<std::size_t> counts =
      effort.has_all_sizes ? std::vector<std::size_t>{1, 4, 16, 64, 256} : std::vector<std::size_t>{1, 256};
  for (const std::size_t count : counts) {
    const auto figures = compare(calls_of(targets, 200), 200, count, effort.seconds);
    picture.points.push_back({std::to_string(count), 1 / rate_ratio(figures)});
    if (count == 1) continue;
    add_rows(std::to_string(count) + " x 200 B in flight", figures, table);
    if (count != 256) continue;
    page.bars.push_back({"256 in flight, 200 B: calls/s", rate_ratio(figures), 0.7, true, "relays"});
    page.bars.push_back({"CPU per call, 256 in flight", processor_ratio(figures), 1.6, false, "relays"});
  }
  page.pictures.push_back(std::move(picture));
  const auto figures = compare(calls_of(targets, 10'000), 10'000, 16, effort.seconds);
  add_rows("16 x 10 kB in flight", figures, table);
  page.bars.push_back({"16 in flight, 10 kB: calls/s", rate_ratio(figures), 0.8, true, "relays"});
}

}  // namespace

void measure_calls(const Contenders& contenders, const Effort& effort, Page& page) {
  stay_on_processors(1);
  const Targets targets = contenders.start_all();
  Table table = table_of_latencies("Calls on one processor");
  measure_sizes(targets, effort, page, table);
  measure_in_flight(targets, effort, page, table);
  page.tables.push_back(std::move(table));
}

void measure_two_processors(const Contenders& contenders, const Effort& effort, Page& page) {
  stay_on_processors(2);
  const Targets targets = contenders.start_all();
  Table table = table_of_latencies("Calls on two processors");
  add_rows("200 B echoed", compare(calls_of(targets, 200), 200, 1, effort.seconds), table);
  add_rows("256 x 200 B in flight", compare(calls_of(targets, 200), 200, 256, effort.seconds), table);
  add_rows("1 MB echoed", compare(calls_of(targets, 1'000'000), 1'000'000, 1, effort.seconds), table);
  page.tables.push_back(std::move(table));
}

}  // namespace bench
