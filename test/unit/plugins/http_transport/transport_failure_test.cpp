#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <fstream>
#include <thread>
#include <utility>

#include "transport_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The error response to a request to a server with this handler.
std::string error_from(ScriptedServer::Handler handler, const std::string& method = "tools/call") {
  ScriptedServer server(std::move(handler));
  TransportFixture fixture;
  fixture.connect(server.url("/mcp?key=secret"));
  fixture.send_modern(1, method);
  EXPECT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":1,\"error\":{\"code\":-32603,"));
  EXPECT_THAT(fixture.last_message(), Not(HasSubstr("secret")));
  return fixture.last_message();
}

ScriptedServer::Handler respond_with(int status, std::string type, std::string body) {
  return [=](const SeenRequest&, Reply& reply) { reply.send(status, type, body); };
}

TEST(HttpTransportFailure, NamesTheStatusAndShowsTheBeginningOfATextBody) {
  EXPECT_THAT(error_from(respond_with(502, "text/plain", "no\n  backend \x01 today")),
              testing::AllOf(HasSubstr("the server at http://127.0.0.1:"), HasSubstr("answered HTTP 502 Status"),
                             HasSubstr("(it says: no backend today)")));
  EXPECT_THAT(error_from(respond_with(500, "text/html", "<html>")), Not(HasSubstr("<html>")));
  EXPECT_THAT(error_from(respond_with(403, "", "your plan has no MCP")), HasSubstr("(it says: your plan has no MCP)"));
  EXPECT_THAT(error_from(respond_with(500, "", "<html>")), Not(HasSubstr("<html>")));
  EXPECT_THAT(error_from(respond_with(400, "application/problem+json", R"({"title":"no"})")), HasSubstr("(it says: "));
  EXPECT_THAT(error_from(respond_with(404, "", "")),
              HasSubstr("there is no MCP endpoint at this path; check \\\"url\\\""));
}

TEST(HttpTransportFailure, NamesAnEmptyBody) {
  for (const char* body : {"", " \r\n"}) {
    EXPECT_THAT(error_from(respond_with(200, "application/json", body)), HasSubstr("answered with an empty body"));
  }
}

TEST(HttpTransportFailure, IsNotAResponseWhoseIdHasAnotherForm) {
  for (const char* id : {R"("1")", "1.0", "10e-1"}) {
    ScriptedServer server(
        respond_with(200, "application/json", std::string(R"({"jsonrpc":"2.0","result":{},"id":)") + id + "}"));
    TransportFixture fixture;
    fixture.connect(server.url());
    fixture.send_modern(1, "tools/call");
    EXPECT_TRUE(fixture.receives(1));
    EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\":{}")) << id;
  }
}

TEST(HttpTransportFailure, SaysWhereToSetAuthorization) {
  EXPECT_THAT(error_from(respond_with(401, "", "")),
              HasSubstr("it requires authorization, which \\\"headers\\\" can carry"));
  EXPECT_THAT(error_from(respond_with(403, "", "")), HasSubstr("check \\\"headers\\\""));
}

TEST(HttpTransportFailure, SaysWhereToSetAuthorizationAfterTheServersOwnError) {
  ScriptedServer server(
      respond_with(401, "application/json",
                   R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"No token","data":1.0}})"));
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(),
              testing::AllOf(HasSubstr(R"("id":1,"error":{"code":-32001,"message":"No token (the server at http://)"),
                             HasSubstr(R"(it requires authorization, which \"headers\" can carry)"),
                             HasSubstr(R"("data":1.0}})")));
}

TEST(HttpTransportFailure, OfTheProbeDoesNotStopInitialize) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.has("server/discover")) return reply.send(401, "", "");
    reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "server/discover");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("it requires authorization"));
  fixture.send(R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{}})");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"id\":2,\"result\""));
}

TEST(HttpTransportFailure, ReportsAResponseWithoutAMessage) {
  EXPECT_THAT(error_from(respond_with(200, "text/html", "<html>")), HasSubstr("with text/html instead of a message"));
  EXPECT_THAT(error_from(respond_with(202, "", "")), HasSubstr("without a message"));
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) {
                reply.raw("SSH-2.0-OpenSSH\r\n\r\n");
                reply.close();
              }),
              HasSubstr("is not valid HTTP"));
}

