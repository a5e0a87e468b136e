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

Options with_test_ca() {
  Options options;
  options.set("caFile", kCertificates + "/ca.pem");
  return options;
}

TEST(HttpTransportTls, TrustsTheConfiguredCa) {
  ScriptedServer server(answer, kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"), with_test_ca());
  for (int i = 1; i <= 3; ++i) {
    fixture.send_modern(i, "tools/list");
    ASSERT_TRUE(fixture.receives(static_cast<std::size_t>(i)));
    EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\""));
  }
  EXPECT_EQ(server.connections(), 1U);
}

TEST(HttpTransportTls, CarriesALargeMessageBothWays) {
  const std::string text(3'000'000, 'x');
  ScriptedServer server([&](const SeenRequest& request,
                            Reply& reply) { reply.result(request, request.has(text) ? "\"" + text + "\"" : "0"); },
                        kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"), with_test_ca());
  fixture.send_modern(1, "tools/call", "\"arguments\":{\"text\":\"" + text + "\"}");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_GT(fixture.last_message().size(), text.size()) << fixture.last_message().substr(0, 200);
}

TEST(HttpTransportTls, RefusesAnUntrustedCertificate) {
  ScriptedServer server(answer, kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"));
  fixture.send_modern(1, "tools/list");
  EXPECT_THAT(fixture.close_reason(), HasSubstr("its certificate is not trusted ("));
  EXPECT_THAT(fixture.close_reason(), HasSubstr("\"caFile\""));
  EXPECT_TRUE(server.requests().empty());
}

TEST(HttpTransportTls, RefusesACertificateForAnotherHost) {
  ScriptedServer server(answer, kCertificates + "/elsewhere.test.pem", kCertificates + "/elsewhere.test.key");
  for (const char* host : {"localhost", "127.0.0.1"}) {
    TransportFixture fixture;
    fixture.connect(server.url("/mcp", host), with_test_ca());
    fixture.send_modern(1, "tools/list");
    EXPECT_THAT(fixture.close_reason(), HasSubstr("its certificate is for another host")) << host;
  }
  EXPECT_TRUE(server.requests().empty());
}

TEST(HttpTransportTls, ReportsAnUnreadableCaFile) {
  TransportFixture fixture;
  Options options;
  options.set("caFile", "/no/such.pem");
  fixture.connect("https://localhost:1/", options);
  fixture.send_modern(1, "tools/list");
  EXPECT_THAT(fixture.close_reason(), HasSubstr("cannot read \"caFile\" '/no/such.pem'"));
}

TEST(HttpTransportTls, FailsIfTheServerHasNoTls) {
  ScriptedServer server(answer);
  TransportFixture fixture;
  fixture.connect("https://localhost:" + std::to_string(server.port()) + "/");
  fixture.send_modern(1, "tools/list");
  EXPECT_THAT(fixture.close_reason(), HasSubstr("the TLS handshake failed"));
}

TEST(HttpTransportTls, HasATimeLimitForTheHandshake) {
  boost::asio::io_context context;
  const boost::asio::ip::tcp::acceptor silent(context, {boost::asio::ip::address_v4::loopback(), 0});
  TransportFixture fixture;
  Options options;
  options.set("connectTimeoutMs", std::int64_t{100});
  fixture.connect("https://localhost:" + std::to_string(silent.local_endpoint().port()) + "/", options);
  fixture.send_modern(1, "tools/list");
  EXPECT_THAT(fixture.close_reason(), HasSubstr("within the time limit"));
}

}  // namespace
}  // namespace workbench::test
