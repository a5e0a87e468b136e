// Legacy clients over HTTP: sessions and their streams.

#include <csignal>

#include "fixture.hpp"

namespace {

using namespace http_fixture;

TEST(HttpSession, HasARandomId) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string one = workbench.initialize();
  const std::string other = workbench.initialize();
  EXPECT_NE(one, other);
  EXPECT_THAT(one, testing::MatchesRegex("[0-9a-f]{64}"));
}

TEST(HttpSession, MustBeNamedAndKnown) {
  const HttpWorkbench workbench(dev_toolbox());
  EXPECT_EQ(workbench.post(kPing).status, 400);
  EXPECT_EQ(workbench.post(kPing, {{"Mcp-Session-Id", "unknown"}}).status, 404);
  const std::string session = workbench.initialize();
  EXPECT_EQ(workbench.post(kPing, {{"Mcp-Session-Id", session}}).body, R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(workbench.post(kPing, {{"Mcp-Session-Id", session}, {"MCP-Protocol-Version", "1.0"}}).status, 400);
  EXPECT_EQ(workbench.post(kPing, {{"Mcp-Session-Id", session}, {"MCP-Protocol-Version", "2025-11-25"}}).status, 200);
}

TEST(HttpSession, EndsWithDelete) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  HttpClient client(workbench.port());
  EXPECT_EQ(client.ask("DELETE", "/mcp", {{"Mcp-Session-Id", session}}).status, 204);
  EXPECT_EQ(workbench.post(kPing, {{"Mcp-Session-Id", session}}).status, 404);
}

TEST(HttpSession, MayEndWhileItOpensAToolbox) {
  const std::string slow = fake_server("s", {"--silent-initialize"});
  HttpWorkbench workbench(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + slow + "}}"),
                          {"-D", "log.level=debug"});
  const std::string session = workbench.initialize();
  HttpClient opening(workbench.port());
  opening.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}),
               R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_toolbox",)"
               R"("arguments":{"toolbox_name":"dev"}}})");
  static_cast<void>(workbench.request(session, "ping", "{}", "2"));  // now the opening has begun
  HttpClient client(workbench.port());
  EXPECT_EQ(client.ask("DELETE", "/mcp", {{"Mcp-Session-Id", session}}).status, 204);
  EXPECT_THAT(opening.read_answer().body, HasSubstr("whether the request was carried out is not known"));
  workbench.process().wait_for_error_text("not started");
  workbench.process().send_signal(SIGTERM);
  EXPECT_EQ(workbench.process().wait().code_or_signal, 0);
}

TEST(HttpSession, EndsWhenItIsIdle) {
  HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.sessionIdleSeconds=1", "-D", "log.level=debug"});
  const std::string session = workbench.initialize();
  workbench.process().wait_for_error_text("gone: the session was idle");
  EXPECT_EQ(workbench.post(kPing, {{"Mcp-Session-Id", session}}).status, 404);
}

TEST(HttpSession, HasItsOwnServers) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string one = workbench.initialize();
  const std::string other = workbench.initialize();
  open_dev(workbench, one);
  open_dev(workbench, other);
  const std::string pid = text_in_session(workbench, one, "pid");
  EXPECT_EQ(text_in_session(workbench, one, "pid"), pid);
  EXPECT_NE(text_in_session(workbench, other, "pid"), pid);
}

TEST(HttpSession, SharesAServerThatIsConfiguredSo) {
  const HttpWorkbench workbench(dev_toolbox(R"("share":"process")"));
  const std::string one = workbench.initialize();
  const std::string other = workbench.initialize();
  open_dev(workbench, one);
  open_dev(workbench, other);
  const std::string pid = text_in_session(workbench, one, "pid");
  EXPECT_EQ(text_in_session(workbench, other, "pid"), pid);
  HttpClient client(workbench.port());
  EXPECT_EQ(client.ask("DELETE", "/mcp", {{"Mcp-Session-Id", one}}).status, 204);
  EXPECT_EQ(text_in_session(workbench, other, "pid"), pid) << "it outlives a client that uses it";
}

/// A toolbox whose server is shared and writes `stderr_text` at its start.
HttpWorkbench with_shared_server(const std::string& stderr_text, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"--stderr", stderr_text});
  const std::string server = fake_server("s", arguments, R"("share":"process")");
  return HttpWorkbench(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + server + "}}"));
}

