// What one connection costs and how it ends, whatever its client does.

#include "connection_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class AConnection : public ConnectionTest {};

const std::string kRequest = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST_F(AConnection, EndsIfATrustedProxyDoesNotSayWhomItSpeaksFor) {
  options.set("trustedProxies", std::vector<std::string>{"unix"});
  options.set("proxyProtocol", true);
  TestClient client = connect();
  client.write("GET /healthz HTTP/1.1\r\n");
  EXPECT_TRUE(is_disconnected(client));
  EXPECT_THAT(connections_, IsEmpty());
}

// A client could otherwise have us keep any number of responses.
TEST_F(AConnection, ReadsNoMoreRequestsOfAClientThatDoesNotReadItsResponses) {
  constexpr std::size_t kRequests = 30'000;
  std::string pipeline;
  for (std::size_t i = 0; i != kRequests; ++i) pipeline += kRequest;
  TestClient client = connect();
  std::size_t written = 0;
  const auto write_some = [&] { written += client.write(std::string_view(pipeline).substr(written)); };
  std::size_t before = 1;
  while (before != written) {
    before = written;
    write_some();
    run_for_a_while();
  }
  EXPECT_LT(written, pipeline.size() / 2);
  ASSERT_TRUE(receives(client, "ok\n"));
  const std::size_t size = client.received.find("ok\n") + 3;
  EXPECT_TRUE(run_until([&] {
    write_some();
    client.read();
    return client.received.size() == kRequests * size;
  }));
}

TEST_F(AConnection, EndsIfItsClientWritesButDoesNotRead) {
  options.set("requestSeconds", std::int64_t{1});
  std::string pipeline;
  for (int i = 0; i != 10'000; ++i) pipeline += kRequest;
  TestClient client = connect();
  client.write(pipeline);
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_TRUE(run_until([&] {
    client.write("x");
    return connections_.empty();
  }));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
}

TEST_F(AConnection, EndsIfItsClientDoesNotReadWhatTheHostSendsAgainAndAgain) {
  options.set("requestSeconds", std::int64_t{1});
  const std::string session = begin_session();
  TestClient client = connect();
  client.write(post(R"({"jsonrpc":"2.0","id":1,"method":"ping"})", session));
  ASSERT_TRUE(run_until([&] { return accepted.front().observer.messages.size() == 2; }));
  EXPECT_TRUE(run_until([&] {
    if (accepted.front().connection->backlog() < 100'000) {
      send(R"({"jsonrpc":"2.0","method":"n","params":")" + std::string(100'000, 'x') + "\"}", "1");
    } else {
      send(R"({"jsonrpc":"2.0","method":"n"})", "1");
    }
    return connections_.empty();
  }));
}

TEST_F(AConnection, ReadsAHeadOfAnyAllowedSizeInWhateverPiecesItArrives) {
  options.set("headerBytes", std::int64_t{256 * 1024});
  TestClient client = connect();
  client.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ");
  for (int piece = 0; piece != 10; ++piece) {
    EXPECT_EQ(client.write(std::string(20'000, 'x')), 20'000U);
    run_for_a_while();
  }
  client.write("\r\n\r\n");
  EXPECT_TRUE(receives(client, "HTTP/1.1 200"));
}

TEST_F(AConnection, AnswersAllRequestsOfAPipelineThatTheHostAnswersLater) {
  const std::string session = begin_session();
  TestClient client = connect();
  std::string pipeline;
  constexpr std::size_t kRequests = 300;
  for (std::size_t i = 1; i <= kRequests; ++i) {
    pipeline += post(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) + R"(,"method":"ping"})", session);
  }
  EXPECT_EQ(client.write(pipeline), pipeline.size());
  std::size_t answered = 0;
  EXPECT_TRUE(run_until([&] {
    while (answered + 1 < accepted.front().observer.messages.size()) respond(std::to_string(++answered), "{}");
    client.read();
    return count(client.received, "HTTP/1.1 200") == kRequests;
  }));
}

// It is disconnected if the principal is not accepted any more: the head is judged before the body has arrived.
TEST_F(AConnection, KnowsWhoseRequestItReads) {
  TestClient client = connect();
  client.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(receives(client, "200"));
  EXPECT_EQ(connections_.front()->principal(), nullptr);
  const std::string request = post("{}", "Expect: 100-continue\r\n");
  client.write(request.substr(0, request.size() - 2));
  EXPECT_TRUE(receives(client, "100 Continue"));
  ASSERT_NE(connections_.front()->principal(), nullptr);
  EXPECT_THAT(connections_.front()->principal()->name, StartsWith("uid:"));
}

// --- back pressure -------------------------------------------------------------------------------------------------

class AClientThatDoesNotRead : public ConnectionTest {
 protected:
  /// A request whose stream has begun and has more than the system accepts.
  [[nodiscard]] TestClient begin_stream(const std::string& session) {
    TestClient client = connect();
    client.write(post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})", session));
    EXPECT_TRUE(run_until([&] { return accepted.front().observer.messages.size() == 2; }));
    send(R"({"jsonrpc":"2.0","method":"n","params":")" + std::string(2'000'000, 'x') + "\"}", "1");
    EXPECT_GT(backlog(), 1'000'000U);
    return client;
  }
  [[nodiscard]] std::size_t backlog() const { return accepted.front().connection->backlog(); }
  [[nodiscard]] std::size_t drained() const { return accepted.front().observer.drained; }
};

