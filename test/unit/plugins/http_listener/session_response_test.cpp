// How each POST of a session is answered: by itself, whatever its id is, and in the form that its client accepts.

#include <string>

#include "connection_fixture.hpp"

namespace workbench::test {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const std::string kJsonAlone = "Accept: application/json\r\n";
const std::string kEventsAlone = "Accept: text/event-stream\r\n";
const std::string kReportOfProgress = R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}})";
const std::string kAskedByServer = R"({"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}})";

std::string call_of(const std::string& id) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call"})";
}
std::string cancellation_of(const std::string& id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}";
}
/// What follows the head of a response.
std::string body_of(const TestClient& client) {
  const std::size_t end = client.received.find("\r\n\r\n");
  return end == std::string::npos ? std::string() : client.received.substr(end + 4);
}

class APostInASession : public ConnectionTest {
 protected:
  /// Posts `body` in the session and waits until the host has got all of its messages.
  [[nodiscard]] TestClient post_in(const std::string& session, const std::string& body, const std::string& accept = {},
                                   std::size_t messages = 1) {
    const std::size_t expected = received().size() + messages;
    TestClient client = connect();
    client.write(post(body, session + accept));
    EXPECT_TRUE(run_until([&] { return received().size() == expected; })) << body;
    return client;
  }
  /// A notification, whose POST is answered at once.
  void notify_in(const std::string& session, const std::string& body) {
    TestClient client = connect();
    client.write(post(body, session));
    EXPECT_TRUE(receives(client, "HTTP/1.1 202")) << body;
  }
  [[nodiscard]] TestClient listen(const std::string& session, const std::string& more = {}) {
    TestClient client = connect();
    client.write("GET /mcp HTTP/1.1\r\nHost: localhost\r\n" + session + more + "\r\n");
    return client;
  }
  /// What the host has received of the first client.
  [[nodiscard]] const std::vector<std::string>& received() const { return accepted.front().observer.messages; }
  [[nodiscard]] const std::string& name_of_last() const { return accepted.front().observer.related_requests.back(); }

  /// Answers the request that the host knows by this name.
  void respond_to(const std::string& name, const std::string& id, const std::string& result) {
    Message message(R"({"jsonrpc":"2.0","id":)" + id + ",\"result\":\"" + result + "\"}");
    message.related_request = name;
    message.is_response = true;
    send(std::move(message), accepted.front());
  }
  /// Sends something in the course of this request.
  void send_to(const std::string& name, const std::string& text) {
    Message message(text);
    message.related_request = name;
    send(std::move(message), accepted.front());
  }
};

// --- equal ids -------------------------------------------------------------------------------------------------------

struct EqualIds {
  const char* name;
  std::string first;
  std::string second;
};

class PostsWithEqualIds : public APostInASession, public testing::WithParamInterface<EqualIds> {};