TEST(SharedServer, KeepsItsStderrOutOfTheErrorOfACallThatItDidNotAnswer) {
  HttpWorkbench workbench = with_shared_server("the password of another client");
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  EXPECT_EQ(
      text_in_session(workbench, session, "exit"),
      "[dev/s/exit] Error: the server ended with exit code 0; whether the request was carried out is not known; its "
      "last words on stderr are in the log of the workbench");
  workbench.process().wait_for_error_text("the server ended with exit code 0; its last words on stderr: the password");
}

TEST(SharedServer, KeepsItsStderrOutOfTheResultOfOpenToolbox) {
  HttpWorkbench workbench = with_shared_server("the password of another client", {"--exit-on-initialize", "3"});
  const auto opened = workbench.request(workbench.initialize(), "tools/call",
                                        R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  EXPECT_THAT(opened.body, HasSubstr("Failed to connect to server 's' in toolbox 'dev': the server ended with exit "));
  EXPECT_THAT(opened.body, Not(HasSubstr("password")));
}

std::string calling(const std::string& tool, const std::string& arguments, const std::string& meta = {}) {
  return R"({"jsonrpc":"2.0","id":"c","method":"tools/call","params":{)" + use(tool, arguments) + meta + "}}";
}

std::string data_of(const std::string& event) {
  return event.substr(event.find("data: ") + 6);
}
std::string id_of(const std::string& event) {
  return event.substr(4, event.find('\n') - 4);
}

TEST(PostInASession, IsAnsweredByAStreamIfThereIsProgress) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}),
              calling("progress", R"({"count":3})", R"(,"_meta":{"progressToken":"t"})"));
  auto head = client.read_head();
  EXPECT_EQ(head.headers["content-type"], "text/event-stream");
  EXPECT_THAT(*client.next_event(), testing::EndsWith("data: ")) << "the priming event";
  for (const char* progress : {"1.0", "2.0", "3.0"}) {
    EXPECT_THAT(*client.next_event(), HasSubstr(std::string(R"("progressToken":"t","progress":)") + progress));
  }
  EXPECT_THAT(data_of(*client.next_event()), StartsWith(R"({"jsonrpc":"2.0","id":"c","result":)"));
  EXPECT_EQ(client.next_event(), std::nullopt);
}

/// Calls the tool `progress`, and disconnects after the first event; the id of that event.
std::string break_stream(const HttpWorkbench& workbench, const std::string& session, const std::string& arguments) {
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}),
              calling("progress", arguments, R"(,"_meta":{"progressToken":1})"));
  static_cast<void>(client.read_head());
  return id_of(*client.next_event());
}

TEST(BrokenStream, CancelsNothingAndCanBeResumed) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  const std::string cursor = break_stream(workbench, session, R"({"count":3,"answer_after_ms":200})");
  EXPECT_EQ(text_in_session(workbench, session, "cancel_count"), "0");
  HttpClient again(workbench.port());
  again.send("GET", "/mcp", {{"Mcp-Session-Id", session}, {"Last-Event-ID", cursor}});
  EXPECT_EQ(again.read_head().status, 200);
  std::vector<std::string> data;
  while (const auto event = again.next_event()) {
    if (data_of(*event) != "data: ") data.push_back(data_of(*event));
  }
  ASSERT_EQ(data.size(), 4U);
  EXPECT_THAT(data[0], HasSubstr("\"progress\":1.0"));
  EXPECT_THAT(data[3], HasSubstr("\"id\":\"c\""));
}

TEST(ResumedStream, SendsAllEventsThatWereKept) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  const std::string cursor = break_stream(workbench, session, R"({"count":1200})");
  static_cast<void>(text_in_session(workbench, session, "pid"));  // now the call is answered
  HttpClient again(workbench.port());
  again.send("GET", "/mcp", {{"Mcp-Session-Id", session}, {"Last-Event-ID", cursor}});
  EXPECT_EQ(again.read_head().status, 200);
  std::size_t events = 0;
  std::string last;
  for (; const auto event = again.next_event(); ++events) last = *event;
  EXPECT_EQ(events, 1201U);
  EXPECT_THAT(last, HasSubstr(R"("id":"c","result":)"));
}

TEST(ResumedStream, MustBeKnown) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  HttpClient client(workbench.port());
  for (const char* cursor : {"99-1", "nonsense", "1-", "-"}) {
    EXPECT_EQ(client.ask("GET", "/mcp", {{"Mcp-Session-Id", session}, {"Last-Event-ID", cursor}}).status, 400);
  }
}

