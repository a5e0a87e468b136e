// The time that HTTP adds to a call: the same call of the same server through the workbench over stdio and over HTTP in
// both eras, and a POST to the smallest HTTP server, by turns in one run and on one processor.
//
//     bench_http_round_trip SECONDS

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "http_client.hpp"
#include "report.hpp"
#include "workbench_client.hpp"

namespace {

using test_support::HttpClient;
using test_support::HttpHeaders;
using test_support::HttpWorkbench;
using test_support::with_json;

constexpr std::size_t kCallsInABlock = 200;

void stay_on_one_processor() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

const std::string kToolboxes =
    R"({"toolboxes":{"bench":{"description":"The echo server","mcpServers":{"echo":{"command":")" BENCH_ECHO_SERVER
    R"("}}}}})";

std::string call_of(const std::string& meta) {
  return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"use_tool","arguments":{"tool":)"
         R"({"toolbox":"bench","server":"echo","tool":"echo"},"arguments":{"text":")" +
         std::string(100, 'x') + "\"}}" + meta + "}}";
}

/// One way to make the call.
struct Way {
  std::string name;
  std::function<std::string()> call;  ///< returns the response
  bench::Latencies latencies;
};

void run(Way& way, std::size_t calls) {
  for (std::size_t count = 0; count != calls; ++count) {
    const auto begun = std::chrono::steady_clock::now();
    const std::string response = way.call();
    way.latencies.push_back(std::chrono::steady_clock::now() - begun);
    if (response.find(std::string(100, 'x')) == std::string::npos) throw std::runtime_error(way.name + ": " + response);
  }
}

void measure(double seconds) {
  test_support::Process echo({BENCH_BEAST_ECHO});
  HttpClient to_echo(static_cast<std::uint16_t>(std::stoul(*echo.read_line())));
  test_support::WorkbenchClient stdio(kToolboxes);
  stdio.initialize();
  stdio.open("bench");
  const HttpWorkbench workbench(kToolboxes);
  const std::string session = workbench.initialize();
  HttpClient in_session(workbench.port());
  HttpClient modern(workbench.port());
  const HttpHeaders session_fields = with_json({{"Mcp-Session-Id", session}});
  const HttpHeaders modern_fields =
      with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}});
  const std::string call = call_of({});
  const std::string modern_call = call_of(",\"_meta\":{" + test_support::modern_request_metadata() + "}");
  static_cast<void>(
      workbench.request(session, "tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"bench"}})"));

  std::vector<Way> ways{
      {"Beast echo, no workbench", [&] { return to_echo.ask("POST", "/", with_json(), call).body; }, {}},
      {"workbench, stdio",
       [&] {
         stdio.send_raw(call);
         return stdio.next_line();
       },
       {}},
      {"workbench, HTTP, session", [&] { return in_session.ask("POST", "/mcp", session_fields, call).body; }, {}},
      {"workbench, HTTP, modern", [&] { return modern.ask("POST", "/mcp", modern_fields, modern_call).body; }, {}},
  };
  for (Way& way : ways) run(way, kCallsInABlock);
  for (Way& way : ways) way.latencies.clear();
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    for (Way& way : ways) run(way, kCallsInABlock);
  }

  std::vector<bench::Figures> figures;
  for (Way& way : ways) figures.push_back(bench::summarise(way.name, std::move(way.latencies)));
  bench::print_table(call.size(), 1, figures);
  for (std::size_t way = 2; way != figures.size(); ++way) {
    const double added = figures[way].median - figures[1].median;
    std::printf("  %s adds %.1f us to stdio, %.2f times what the echo takes\n", figures[way].name.c_str(), added,
                added / figures[0].median);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    stay_on_one_processor();
    measure(argc > 1 ? std::atof(argv[1]) : 5);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_http_round_trip: %s\n", error.what());
    return 1;
  }
}