TEST_P(PostsWithEqualIds, GetTheirOwnResponses) {
  const auto& [name, first_id, second_id] = GetParam();
  const std::string session = begin_session();
  TestClient first = post_in(session, call_of(first_id));
  const std::string name_of_first = name_of_last();
  TestClient second = post_in(session, call_of(second_id));
  const std::string name_of_second = name_of_last();

  send_to(name_of_first, kReportOfProgress);
  respond_to(name_of_second, second_id, "of the second");
  EXPECT_TRUE(receives(second, "of the second"));
  EXPECT_THAT(second.received, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(second.received, Not(HasSubstr("progress")));
  respond_to(name_of_first, first_id, "of the first");
  EXPECT_TRUE(receives(first, "of the first"));
  EXPECT_THAT(first.received, HasSubstr("progress"));
  EXPECT_THAT(first.received, Not(HasSubstr("of the second")));
}

INSTANTIATE_TEST_SUITE_P(Ids, PostsWithEqualIds,
                         testing::Values(EqualIds{"Numbers", "1", "1"}, EqualIds{"Strings", R"("c")", R"("c")"},
                                         EqualIds{"AnEscapedOne", R"("c")", R"("\u0063")"}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(APostInASession, MayHaveABatchWithEqualIds) {
  const std::string session = begin_session("2025-03-26");
  TestClient client = post_in(session, "[" + call_of("1") + "," + call_of("1") + "]", {}, 2);
  const auto names = accepted.front().observer.related_requests;
  respond_to(names.at(2), "1", "of the second");
  respond_to(names.at(1), "1", "of the first");
  ASSERT_TRUE(receives(client, "of the first"));
  EXPECT_THAT(client.received, HasSubstr("of the second"));
}

TEST_F(APostInASession, IsReportedOnceIfItsIdIsInUse) {
  const std::string session = begin_session();
  std::list<TestClient> clients;
  for (int count = 0; count != 3; ++count) clients.push_back(post_in(session, call_of("1")));
  std::size_t lines = 0;
  for (const std::string& line : host_.logged()) {
    if (line.find("one id for several requests") != std::string::npos) ++lines;
  }
  EXPECT_EQ(lines, 1U);
}

TEST_F(APostInASession, IsNotCancelledByAnIdThatAnotherHas) {
  const std::string session = begin_session();
  TestClient first = post_in(session, call_of("1"));
  const std::string name_of_first = name_of_last();
  TestClient second = post_in(session, call_of("1"));
  const std::string name_of_second = name_of_last();
  notify_in(session, cancellation_of("1"));
  EXPECT_THAT(received(), SizeIs(3)) << "it could be either";

  respond_to(name_of_first, "1", "of the first");
  EXPECT_TRUE(receives(first, "of the first"));
  notify_in(session, cancellation_of("1"));
  ASSERT_THAT(received(), SizeIs(4)) << "now it is one";
  EXPECT_EQ(name_of_last(), name_of_second);
  EXPECT_TRUE(receives(second, "\r\n0\r\n\r\n")) << "its stream ends";
  respond_to(name_of_second, "1", "of the second");
  run_for_a_while();
  second.read();
  EXPECT_THAT(second.received, Not(HasSubstr("of the second")));
}

TEST_F(APostInASession, IsNotPassedOnIfItsBatchCancelsItBefore) {
  const std::string session = begin_session("2025-03-26");
  TestClient client =
      post_in(session, "[" + cancellation_of("2") + "," + call_of("1") + "," + call_of("2") + "]", {}, 2);
  run_for_a_while();
  EXPECT_THAT(received(), SizeIs(3)) << "its result would be dropped";
  respond_to(name_of_last(), "1", "done");
  EXPECT_TRUE(receives(client, "\r\n0\r\n\r\n"));
}

TEST_F(APostInASession, CanBeResumedAlthoughItsIdIsInUse) {
  const std::string session = begin_session();
  TestClient first = post_in(session, call_of("1"));
  const std::string name_of_first = name_of_last();
  TestClient second = post_in(session, call_of("1"));
  send_to(name_of_first, kReportOfProgress);
  ASSERT_TRUE(receives(first, "\nevent: message\n"));
  const std::size_t begin = first.received.rfind("id: ") + 4;
  const std::string event = first.received.substr(begin, first.received.find('\n', begin) - begin);
  first.close();
  run_for_a_while();
  respond_to(name_of_first, "1", "of the first");
  TestClient resumed = listen(session, "Last-Event-ID: " + event + "\r\n");
  EXPECT_TRUE(receives(resumed, "of the first"));
  second.read();
  EXPECT_THAT(second.received, Not(HasSubstr("of the first")));
}

// --- JSON alone ------------------------------------------------------------------------------------------------------

class AClientThatAcceptsJsonAlone : public APostInASession {
 protected:
  AClientThatAcceptsJsonAlone() { options.set("keepAliveSeconds", std::int64_t{1}); }

  static void expect_json(const TestClient& client, const std::string& body) {
    EXPECT_THAT(client.received, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(client.received, HasSubstr("Content-Type: application/json\r\n"));
    EXPECT_THAT(client.received, HasSubstr("Content-Length: " + std::to_string(body.size()) + "\r\n"));
    EXPECT_EQ(body_of(client), body);
  }
};

TEST_F(AClientThatAcceptsJsonAlone, GetsOneBodyWhateverPrecedesIt) {
  const std::string session = begin_session();
  TestClient client = post_in(session, call_of("1"), kJsonAlone);
  const std::string name = name_of_last();
  send_to(name, kReportOfProgress);
  TestClient later = post_in(session, call_of("2"));
  ASSERT_TRUE(receives(later, ":\n\n")) << "a comment, after keepAliveSeconds";
  send_to(name, kReportOfProgress);
  respond_to(name, "1", "done");
  ASSERT_TRUE(receives(client, "done"));
  expect_json(client, R"({"jsonrpc":"2.0","id":1,"result":"done"})");
}

TEST_F(AClientThatAcceptsJsonAlone, MayBeginASessionThatTakesTime) {
  TestClient client = connect();
  client.write(post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})", kJsonAlone));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  TestClient later = connect();
  later.write(post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})"));
  ASSERT_TRUE(receives(later, ":\n\n"));
  respond("0", R"({"protocolVersion":"2025-11-25"})");
  ASSERT_TRUE(receives(client, "protocolVersion"));
  EXPECT_THAT(client.received, HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(client.received, HasSubstr("Mcp-Session-Id: "));
}

TEST_F(AClientThatAcceptsJsonAlone, GetsNoBodyIfItsRequestIsCancelled) {
  const std::string session = begin_session();
  TestClient client = post_in(session, call_of("1"), kJsonAlone);
  notify_in(session, cancellation_of("1"));
  ASSERT_TRUE(receives(client, "\r\n\r\n"));
  EXPECT_THAT(client.received, StartsWith("HTTP/1.1 202"));
  EXPECT_THAT(body_of(client), IsEmpty());
}

TEST_F(AClientThatAcceptsJsonAlone, GetsAnErrorWhenItsSessionEnds) {
  const std::string session = begin_session();
  TestClient client = post_in(session, call_of("1"), kJsonAlone);
  accepted.front().connection->close();
  ASSERT_TRUE(receives(client, "whether the request was carried out is not known"));
  EXPECT_THAT(client.received, HasSubstr("Content-Type: application/json\r\n"));
}

TEST_F(AClientThatAcceptsJsonAlone, GetsTheResponsesToABatchInAnArray) {
  const std::string session = begin_session("2025-03-26");
  TestClient client =
      post_in(session, "[" + call_of("1") + "," + kReportOfProgress + "," + call_of("2") + "]", kJsonAlone, 3);
  const auto names = accepted.front().observer.related_requests;
  send_to(names.at(1), kReportOfProgress);
  respond_to(names.at(3), "2", "second");
  run_for_a_while();
  client.read();
  EXPECT_THAT(client.received, IsEmpty());
  respond_to(names.at(1), "1", "first");
  ASSERT_TRUE(receives(client, "first"));
  expect_json(client, R"([{"jsonrpc":"2.0","id":2,"result":"second"},{"jsonrpc":"2.0","id":1,"result":"first"}])");
}

TEST_F(AClientThatAcceptsJsonAlone, GetsWhatIsLeftOfABatchThatIsCancelledInPart) {
  const std::string session = begin_session("2025-03-26");
  TestClient client = post_in(session, "[" + call_of("1") + "," + call_of("2") + "]", kJsonAlone, 2);
  respond_to(accepted.front().observer.related_requests.at(1), "1", "first");
  notify_in(session, cancellation_of("2"));
  ASSERT_TRUE(receives(client, "first"));
  expect_json(client, R"([{"jsonrpc":"2.0","id":1,"result":"first"}])");

  TestClient other = post_in(session, "[" + call_of("3") + "]", kJsonAlone);
  notify_in(session, cancellation_of("3"));
  EXPECT_TRUE(receives(other, "HTTP/1.1 202"));
}

TEST_F(AClientThatAcceptsJsonAlone, GetsAnErrorForEachRequestOfABatchWhenItsSessionEnds) {
  const std::string session = begin_session("2025-03-26");
  TestClient client = post_in(session, "[" + call_of("1") + "," + call_of("2") + "]", kJsonAlone, 2);
  accepted.front().connection->close();
  ASSERT_TRUE(receives(client, R"("id":2,"error")"));
  EXPECT_THAT(body_of(client), StartsWith(R"([{"jsonrpc":"2.0","id":1,"error")"));
  EXPECT_THAT(body_of(client), EndsWith("}]"));
}

TEST_F(AClientThatAcceptsJsonAlone, HasNothingToResume) {
  const std::string session = begin_session();
  TestClient client = post_in(session, call_of("1"), kJsonAlone);  // the second POST of the session
  TestClient resuming = listen(session, "Last-Event-ID: 2-0\r\n");
  EXPECT_TRUE(receives(resuming, "HTTP/1.1 400"));
  TestClient next = post_in(session, call_of("2"));
  send_to(name_of_last(), kReportOfProgress);
  EXPECT_TRUE(receives(next, "id: 3-1\n")) << "the third";
  respond("1", "{}");
  EXPECT_TRUE(receives(client, "\"result\":{}"));
}

TEST_F(AClientThatAcceptsJsonAlone, LeavesNothingBehindWhenItDisconnects) {
  const std::string session = begin_session();
  TestClient client = post_in(session, call_of("1"), kJsonAlone);
  client.close();
  EXPECT_TRUE(run_until([&] { return connections_.empty(); }));
  respond("1", '"' + std::string(100'000, 'x') + '"');
  EXPECT_EQ(endpoint_->memory().held(), 0U);
}

TEST_F(AClientThatAcceptsJsonAlone, DoesNotMakeAServerWaitThatAsksIt) {
  const std::string session = begin_session();
  TestClient client = post_in(session, call_of("1"), kJsonAlone);
  const std::string name = name_of_last();
  for (const std::string& related : {name, std::string()}) {
    const std::size_t before = received().size();
    send_to(related, kAskedByServer);
    ASSERT_TRUE(run_until([&] { return received().size() == before + 1; })) << related;
    EXPECT_THAT(received().back(), HasSubstr(R"("id":"q","error":{"code":-32601)"));
    EXPECT_THAT(received().back(), HasSubstr("cannot be sent elicitation/create"));
  }
  EXPECT_EQ(accepted.front().observer.calls_while_silent, 0U);
  EXPECT_THAT(host_.logged(), Contains(HasSubstr("cannot be sent elicitation/create")));
  respond_to(name, "1", "done");
  EXPECT_TRUE(receives(client, "done"));
}

TEST_F(AClientThatAcceptsJsonAlone, IsAskedOnTheListeningStreamIfItHasOne) {
  const std::string session = begin_session();
  TestClient listening = listen(session);
  ASSERT_TRUE(receives(listening, "text/event-stream"));
  TestClient client = post_in(session, call_of("1"), kJsonAlone);
  send_to(name_of_last(), kReportOfProgress);
  send_to(name_of_last(), kAskedByServer);
  EXPECT_TRUE(receives(listening, kAskedByServer));
  EXPECT_THAT(listening.received, HasSubstr("notifications/progress"));
  client.read();
  EXPECT_THAT(client.received, IsEmpty());
}

// --- events alone ----------------------------------------------------------------------------------------------------

class AClientThatAcceptsEventsAlone : public APostInASession {};

TEST_F(AClientThatAcceptsEventsAlone, GetsItsResponseAsAnEvent) {
  TestClient opening = connect();
  opening.write(post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})", kEventsAlone));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  respond("0", R"({"protocolVersion":"2025-11-25"})");
  ASSERT_TRUE(receives(opening, "\r\n0\r\n\r\n"));
  EXPECT_THAT(opening.received, HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_THAT(opening.received, HasSubstr(R"(data: {"jsonrpc":"2.0","id":0,"result")"));
  const std::size_t header = opening.received.find("Mcp-Session-Id: ");
  ASSERT_NE(header, std::string::npos);
  EXPECT_EQ(opening.received.find("Mcp-Session-Id: ", header + 1), std::string::npos);
  const std::string session = opening.received.substr(header, opening.received.find('\n', header) + 1 - header);

  TestClient client = post_in(session, call_of("1"), kEventsAlone);
  respond_to(name_of_last(), "1", "done");
  ASSERT_TRUE(receives(client, "\r\n0\r\n\r\n"));
  EXPECT_THAT(client.received, HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_THAT(client.received, HasSubstr(R"(data: {"jsonrpc":"2.0","id":1,"result":"done"})"));
}

// --- modern requests -------------------------------------------------------------------------------------------------

std::string modern_message(const std::string& method) {
  return R"({"jsonrpc":"2.0","id":7,"method":")" + method +
         R"(","params":{"notifications":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
}
std::string headers_of_modern(const std::string& method) {
  return "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + method + "\r\n";
}

TEST_F(AClientThatAcceptsJsonAlone, GetsOneBodyOfAModernRequest) {
  TestClient client = connect();
  client.write(post(modern_message("tools/list"), headers_of_modern("tools/list") + kJsonAlone));
  ASSERT_TRUE(run_until([&] { return !accepted.empty() && !received().empty(); }));
  send_to("7", kReportOfProgress);
  respond("7", "{}");
  ASSERT_TRUE(receives(client, "result"));
  expect_json(client, R"({"jsonrpc":"2.0","id":7,"result":{}})");
}

TEST_F(AClientThatAcceptsJsonAlone, CannotSubscribeToWhatItCouldNotRead) {
  TestClient client = connect();
  client.write(post(modern_message("subscriptions/listen"), headers_of_modern("subscriptions/listen") + kJsonAlone));
  ASSERT_TRUE(receives(client, "text/event-stream"));
  EXPECT_THAT(client.received, StartsWith("HTTP/1.1 406"));
  EXPECT_THAT(client.received, HasSubstr(R"("id":7,"error")"));
  EXPECT_TRUE(accepted.empty());
}

TEST_F(AClientThatAcceptsEventsAlone, GetsTheResultOfAModernRequestAsAnEventAndItsErrorsByStatus) {
  TestClient client = connect();
  client.write(post(modern_message("tools/list"), headers_of_modern("tools/list") + kEventsAlone));
  ASSERT_TRUE(run_until([&] { return !accepted.empty() && !received().empty(); }));
  respond("7", "{}");
  ASSERT_TRUE(receives(client, "\r\n0\r\n\r\n"));
  EXPECT_THAT(client.received, HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_THAT(client.received, HasSubstr(R"(data: {"jsonrpc":"2.0","id":7,"result":{}})"));

  TestClient mismatched = connect();
  mismatched.write(post(modern_message("tools/list"), headers_of_modern("tools/call") + kEventsAlone));
  EXPECT_TRUE(receives(mismatched, "HTTP/1.1 400"));
}

}  // namespace
}  // namespace workbench::test
