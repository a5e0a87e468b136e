// HTTP/2, which a server of node speaks. Without node the tests are skipped.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "process.hpp"
#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

const std::string kCertificates = TEST_CERTIFICATES;

class Http2Transport : public testing::Test {
 protected:
  void SetUp() override {
    if (std::string(NODE_PROGRAM).ends_with("NOTFOUND")) GTEST_SKIP() << "node is not installed";
    server =
        std::make_unique<test_support::Process>(std::vector<std::string>{NODE_PROGRAM, HTTP2_SERVER, kCertificates});
    const auto port = server->read_line();
    ASSERT_TRUE(port);
    Options options;
    options.set("caFile", kCertificates + "/ca.pem");
    fixture.connect("https://localhost:" + *port + "/mcp", options);
    fixture.send_modern(1, "tools/list");
    ASSERT_TRUE(fixture.receives(1));
    ASSERT_THAT(fixture.last_message(), HasSubstr("\"connections\":1"));
  }

  std::unique_ptr<test_support::Process> server;
  TransportFixture fixture;
};

TEST_F(Http2Transport, SendsManyRequestsAtOnceOverOneConnection) {
  for (int id = 2; id <= 50; ++id) fixture.send_modern(id, "tools/call", R"("name":"t")");
  ASSERT_TRUE(fixture.receives(50));
  for (const std::string& message : fixture.observer.messages) EXPECT_THAT(message, HasSubstr("\"connections\":1"));
}

TEST_F(Http2Transport, CarriesALargeMessage) {
  fixture.send_modern(2, "tools/call", R"("name":"t","x":")" + std::string(5'000'000, 'x') + "\"");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":2,\"result\""));
}

TEST_F(Http2Transport, StopsReadingWhilePausedAndLosesNothing) {
  fixture.send_modern(2, "tools/call", R"("name":"flood")");
  ASSERT_TRUE(fixture.receives(3));
  fixture.connection->pause_reading(true);
  const std::size_t before = fixture.observer.messages.size();
  fixture.wait_briefly();
  EXPECT_EQ(fixture.observer.messages.size(), before);
  fixture.connection->pause_reading(false);
  ASSERT_TRUE(fixture.receives(102));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":2,\"result\""));
}

TEST_F(Http2Transport, EndsOneRequestWithoutTheOthers) {
  fixture.send_modern(2, "tools/call", R"("name":"flood")");
  ASSERT_TRUE(fixture.receives(3));
  fixture.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  const std::size_t before = fixture.observer.messages.size();
  fixture.send_modern(3, "tools/call", R"("name":"t")");
  ASSERT_TRUE(fixture.receives(before + 1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":3,\"result\":{\"connections\":1}"));
}

}  // namespace
}  // namespace workbench::test