TEST(ResumedStream, EndsAtOnceIfItWasReadToItsEnd) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}),
              calling("progress", R"({"count":1})", R"(,"_meta":{"progressToken":1})"));
  static_cast<void>(client.read_head());
  std::string cursor;
  while (const auto event = client.next_event()) cursor = id_of(*event);
  client.send("GET", "/mcp", {{"Mcp-Session-Id", session}, {"Last-Event-ID", cursor}});
  EXPECT_EQ(client.read_head().status, 200);
  EXPECT_EQ(client.next_event(), std::nullopt);
}

TEST(PostInASession, IsAnsweredByItselfAlthoughItsIdBelongsToAnActiveRequest) {
  HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}), calling("hang", "{}"));
  static_cast<void>(text_in_session(workbench, session, "pid"));  // now the call has arrived
  for (const char* same_id : {R"("c")", R"("\u0063")"}) {
    const auto answer = workbench.request(session, "tools/call", "{" + use("cancel_count") + "}", same_id);
    EXPECT_EQ(answer.status, 200) << same_id;
    EXPECT_THAT(answer.body, HasSubstr(std::string("\"id\":") + same_id + ",\"result\":"));
  }
  workbench.process().wait_for_error_text("one id for several requests");
  static_cast<void>(workbench.request(session, "tools/call", "{" + use("kill_self") + "}", "2"));
  EXPECT_THAT(client.read_answer().body, HasSubstr("signal 9"));
}

/// The two headers of a POST whose client accepts `accept` alone, and that of its session.
HttpHeaders accepting(const std::string& accept, const std::string& session) {
  return {{"Content-Type", "application/json"}, {"Accept", accept}, {"Mcp-Session-Id", session}};
}

TEST(PostInASession, IsAnsweredWithJsonIfItsClientAcceptsNothingElse) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  HttpClient client(workbench.port());
  auto answer = client.ask("POST", "/mcp", accepting("application/json", session),
                           calling("progress", R"({"count":3})", R"(,"_meta":{"progressToken":"t"})"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers["content-type"], "application/json");
  EXPECT_THAT(answer.body, StartsWith(R"({"jsonrpc":"2.0","id":"c","result":)"));
}

TEST(PostInASession, IsAnsweredAlthoughItsServerAsksAClientThatCannotBeAsked) {
  const HttpWorkbench workbench(dev_toolbox());
  HttpClient client(workbench.port());
  auto opened = client.ask("POST", "/mcp", {{"Content-Type", "application/json"}, {"Accept", "application/json"}},
                           R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                           R"("capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}})");
  const std::string session = opened.headers["mcp-session-id"];
  open_dev(workbench, session);
  auto answer = client.ask("POST", "/mcp", accepting("application/json", session), calling("elicit", "{}"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers["content-type"], "application/json");
  EXPECT_THAT(answer.body, HasSubstr(R"("id":"c","result":)"));
}

TEST(PostInASession, IsAnsweredWithEventsIfItsClientAcceptsNothingElse) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", accepting("text/event-stream", session), kPing);
  EXPECT_EQ(client.read_head().headers["content-type"], "text/event-stream");
  EXPECT_THAT(*client.next_event(), testing::EndsWith("data: ")) << "the priming event";
  EXPECT_EQ(data_of(*client.next_event()), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(client.next_event(), std::nullopt);
}

TEST(CancelledCall, EndsItsStreamWithoutAResponse) {
  HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}), calling("hang", "{}"));
  static_cast<void>(text_in_session(workbench, session, "pid"));  // now the call has arrived
  static_cast<void>(workbench.post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c"}})",
                                   {{"Mcp-Session-Id", session}}));
  EXPECT_EQ(client.read_head().status, 200);
  while (const auto event = client.next_event()) EXPECT_EQ(event->find("result"), std::string::npos);
  workbench.process().wait_for_error_text("cancelled");
}

TEST(CancelledCall, IsFoundByAnEscapedIdAndInABatch) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize("2025-03-26");
  open_dev(workbench, session);
  const std::string cancellation =
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"\u0063"}})";
  for (const std::string& body : {cancellation, "[" + cancellation + "]"}) {
    HttpClient client(workbench.port());
    client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}), calling("hang", "{}"));
    static_cast<void>(text_in_session(workbench, session, "pid"));  // now the call has arrived
    EXPECT_EQ(workbench.post(body, {{"Mcp-Session-Id", session}}).status, 202);
    EXPECT_EQ(client.read_answer().body.find("result"), std::string::npos) << "the stream ends";
  }
}