TEST(HttpTransportFailure, ReportsAResponseToAnotherRequest) {
  ScriptedServer server(respond_with(200, "application/json", R"({"jsonrpc":"2.0","id":7,"result":{}})"));
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("a message that is not the response to the request"));
}

TEST(HttpTransportFailure, ReportsALostResponse) {
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) { reply.close(); }),
              HasSubstr("the response was lost: the request was sent to the server at http://127.0.0.1:"));
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) {
                reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
                reply.close();
              }),
              HasSubstr("it closed the connection before the response was complete"));
}

TEST(HttpTransportFailure, ReportsAResponseBeyondTheLimit) {
  ScriptedServer server(
      respond_with(200, "application/json", "{\"id\":1,\"result\":\"" + std::string(5000, 'x') + "\"}"));
  TransportFixture fixture;
  fixture.host.changeable_limits.message_bytes = 4000;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("is longer than 4000 bytes (limits.messageBytes)"));
}

TEST(HttpTransportFailure, ReportsHeadersBeyondTheLimit) {
  const std::string line = "X-Filler: " + std::string(1000, 'x') + "\r\n";
  const auto flood = [&](Reply& reply, const std::string& beginning) {
    std::string text = beginning;
    for (int i = 0; i < 100; ++i) text += line;
    reply.raw(text);
    EXPECT_TRUE(reply.wait_for_end());
    reply.close();
  };
  const std::string expected = "the headers of its response are longer than 65536 bytes";
  EXPECT_THAT(error_from([&](const SeenRequest&, Reply& reply) { flood(reply, "HTTP/1.1 200 OK\r\n"); }),
              HasSubstr(expected));
  EXPECT_THAT(error_from([&](const SeenRequest&, Reply& reply) {
                flood(reply, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n");
              }),
              HasSubstr(expected))
      << "trailers";
}

/// The memory of this process that is in use, in bytes.
std::size_t memory_in_use() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  file >> total >> resident;
  return resident * 4096;
}

TEST(HttpTransportFailure, DoesNotStoreChunkExtensions) {
  constexpr std::size_t kPieces = 1024;
  std::size_t more = 0;
  const std::size_t before = memory_in_use();
  ScriptedServer server([&](const SeenRequest&, Reply& reply) {
    reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n17;x=");
    const std::string piece(64U * 1024, 'x');
    for (std::size_t i = 0; i < kPieces; ++i) reply.raw(piece);
    more = memory_in_use() - std::min(before, memory_in_use());
    reply.raw("\r\n{\"id\":1, \"result\":\"ok\"}\r\n0\r\n\r\n");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(fixture.last_message(), R"({"id":1, "result":"ok"})");
  EXPECT_LT(more, kPieces * 64U * 1024 / 4);
}

TEST(HttpTransportFailure, OfARequestThatIsNotReadToItsEndIsTheServersResponse) {
  boost::asio::io_context context;
  boost::asio::ip::tcp::acceptor acceptor(context, {boost::asio::ip::address_v4::loopback(), 0});
  std::thread refusing([&] {
    boost::asio::ip::tcp::socket socket = acceptor.accept();
    std::array<char, 1000> beginning{};
    boost::asio::read(socket, boost::asio::buffer(beginning));
    boost::asio::write(
        socket,
        boost::asio::buffer(std::string("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")));
    socket.shutdown(boost::asio::ip::tcp::socket::shutdown_send);
    boost::system::error_code error;
    std::array<char, 65536> rest{};
    while (!error) socket.read_some(boost::asio::buffer(rest), error);
  });
  TransportFixture fixture;
  fixture.connect("http://127.0.0.1:" + std::to_string(acceptor.local_endpoint().port()) + "/");
  fixture.send_modern(1, "tools/call", "\"x\":\"" + std::string(20'000'000, 'x') + "\"");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("answered HTTP 413 Too Large"));
  fixture.connection.reset();
  refusing.join();
}

// Each element would become a value, and a line of the log.
TEST(HttpTransportFailure, ReportsABatchOfTooManyMessages) {
  std::string batch = "[1";
  for (int i = 0; i != 1'000'000; ++i) batch += ",1";
  EXPECT_THAT(error_from(respond_with(200, "application/json", batch + "]")),
              HasSubstr("sent a batch of more than 1000 messages"));
}

TEST(HttpTransportFailure, ReportsABodyThatIsNotJson) {
  ScriptedServer server(respond_with(200, "application/json", "{\"id\":1,\"result\":{]}"));
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.run_until([&] { return !fixture.observer.undeliverable.empty(); }));
  EXPECT_THAT(fixture.observer.undeliverable[0].what.message, HasSubstr("at byte 18"));
  EXPECT_EQ(fixture.observer.undeliverable[0].beginning, "{\"id\":1,\"result\":{]}") << "the host finds the id there";
}

