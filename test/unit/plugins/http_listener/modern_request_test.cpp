// What a modern request keeps in memory while it is open.

#include <malloc.h>

#include "connection_fixture.hpp"

namespace workbench::test {
namespace {

#if !defined(WORKBENCH_ASAN) && !defined(WORKBENCH_TSAN)  // whose allocators do not count

/// Of all allocations of the process.
std::size_t allocated_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

class AnOpenSubscription : public ConnectionTest {};

TEST_F(AnOpenSubscription, DoesNotKeepItsBody) {
  constexpr std::size_t kBody = 4UL * 1024 * 1024;
  constexpr std::string_view kHeaders =
      "Mcp-Method: subscriptions/listen\r\nMCP-Protocol-Version: 2026-07-28\r\n"
      "Accept: application/json, text/event-stream\r\n";
  TestClient client = connect();
  const std::size_t before = allocated_bytes();
  {
    const std::string request = post(
        R"({"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{"notifications":{},"_meta":)"
        R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},)"
        R"("x":")" +
            std::string(kBody, 'x') + R"("}}})",
        kHeaders);
    std::size_t written = 0;
    EXPECT_TRUE(run_until([&] {
      written += client.write(std::string_view(request).substr(written));
      return !accepted.empty() && !accepted.front().observer.messages.empty();
    }));
  }
  accepted.front().observer.messages.clear();
  accepted.front().observer.messages.shrink_to_fit();
  run_for_a_while();
  EXPECT_LT(allocated_bytes(), before + kBody / 2);

  respond("7", "{}");
  EXPECT_TRUE(receives(client, "\"id\":7"));
}

#endif

}  // namespace
}  // namespace workbench::test