TEST_F(AClientThatDoesNotRead, IsReportedAsDrainedWhenItReads) {
  TestClient client = begin_stream(begin_session());
  EXPECT_EQ(drained(), 0U);
  EXPECT_TRUE(run_until([&] {
    client.read();
    return drained() == 1;
  }));
  EXPECT_EQ(backlog(), 0U);
}

// Its session continues, and its servers would never be read again.
TEST_F(AClientThatDoesNotRead, IsReportedAsDrainedWhenItDisconnects) {
  TestClient client = begin_stream(begin_session());
  client.close();
  EXPECT_TRUE(run_until([&] { return drained() == 1; }));
  EXPECT_EQ(backlog(), 0U);
}

TEST_F(AClientThatDoesNotRead, IsReportedAsDrainedWhenTheStreamIsComplete) {
  TestClient client = begin_stream(begin_session());
  respond("1", "{}");
  EXPECT_GT(backlog(), 1'000'000U);
  EXPECT_TRUE(run_until([&] {
    client.read();
    return drained() == 1;
  }));
}

TEST_F(AClientThatDoesNotRead, IsReportedAsDrainedNotInsideACallOfItsConnection) {
  host_.changeable_limits.message_bytes = 1'000'000;
  TestClient client = begin_stream(begin_session());
  send(R"({"jsonrpc":"2.0","method":"n"})", "1");  // disconnects it
  EXPECT_TRUE(run_until([&] { return drained() == 1; }));
  EXPECT_EQ(accepted.front().observer.calls_while_silent, 0U);
}

/// Three responses of a megabyte each, on connections that their clients do not read.
class ClientsThatDoNotRead : public AClientThatDoesNotRead, public testing::WithParamInterface<bool> {};

TEST_P(ClientsThatDoNotRead, HaveABacklogOfAllTheirResponses) {
  const bool are_streams = GetParam();
  const std::string session = begin_session();
  std::list<TestClient> clients;
  for (int id = 1; id <= 3; ++id) {
    clients.push_back(connect());
    clients.back().write(
        post(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"tools/call"})", session));
  }
  ASSERT_TRUE(run_until([&] { return accepted.front().observer.messages.size() == 4; }));
  for (int id = 1; id <= 3; ++id) {
    if (are_streams) send(R"({"jsonrpc":"2.0","method":"n"})", std::to_string(id));
    respond(std::to_string(id), '"' + std::string(1'000'000, 'x') + '"');
  }
  EXPECT_GT(backlog(), 2'000'000U);
  EXPECT_TRUE(run_until([&] {
    for (TestClient& client : clients) client.read();
    return drained() > 0;
  }));
  EXPECT_EQ(backlog(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Responses, ClientsThatDoNotRead, testing::Bool(),
                         [](const auto& tested) { return tested.param ? "Streams" : "Whole"; });

// --- initialization ------------------------------------------------------------------------------------------------

class AnInitializationThatTakesTime : public ConnectionTest {
 protected:
  AnInitializationThatTakesTime() { options.set("keepAliveSeconds", std::int64_t{1}); }

  /// The client of an `initialize` whose response has become a stream.
  [[nodiscard]] TestClient begin() {
    TestClient client = connect();
    client.write(post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})"));
    EXPECT_TRUE(receives(client, ":\n\n"));
    return client;
  }
};

TEST_F(AnInitializationThatTakesTime, HasTheSessionIdInTheHeadOfItsStream) {
  TestClient client = begin();
  respond("0", R"({"protocolVersion":"2025-11-25"})");
  ASSERT_TRUE(receives(client, "protocolVersion"));

  const std::size_t header = client.received.find("Mcp-Session-Id: ");
  ASSERT_NE(header, std::string::npos);
  const std::string session = client.received.substr(header, client.received.find('\n', header) + 1 - header);
  TestClient next = connect();
  next.write(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", session));
  EXPECT_TRUE(receives(next, "HTTP/1.1 202"));
}

TEST_F(AnInitializationThatTakesTime, IsAnsweredWithAnErrorWhenTheWorkbenchEnds) {
  TestClient client = begin();
  accepted.front().connection->close();
  EXPECT_TRUE(receives(client, R"("id":0,"error":{"code":-32603,"message":"Shutting down; retry.")"));
}

TEST_F(ConnectionTest, AnInitializationThatFailsHasNoSessionId) {
  TestClient client = connect();
  client.write(post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})"));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  Message error(R"({"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"no"}})");
  error.related_request = name_of("0", accepted.front());
  error.is_response = true;
  error.error_code = -32602;
  accepted.front().observer.expects_silence = true;
  accepted.front().connection->send(std::move(error));
  accepted.front().observer.expects_silence = false;
  ASSERT_TRUE(receives(client, "-32602"));
  EXPECT_THAT(client.received, testing::Not(HasSubstr("Mcp-Session-Id")));
}

// --- questions -----------------------------------------------------------------------------------------------------

const std::string kQuestion = R"({"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}})";

