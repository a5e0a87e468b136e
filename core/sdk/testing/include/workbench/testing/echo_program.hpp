#pragma once

// The program at the other end of a transport that starts processes, for the transport contract:
//
//   #include <workbench/testing/echo_program.hpp>
//   int main() { return workbench::test::run_echo_program(); }

#include <cstdio>
#include <string>

#include <workbench/testing/echo_peer.hpp>

namespace workbench::test {

/// Sends back every line of its standard input, and ends after it has sent back EchoPeer::kLastMessage, or at the end
/// of its input. Returns the exit code. It reads on only while what it writes is read.
[[nodiscard]] inline int run_echo_program() {
  std::string line;
  for (int byte = std::getchar(); byte != EOF; byte = std::getchar()) {
    line.push_back(static_cast<char>(byte));
    if (byte != '\n') continue;
    if (std::fwrite(line.data(), 1, line.size(), stdout) != line.size() || std::fflush(stdout) != 0) return 1;
    line.pop_back();
    if (line == EchoPeer::kLastMessage) return 0;
    line.clear();
  }
  return 0;
}

}  // namespace workbench::test
