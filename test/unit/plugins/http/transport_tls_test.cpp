#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

const std::string kCertificates = TEST_CERTIFICATES;

void answer(const SeenRequest& request, Reply& reply) {
  reply.result(request, "{}");
}

Options trusting_the_test_ca() {
  Options options;
  options.set("caFile", kCertificates + "/ca.pem");
  return options;
}

TEST(RemoteTls, ReachesAServerWhoseAuthorityIsNamed) {
  ScriptedServer server(answer, kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  RemoteGround ground;
  ground.connect(server.url("/mcp", "localhost"), trusting_the_test_ca());
  for (int i = 1; i <= 3; ++i) {
    ground.send_stateless(i, "tools/list");
    ASSERT_TRUE(ground.hears(static_cast<std::size_t>(i)));
    EXPECT_THAT(ground.last_message(), HasSubstr("\"result\""));
  }
  EXPECT_EQ(server.connections(), 1U);
}

TEST(RemoteTls, CarriesALargeMessageBothWays) {
  const std::string text(3'000'000, 'x');
  ScriptedServer server([&](const SeenRequest& request,
                            Reply& reply) { reply.result(request, request.has(text) ? "\"" + text + "\"" : "0"); },
                        kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  RemoteGround ground;
  ground.connect(server.url("/mcp", "localhost"), trusting_the_test_ca());
  ground.send_stateless(1, "tools/call", "\"arguments\":{\"text\":\"" + text + "\"}");
  ASSERT_TRUE(ground.hears(1));
  EXPECT_GT(ground.last_message().size(), text.size()) << ground.last_message().substr(0, 200);
}

TEST(RemoteTls, TrustsNobodyElse) {
  ScriptedServer server(answer, kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  RemoteGround ground;
  ground.connect(server.url("/mcp", "localhost"));
  ground.send_stateless(1, "tools/list");
  EXPECT_THAT(ground.reason(), HasSubstr("its certificate is not trusted ("));
  EXPECT_THAT(ground.reason(), HasSubstr("\"caFile\""));
  EXPECT_TRUE(server.requests().empty());
}

TEST(RemoteTls, RefusesACertificateForAnotherHost) {
  ScriptedServer server(answer, kCertificates + "/elsewhere.test.pem", kCertificates + "/elsewhere.test.key");
  for (const char* host : {"localhost", "127.0.0.1"}) {
    RemoteGround ground;
    ground.connect(server.url("/mcp", host), trusting_the_test_ca());
    ground.send_stateless(1, "tools/list");
    EXPECT_THAT(ground.reason(), HasSubstr("its certificate is for another host")) << host;
  }
  EXPECT_TRUE(server.requests().empty());
}

TEST(RemoteTls, SaysThatACaFileCannotBeRead) {
  RemoteGround ground;
  Options options;
  options.set("caFile", "/no/such.pem");
  ground.connect("https://localhost:1/", options);
  ground.send_stateless(1, "tools/list");
  EXPECT_THAT(ground.reason(), HasSubstr("\"caFile\", '/no/such.pem', cannot be read"));
}

TEST(RemoteTls, TowardAServerWithoutItFails) {
  ScriptedServer server(answer);
  RemoteGround ground;
  ground.connect("https://localhost:" + std::to_string(server.port()) + "/");
  ground.send_stateless(1, "tools/list");
  EXPECT_THAT(ground.reason(), HasSubstr("the TLS handshake failed"));
}

TEST(RemoteTls, IsNotWaitedForForEver) {
  boost::asio::io_context context;
  const boost::asio::ip::tcp::acceptor silent(context, {boost::asio::ip::address_v4::loopback(), 0});
  RemoteGround ground;
  Options options;
  options.set("connectTimeoutMs", std::int64_t{100});
  ground.connect("https://localhost:" + std::to_string(silent.local_endpoint().port()) + "/", options);
  ground.send_stateless(1, "tools/list");
  EXPECT_THAT(ground.reason(), HasSubstr("within the time limit"));
}

}  // namespace
}  // namespace workbench::test