TEST(CancelledCall, IsNotOneOfTwoThatHaveTheSameId) {
  HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  HttpClient first(workbench.port());
  first.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}), calling("hang", "{}"));
  HttpClient second(workbench.port());
  second.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}), calling("hang", "{}"));
  workbench.process().wait_for_error_text("one id for several requests");
  EXPECT_EQ(workbench
                .post(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"c"}})",
                      {{"Mcp-Session-Id", session}})
                .status,
            202);
  EXPECT_EQ(text_in_session(workbench, session, "cancel_count"), "0");
  static_cast<void>(workbench.request(session, "tools/call", "{" + use("kill_self") + "}", "2"));
  EXPECT_THAT(first.read_answer().body, HasSubstr("signal 9"));
  EXPECT_THAT(second.read_answer().body, HasSubstr("signal 9"));
}

TEST(Batch, IsAnsweredWithAnArrayIfItsClientAcceptsNoEvents) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string session = workbench.initialize("2025-03-26");
  HttpClient client(workbench.port());
  const auto answer =
      client.ask("POST", "/mcp", accepting("application/json", session),
                 R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}])");
  EXPECT_EQ(answer.body, R"([{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}])");
}

TEST(Batch, IsAcceptedInRevision20250326Only) {
  const HttpWorkbench workbench(dev_toolbox());
  const std::string batch = R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":"b","method":"ping"}])";
  const std::string session = workbench.initialize("2025-03-26");
  HttpClient client(workbench.port());
  client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}), batch);
  EXPECT_EQ(client.read_head().status, 200);
  EXPECT_THAT(*client.next_event(), HasSubstr(R"("id":1,"result":{})"));
  EXPECT_THAT(*client.next_event(), HasSubstr(R"("id":"b","result":{})"));
  EXPECT_EQ(client.next_event(), std::nullopt);

  const std::string newer = workbench.initialize();
  EXPECT_EQ(workbench.post(batch, {{"Mcp-Session-Id", newer}}).status, 400);
}

TEST(ListeningStream, CarriesNotificationsAndIsReplacedByALaterOne) {
  const HttpWorkbench workbench(R"({"toolMode":"dynamic",)" + dev_toolbox().substr(1));
  const std::string session = workbench.initialize();
  HttpClient first(workbench.port());
  first.send("GET", "/mcp", {{"Mcp-Session-Id", session}});
  EXPECT_EQ(first.read_head().status, 200);
  HttpClient second(workbench.port());
  second.send("GET", "/mcp", {{"Mcp-Session-Id", session}});
  EXPECT_EQ(second.read_head().status, 200);
  while (const auto event = first.next_event()) EXPECT_THAT(*event, testing::EndsWith("data: "));
  open_dev(workbench, session);
  std::string event;
  while (event.find("list_changed") == std::string::npos) event = *second.next_event();
  EXPECT_THAT(event, HasSubstr("notifications/tools/list_changed"));
}

TEST(ListeningStream, BeginsWithTheLatestOfEqualNotificationsThatNobodyReadBefore) {
  const HttpWorkbench workbench(R"({"toolMode":"dynamic",)" + dev_toolbox().substr(1),
                                {"-D", "metaTools=open_toolbox,close_toolbox"});
  const std::string session = workbench.initialize();
  for (const char* tool : {"open_toolbox", "close_toolbox", "open_toolbox"}) {
    static_cast<void>(workbench.request(
        session, "tools/call", std::string(R"({"name":")") + tool + R"(","arguments":{"toolbox_name":"dev"}})"));
  }
  HttpClient client(workbench.port());
  client.send("GET", "/mcp", {{"Mcp-Session-Id", session}});
  EXPECT_EQ(client.read_head().status, 200);
  HttpClient later(workbench.port());  // ends the stream of the first one
  later.send("GET", "/mcp", {{"Mcp-Session-Id", session}});
  EXPECT_EQ(later.read_head().status, 200);
  std::size_t changes = 0;
  while (const auto event = client.next_event()) changes += event->find("tools/list_changed") != std::string::npos;
  EXPECT_EQ(changes, 1U);
}

}  // namespace
