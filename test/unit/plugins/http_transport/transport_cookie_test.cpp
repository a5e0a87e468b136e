#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Cookies, OfTheServerAreSentBackToIt) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    const bool is_known = request.header("cookie").find("BALANCER=2") != std::string::npos;
    if (request.has("\"initialize\"")) {
      return reply.result(
          request, R"({"protocolVersion":"2025-11-25","capabilities":{}})",
          {"Mcp-Session-Id: s-1", "Set-Cookie: BALANCER=2; Path=/", "Set-Cookie: elsewhere=1; Domain=elsewhere.test"});
    }
    if (!is_known) return reply.send(404, "", "");
    if (!answer_initialization(request, reply, "s-1")) reply.result(request, "{}");
  });
  TransportFixture fixture;
  Options options;
  options.set("headers", Options::TextMap{{"Cookie", "own=1"}});
  fixture.connect(server.url(), options);
  fixture.initialize();
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}})");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\""));
  const std::string sent = server.requests().back().header("cookie");
  EXPECT_THAT(sent, testing::AllOf(HasSubstr("BALANCER=2"), HasSubstr("own=1"), Not(HasSubstr("elsewhere"))));
  EXPECT_EQ(server.requests().front().header("cookie"), "own=1");
}

TEST(Cookies, OfOneConnectionAreUnknownToTheNext) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    reply.result(request, "{}", {"Set-Cookie: BALANCER=2; Path=/"});
  });
  TransportFixture first;
  first.connect(server.url());
  first.send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  ASSERT_TRUE(first.receives(1));
  TransportFixture second;
  second.connect(server.url());
  second.send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  ASSERT_TRUE(second.receives(1));
  EXPECT_EQ(server.requests().back().header("cookie"), "");
}

}  // namespace
}  // namespace workbench::test
