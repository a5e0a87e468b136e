// Responses of clients to requests of servers, in a session.

#include "fixture.hpp"

namespace {

using namespace http_fixture;

TEST(AResponseOfAClient, MayBeAnErrorWithoutTheIdOfItsRequest) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  for (const std::string id : {R"("id":null,)", ""}) {
    const auto answer =
        workbench.post(R"({"jsonrpc":"2.0",)" + id + R"("error":{"code":-32700,"message":"Parse error"}})",
                       {{"Mcp-Session-Id", session}});
    EXPECT_EQ(answer.status, 202) << answer.body;
  }
}

// Over stdio it is read so, too; the server that waits for it would wait for ever.
TEST(AResponseOfAClient, IsReadAlthoughOneOfItsMembersIsNullOrItsErrorIsNoObject) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  for (const std::string members : {R"("result":{},"error":null)", R"("result":null,"error":{"code":1,"message":"m"})",
                                    R"("error":"the user does not want to")"}) {
    const auto answer = workbench.post(R"({"jsonrpc":"2.0","id":1,)" + members + "}", {{"Mcp-Session-Id", session}});
    EXPECT_EQ(answer.status, 202) << members << answer.body;
  }
  for (const std::string members : {R"("error":null)", R"("result":{},"error":{"code":1,"message":"m"})"}) {
    const auto answer = workbench.post(R"({"jsonrpc":"2.0","id":1,)" + members + "}", {{"Mcp-Session-Id", session}});
    EXPECT_EQ(answer.status, 400) << members;
  }
}

TEST(AResponseOfAClient, IsRefusedWithAnotherIdThatIsNone) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  for (const std::string member :
       {R"("id":null,"result":{})", R"("id":{},"error":{"code":1,"message":"m"})", R"("id":null,"method":"ping")"}) {
    const auto answer = workbench.post(R"({"jsonrpc":"2.0",)" + member + "}", {{"Mcp-Session-Id", session}});
    EXPECT_EQ(answer.status, 400) << answer.body;
  }
}

}  // namespace
