#include <iostream>
#include <string>
#include <string_view>

#include "session.hpp"

namespace {

constexpr std::string_view kUsage =
    "mcp-workbench-demo-server: a small MCP server on standard input and output, to try a client or a gateway with.\n"
    "It takes no arguments; name it as the \"command\" of a server in your client's configuration.\n";

}  // namespace

int main(int argc, char**) {
  if (argc > 1) {
    std::cerr << kUsage;
    return 2;
  }
  std::ios::sync_with_stdio(false);
  workbench::demo::Session session(std::cerr);
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::string answer = session.answer(std::move(line));
    if (!answer.empty()) std::cout << answer << std::endl;
  }
}