TEST_F(ConnectionTest, AQuestionThatIsRelatedToNoRequestReachesAClientThatDoesNotListen) {
  const std::string session = begin_session();
  TestClient caller = connect();
  caller.write(post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})", session));
  ASSERT_TRUE(run_until([&] { return accepted.front().observer.messages.size() == 2; }));

  send(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  send(kQuestion);

  ASSERT_TRUE(receives(caller, kQuestion));
  EXPECT_THAT(caller.received, testing::Not(HasSubstr("list_changed"))) << "it can wait for the listening stream";
}

TEST_F(ConnectionTest, AQuestionThatIsRelatedToNoRequestIsAskedOnTheListeningStreamOfAClientThatHasOne) {
  const std::string session = begin_session();
  TestClient listening = connect();
  listening.write("GET /mcp HTTP/1.1\r\nHost: localhost\r\n" + session + "\r\n");
  ASSERT_TRUE(receives(listening, "text/event-stream"));
  TestClient caller = connect();
  caller.write(post(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})", session));
  ASSERT_TRUE(run_until([&] { return accepted.front().observer.messages.size() == 2; }));

  send(kQuestion);

  EXPECT_TRUE(receives(listening, kQuestion));
  EXPECT_THAT(caller.received, IsEmpty());
}

// --- resumption ----------------------------------------------------------------------------------------------------

class AResumedStream : public ConnectionTest {
 protected:
  [[nodiscard]] TestClient listen(const std::string& session, const std::string& last_event = {}) {
    TestClient client = connect();
    client.write("GET /mcp HTTP/1.1\r\nHost: localhost\r\n" + session +
                 (last_event.empty() ? "" : "Last-Event-ID: " + last_event + "\r\n") + "\r\n");
    return client;
  }
};

TEST_F(AResumedStream, MustHaveHadTheEventThatTheClientNames) {
  const std::string session = begin_session();
  send(R"({"jsonrpc":"2.0","method":"first"})");
  TestClient wrong = listen(session, "0-99");
  EXPECT_TRUE(receives(wrong, "HTTP/1.1 400"));
  TestClient right = listen(session, "0-0");
  EXPECT_TRUE(receives(right, "first")) << "the wrong id has acknowledged nothing";
}

TEST_F(AResumedStream, SendsTheSameEventsAgainIfTheClientHasLostThemAgain) {
  const std::string session = begin_session();
  for (const char* name : {"first", "second", "third"}) {
    send(R"({"jsonrpc":"2.0","method":")" + std::string(name) + "\"}");
  }
  for (int time = 0; time != 3; ++time) {
    TestClient client = listen(session, "0-1");
    EXPECT_TRUE(receives(client, "third"));
    EXPECT_THAT(client.received, HasSubstr("second"));
    EXPECT_THAT(client.received, testing::Not(HasSubstr("first")));
  }
}

}  // namespace
}  // namespace workbench::test
