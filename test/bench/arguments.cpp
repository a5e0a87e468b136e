#include "arguments.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace bench {
namespace {

constexpr const char* kUsage =
    R"(bench_round_trip: what a tool call costs directly, through the least possible relay, and through the workbench.
The targets take turns in short blocks on one processor, so that what disturbs one disturbs all.

  --server PROGRAM      bench_echo_server
  --relay PROGRAM       bench_relay
  --workbench PROGRAM   mcp-workbench; without it, only the other two are measured
  --seconds S           for each size (default 5)
  --size BYTES          length of a request (default 200; repeatable; 1M and 30M are understood)
  --in-flight N         calls under way at a time (default 1)
  --attempts N          measures again, up to N times, while --at-most is missed (default 1)
  --at-most RATIO       fails if the median through the workbench is more than RATIO times that through the relay
)";

[[noreturn]] void end(const char* text, int code) {
  std::fputs(text, code == 0 ? stdout : stderr);
  std::exit(code);
}

std::size_t bytes(const char* text) {
  char* unit = nullptr;
  const double number = std::strtod(text, &unit);
  const double factor = *unit == 'M' ? 1e6 : *unit == 'k' ? 1e3 : 1;
  return static_cast<std::size_t>(number * factor);
}

}  // namespace

Arguments read_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--help") end(kUsage, 0);
    const char* value = i + 1 < argc ? argv[++i] : "";
    if (name == "--server")
      arguments.server = value;
    else if (name == "--relay")
      arguments.relay = value;
    else if (name == "--workbench")
      arguments.workbench = value;
    else if (name == "--seconds")
      arguments.seconds = std::atof(value);
    else if (name == "--size")
      arguments.sizes.push_back(bytes(value));
    else if (name == "--in-flight")
      arguments.in_flight = bytes(value);
    else if (name == "--attempts")
      arguments.attempts = std::atoi(value);
    else if (name == "--at-most")
      arguments.at_most = std::atof(value);
    else
      end(kUsage, 2);
  }
  if (arguments.server.empty() || arguments.relay.empty() || arguments.in_flight == 0) end(kUsage, 2);
  if (arguments.sizes.empty()) arguments.sizes.push_back(200);
  return arguments;
}

}  // namespace bench
