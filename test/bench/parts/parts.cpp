// What the parts of a call cost, each alone.

#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "event_loop/loop.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "json/scanner.hpp"
#include "jsonrpc/envelope.hpp"
#include "jsonrpc/pending_requests.hpp"
#include "jsonrpc/write.hpp"

namespace {

using namespace workbench;

constexpr std::size_t kDepth = 100;

/// A call by use_tool whose argument has `size` bytes.
std::string call_of(std::size_t size) {
  return R"({"jsonrpc":"2.0","id":17,"method":"tools/call","params":{"name":"use_tool","arguments":{"tool":)"
         R"({"toolbox":"bench","server":"echo","tool":"echo"},"arguments":{"text":")" +
         std::string(size, 'x') + "\"}}}}";
}

/// Strings of Russian, two bytes a letter.
std::string russian_of(std::size_t size) {
  std::string text = "\"";
  while (text.size() < size) text += "Привет, мир! ";
  return text + '"';
}

void report_bytes(benchmark::State& state, std::size_t size) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

void check_of(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(json::check(text, kDepth));
  report_bytes(state, text.size());
}

void CheckACall(benchmark::State& state) {
  check_of(state, call_of(static_cast<std::size_t>(state.range(0))));
}
BENCHMARK(CheckACall)->Arg(110)->Arg(10'000)->Arg(1'000'000);

void CheckRussian(benchmark::State& state) {
  check_of(state, russian_of(static_cast<std::size_t>(state.range(0))));
}
BENCHMARK(CheckRussian)->Arg(1'000'000);

void ReadACall(benchmark::State& state) {
  const std::string text = call_of(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(jsonrpc::read_message(text, kDepth));
  report_bytes(state, text.size());
}
BENCHMARK(ReadACall)->Arg(110)->Arg(10'000)->Arg(1'000'000);

void PickTheMembersOfParams(benchmark::State& state) {
  const auto read = jsonrpc::read_message(call_of(static_cast<std::size_t>(state.range(0))), kDepth);
  const Json params = std::get<jsonrpc::Envelope>(read).params;
  constexpr std::array<std::string_view, 3> kNames{"name", "arguments", "_meta"};
  std::array<Json, 3> found;
  for (auto _ : state) benchmark::DoNotOptimize(json::pick_members(params, kNames, found));
  report_bytes(state, params.text().size());
}
BENCHMARK(PickTheMembersOfParams)->Arg(110)->Arg(1'000'000);

void WriteAResult(benchmark::State& state) {
  const jsonrpc::Id id(17);
  const Json result("{\"content\":[{\"type\":\"text\",\"text\":\"" + std::string(110, 'x') + "\"}]}");
  for (auto _ : state) benchmark::DoNotOptimize(jsonrpc::write_result(id, result));
}
BENCHMARK(WriteAResult);

void Quote(benchmark::State& state) {
  const std::string text(static_cast<std::size_t>(state.range(0)), 'x');
  for (auto _ : state) benchmark::DoNotOptimize(json::quoted(text));
  report_bytes(state, text.size());
}
BENCHMARK(Quote)->Arg(110)->Arg(1'000'000);

/// With so many others pending.
void AddAndExtractAPendingRequest(benchmark::State& state) {
  event_loop::Loop loop;
  jsonrpc::PendingRequests pending(loop, [](std::uint64_t, std::chrono::milliseconds) {});
  std::uint64_t id = 0;
  const auto add = [&] {
    pending.add(++id, std::chrono::hours(1), std::make_unique<jsonrpc::CallbackRequest>([](Response) {}));
  };
  const auto others = static_cast<std::uint64_t>(state.range(0));
  while (id < others) add();
  for (auto _ : state) {
    add();
    benchmark::DoNotOptimize(pending.extract(id - others));
  }
}
BENCHMARK(AddAndExtractAPendingRequest)->Arg(0)->Arg(256);

}  // namespace

BENCHMARK_MAIN();
