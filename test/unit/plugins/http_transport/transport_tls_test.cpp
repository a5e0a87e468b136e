#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server_settings.hpp"
#include "temporary_folder.hpp"
#include "test_certificates.hpp"
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

/// A proxy that ends TLS makes servers write http for their own addresses.
TEST(HttpTransportTls, StaysWhenTheServerWritesHttpForItsOwnAddress) {
  std::string lowered;
  ScriptedServer server(
      [&](const SeenRequest& request, Reply& reply) {
        if (request.target == "/mcp") return reply.send(307, "", "", {"Location: " + lowered});
        reply.result(request, "{}");
      },
      kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  lowered = "http" + server.url("/mcp/", "localhost").substr(std::string("https").size());
  Options options = with_test_ca();
  options.set("headers", Options::TextMap{{"Authorization", "Bearer x"}});
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"), options);
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\""));
  EXPECT_EQ(server.requests().back().target, "/mcp/");
  EXPECT_EQ(server.requests().back().header("authorization"), "Bearer x");
}

TEST(HttpTransportTls, SendsNothingToAnotherHostThatIsNotEncrypted) {
  ScriptedServer other([](const SeenRequest& request, Reply& reply) { reply.result(request, "{}"); });
  ScriptedServer server(
      [&](const SeenRequest&, Reply& reply) { reply.send(307, "", "", {"Location: " + other.url("/mcp")}); },
      kCertificates + "/localhost.pem", kCertificates + "/localhost.key");
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"), with_test_ca());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("to which nothing is sent because it is not encrypted"));
  EXPECT_TRUE(other.requests().empty());
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

struct Validity {
  int begins_in_days;
  int ends_in_days;
  std::string reason;
};

class ACertificateOfATrustedCa : public testing::TestWithParam<Validity> {};

TEST_P(ACertificateOfATrustedCa, IsReportedIfItIsNotValidNow) {
  const TestCertificate ca({.common_name = "A CA", .is_ca = true});
  const TestCertificate one({.common_name = "localhost",
                             .issuer = &ca,
                             .begins_in_days = GetParam().begins_in_days,
                             .ends_in_days = GetParam().ends_in_days});
  const test_support::TemporaryFolder folder;
  const std::string certificate = folder.write("one.pem", one.certificate_pem()).string();
  const std::string key = folder.write("one.key", one.key_pem()).string();
  ScriptedServer server(answer, certificate, key);
  Options options;
  options.set("caFile", folder.write("ca.pem", ca.certificate_pem()).string());
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"), options);
  fixture.send_modern(1, "tools/list");
  EXPECT_THAT(fixture.close_reason(), HasSubstr(GetParam().reason));
  EXPECT_TRUE(server.requests().empty());
}

INSTANTIATE_TEST_SUITE_P(ByTheClock, ACertificateOfATrustedCa,
                         testing::Values(Validity{-10, -1, "its certificate has expired"},
                                         Validity{1, 10, "its certificate is not valid yet"}));

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

Options with_client_certificate() {
  Options options = with_test_ca();
  options.set("certFile", kCertificates + "/client.test.pem");
  options.set("keyFile", kCertificates + "/client.test.key");
  return options;
}

TEST(HttpTransportTls, PresentsTheConfiguredCertificate) {
  ScriptedServer server(answer, kCertificates + "/localhost.pem", kCertificates + "/localhost.key",
                        kCertificates + "/ca.pem");
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"), with_client_certificate());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\""));
}

TEST(HttpTransportTls, SaysIfTheServerRequiresACertificate) {
  ScriptedServer server(answer, kCertificates + "/localhost.pem", kCertificates + "/localhost.key",
                        kCertificates + "/ca.pem");
  TransportFixture fixture;
  fixture.connect(server.url("/mcp", "localhost"), with_test_ca());
  fixture.send_modern(1, "tools/call");
  EXPECT_THAT(fixture.close_reason(),
              HasSubstr("it requires a certificate that it trusts; name one in \"certFile\" ("));
  EXPECT_TRUE(server.requests().empty());
}

/// What is wrong with an option that names this file.
std::string fault_of(const std::string& option, const std::string& file, Options options = {}) {
  options.set("url", std::string("https://localhost/"));
  options.set(option, file);
  const auto errors = http::check_server_settings(options);
  return errors.empty() ? "" : errors.front().option + " " + errors.front().message;
}

TEST(HttpTransportTls, ChecksTheFilesBeforeItConnects) {
  EXPECT_EQ(fault_of("caFile", "/no/such.pem"), "caFile cannot be read: '/no/such.pem': there is no such file");
  EXPECT_EQ(fault_of("caFile", "/tmp"), "caFile cannot be read: '/tmp': it is not a regular file");
  EXPECT_EQ(fault_of("caFile", kCertificates + "/localhost.key"),
            "caFile has no certificates in PEM form, or damaged ones: '" + kCertificates + "/localhost.key'");
  EXPECT_EQ(fault_of("caFile", kCertificates + "/ca.pem"), "");
  EXPECT_THAT(fault_of("certFile", "/no/such.pem"), HasSubstr("certFile cannot be read"));
  EXPECT_THAT(fault_of("certFile", kCertificates + "/client.test.pem"),
              HasSubstr("certFile has no private key in PEM form; name the key's file in \"keyFile\""));
  EXPECT_THAT(fault_of("keyFile", kCertificates + "/client.test.key"), HasSubstr("name that in \"certFile\""));
}

TEST(HttpTransportTls, ChecksThatTheKeyBelongsToTheCertificateAndIsNotEncrypted) {
  Options options;
  options.set("certFile", kCertificates + "/client.test.pem");
  EXPECT_EQ(fault_of("keyFile", kCertificates + "/client.test.key", options), "");
  EXPECT_EQ(fault_of("keyFile", kCertificates + "/localhost.key", options),
            "keyFile has a private key that does not belong to the certificate");
  EXPECT_EQ(fault_of("keyFile", kCertificates + "/client.test.pem", options),
            "keyFile has no private key in PEM form, or a damaged one");
  EXPECT_EQ(fault_of("keyFile", kCertificates + "/client.test.encrypted.key", options),
            "keyFile has a private key that is encrypted; store it without a passphrase, readable for you only");
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