TEST(HttpTransportFailure, ReportsAnEventBeyondTheLimitAndReadsOn) {
  ScriptedServer server([](const SeenRequest&, Reply& reply) {
    reply.begin_events();
    reply.event("data: {\"method\":\"" + std::string(5000, 'x') + "\"}");
    reply.event("data: {\"id\":1,\"result\":{}}");
    reply.end_events();
  });
  TransportFixture fixture;
  fixture.host.changeable_limits.message_bytes = 4000;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_EQ(fixture.last_message(), "{\"id\":1,\"result\":{}}");
  ASSERT_EQ(fixture.observer.undeliverable.size(), 1U);
  EXPECT_THAT(fixture.observer.undeliverable[0].beginning, HasSubstr("{\"method\":\"xxx"));
}

TEST(HttpTransportFailure, ClosesWithTheSystemsReasonIfItCannotConnect) {
  std::uint16_t port = 0;
  {
    const ScriptedServer server(respond_with(200, "", ""));
    port = server.port();
  }
  TransportFixture fixture;
  fixture.connect("http://127.0.0.1:" + std::to_string(port) + "/mcp?key=secret");
  fixture.send_modern(1, "server/discover");
  EXPECT_EQ(fixture.close_reason(),
            "cannot reach the server at http://127.0.0.1:" + std::to_string(port) + ": Connection refused");
  EXPECT_EQ(fixture.observer.closed[0].kind, ErrorKind::unavailable);
}

TEST(HttpTransportFailure, ClosesIfTheNameCannotBeResolved) {
  TransportFixture fixture;
  fixture.connect("http://no-such-host.invalid/");
  fixture.send_modern(1, "server/discover");
  EXPECT_THAT(fixture.close_reason(),
              HasSubstr("cannot reach the server at http://no-such-host.invalid: its name cannot be"));
}

TEST(HttpTransportFailure, AnswersWithAnErrorIfALaterRequestCannotConnect) {
  auto server = std::make_unique<ScriptedServer>([](const SeenRequest& request, Reply& reply) {
    reply.result(request, "{}");
    reply.close();
  });
  TransportFixture fixture;
  fixture.connect(server->url());
  fixture.send_modern(1, "tools/list");
  ASSERT_TRUE(fixture.receives(1));
  server.reset();
  fixture.send_modern(2, "tools/list");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_THAT(fixture.last_message(), HasSubstr("Connection refused"));
  EXPECT_FALSE(fixture.observer.is_closed());
}

TEST(HttpTransportRedirect, IsFollowedWithinTheOrigin) {
  ScriptedServer server([](const SeenRequest& request, Reply& reply) {
    if (request.target == "/mcp") return reply.send(307, "", "", {"Location: /mcp/"});
    reply.result(request, "{}");
  });
  TransportFixture fixture;
  fixture.connect(server.url());
  fixture.send_modern(1, "tools/call");
  ASSERT_TRUE(fixture.receives(1));
  EXPECT_THAT(fixture.last_message(), HasSubstr("\"result\""));
  EXPECT_EQ(server.requests().at(0).body, server.requests().at(1).body);
  fixture.send_modern(2, "tools/call");
  ASSERT_TRUE(fixture.receives(2));
  EXPECT_EQ(server.requests().at(2).target, "/mcp/") << "later requests go to the new target";
}

TEST(HttpTransportRedirect, ToAnotherOriginIsAnError) {
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) {
                reply.send(307, "", "", {"Location: https://elsewhere.test/x?secret"});
              }),
              HasSubstr("answered HTTP 307 Status, a redirect to https://elsewhere.test;"));
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) { reply.send(302, "", "", {"Location: /login"}); }),
              HasSubstr("answered HTTP 302"));
}

TEST(HttpTransportRedirect, HasALimit) {
  EXPECT_THAT(error_from([](const SeenRequest&, Reply& reply) { reply.send(308, "", "", {"Location: /mcp"}); }),
              HasSubstr("too many redirects"));
}

}  // namespace
}  // namespace workbench::test
