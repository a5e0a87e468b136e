// What a server sends about one principal's requests, resources and tasks reaches no client of another, whoever else
// uses the server and whatever else is in flight.

#include "constellation.hpp"

namespace gateway_fixture {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Something that a server sends in the course of `call`, a request of ours.
struct Sent {
  const char* name;
  void (*send)(ScriptedRun& run, const jsonrpc::Envelope& call);
  /// A session whose own server it is gets it.
  bool reaches_its_client;
  bool asks = false;  ///< it is a request, which may reach a modern client a moment later
};

constexpr const char* kForm =
    R"({"mode":"form","message":"secret","requestedSchema":{"type":"object","properties":{}}})";
constexpr const char* kTask = R"({"taskId":"t1","status":"working","createdAt":"2026-08-01T10:00:00Z",)"
                              R"("lastUpdatedAt":"2026-08-01T10:00:00Z","ttl":60000})";

const std::vector<Sent>& everything() {
  static const std::vector<Sent> kEverything{
      {"Progress",
       [](ScriptedRun& run, const jsonrpc::Envelope& call) {
         run.notify("notifications/progress", R"({"progress":1,"message":"secret","progressToken":)" +
                                                  member(call.params.text(), "_meta.progressToken") + "}");
       },
       true},
      {"LogMessage",
       [](ScriptedRun& run, const jsonrpc::Envelope&) {
         run.notify("notifications/message", R"({"level":"error","data":"secret"})");
       },
       true},
      {"Elicitation", [](ScriptedRun& run, const jsonrpc::Envelope&) { run.request(77, "elicitation/create", kForm); },
       true, true},
      {"Sampling",
       [](ScriptedRun& run, const jsonrpc::Envelope&) {
         run.request(77, "sampling/createMessage",
                     R"({"messages":[{"role":"user","content":{"type":"text","text":"secret"}}],"maxTokens":1})");
       },
       true, true},
      {"RootsList", [](ScriptedRun& run, const jsonrpc::Envelope&) { run.request(77, "roots/list"); }, true, true},
      {"ElicitationComplete",
       [](ScriptedRun& run, const jsonrpc::Envelope&) {
         run.notify("notifications/elicitation/complete", R"({"elicitationId":"secret"})");
       },
       false},
      {"ResourceUpdated",
       [](ScriptedRun& run, const jsonrpc::Envelope&) {
         run.notify("notifications/resources/updated", R"({"uri":"file:///of-ada"})");
       },
       true},
      {"VendorRequest",
       [](ScriptedRun& run, const jsonrpc::Envelope&) { run.request(77, "acme/confirm", R"({"what":"secret"})"); },
       true, true},
      {"VendorNotification",
       [](ScriptedRun& run, const jsonrpc::Envelope&) {
         run.notify("notifications/acme/indexed", R"({"what":"secret"})");
       },
       true},
      {"TaskStatus",
       [](ScriptedRun& run, const jsonrpc::Envelope&) { run.notify("notifications/tasks/status", kTask); }, false},
  };
  return kEverything;
}

/// What else happens while the server sends it.
enum class Beside {
  nothing,
  a_call_of_the_other,    ///< is in flight, too
  a_call_that_has_ended,  ///< of the other, just now
  ada_has_cancelled,      ///< and the other has the only call that is waited for
};

class ForeignMessages : public Constellation,
                        public testing::WithParamInterface<std::tuple<Sent, config::Share, Era, Era, Beside>> {
 protected:
  /// Legacy servers alone send something without saying what it belongs to.
  ForeignMessages() {
    config_.tool_mode = config::ToolMode::flat;
    ScriptedServer& server = add_files(kLegacyServer, share());
    server.capabilities = R"({"tools":{},"logging":{},"resources":{"subscribe":true}})";
    server.lists["resources/list"] = {R"({"uri":"file:///of-ada","name":"a"})",
                                      R"({"uri":"file:///of-bob","name":"b"})"};
    server.lists["resources/templates/list"] = {};
    ada = connect_ready(std::get<2>(GetParam()), "ada");
    bob = connect_ready(std::get<3>(GetParam()), "bob");
  }

  [[nodiscard]] const Sent& sent() const { return std::get<0>(GetParam()); }
  [[nodiscard]] config::Share share() const { return std::get<1>(GetParam()); }
  [[nodiscard]] bool has_session(const TestClient& client) const {
    return (&client == ada.get() ? std::get<2>(GetParam()) : std::get<3>(GetParam())) == Era::legacy;
  }

  int begin_call(TestClient& client) {
    const std::string level = has_session(client) ? "" : R"(,"io.modelcontextprotocol/logLevel":"debug")";
    return Constellation::begin_call(client, R"("progressToken":"secret")" + level);
  }
  /// Sends it, and waits for as long as it may take to arrive anywhere.
  void send(const jsonrpc::Envelope& call) {
    sent().send(run(), call);
    run_until_quiet();
    if (!sent().asks) return;
    bool is_later = false;
    const auto timer = loop_.after(8ms, [&] { is_later = true; });
    EXPECT_TRUE(run_until([&] { return is_later; }));
  }
  /// The run that works for ada: hers, or that which all share. Hers is the first.
  ScriptedRun& run() { return files().run(0); }

  std::unique_ptr<TestClient> ada;
  std::unique_ptr<TestClient> bob;

 private:
  std::unique_ptr<TestClient> connect_ready(Era era, const char* principal) {
    auto client = connect({era, principal, R"({"elicitation":{},"sampling":{},"roots":{}})"});
    EXPECT_TRUE(is_served(*client));
    const std::string uri = std::string("file:///of-") + principal;
    client->result_of(client->request("resources/list"));
    if (era == Era::legacy) {
      client->result_of(client->request("resources/subscribe", R"("uri":")" + uri + "\""));
    } else {
      client->request("subscriptions/listen", R"("notifications":{"resourceSubscriptions":[")" + uri + R"("]})");
    }
    run_until_quiet();
    return client;
  }
};

std::string name_of(const testing::TestParamInfo<std::tuple<Sent, config::Share, Era, Era, Beside>>& info) {
  const auto& [sent, share, ada, bob, beside] = info.param;
  const char* const eras[]{"Legacy", "Modern"};
  const char* const besides[]{"Alone", "BesideACall", "AfterACall", "AfterACancellation"};
  return std::string(sent.name) + (share == config::Share::process ? "_Shared_" : "_Own_") +
         eras[static_cast<int>(ada)] + "And" + eras[static_cast<int>(bob)] + "_" + besides[static_cast<int>(beside)];
}

INSTANTIATE_TEST_SUITE_P(Every, ForeignMessages,
                         testing::Combine(testing::ValuesIn(everything()),
                                          testing::Values(config::Share::client, config::Share::process),
                                          testing::Values(Era::legacy, Era::modern),
                                          testing::Values(Era::legacy, Era::modern),
                                          testing::Values(Beside::nothing, Beside::a_call_of_the_other,
                                                          Beside::a_call_that_has_ended, Beside::ada_has_cancelled)),
                         name_of);

TEST_P(ForeignMessages, ReachNoClientOfAnotherPrincipal) {
  const Beside beside = std::get<4>(GetParam());
  if (beside == Beside::a_call_that_has_ended) {
    EXPECT_TRUE(is_served(*bob));
  }
  const int call = begin_call(*ada);
  const jsonrpc::Envelope forwarded = run().latest("tools/call");
  if (beside == Beside::ada_has_cancelled) ada->cancel(call);
  if (beside == Beside::a_call_of_the_other || beside == Beside::ada_has_cancelled) begin_call(*bob);
  run_until_quiet();
  ada->received().clear();
  bob->received().clear();
  send(forwarded);
  EXPECT_THAT(bob->received(), IsEmpty());
  const bool is_hers = share() == config::Share::client && has_session(*ada);
  if (is_hers && sent().reaches_its_client && beside != Beside::ada_has_cancelled) {
    EXPECT_THAT(ada->received(), SizeIs(1)) << "it does reach the client that it belongs to";
  }
}

class ForeignMessagesOfANamedRequest : public ForeignMessages {};

INSTANTIATE_TEST_SUITE_P(Every, ForeignMessagesOfANamedRequest,
                         testing::Combine(testing::ValuesIn(everything()),
                                          testing::Values(config::Share::client, config::Share::process),
                                          testing::Values(Era::legacy, Era::modern),
                                          testing::Values(Era::legacy, Era::modern),
                                          testing::Values(Beside::a_call_of_the_other, Beside::ada_has_cancelled)),
                         name_of);

TEST_P(ForeignMessagesOfANamedRequest, ReachNoOther) {
  const int call = begin_call(*ada);
  const jsonrpc::Envelope forwarded = run().latest("tools/call");
  begin_call(*bob);
  if (std::get<4>(GetParam()) == Beside::ada_has_cancelled) ada->cancel(call);
  run_until_quiet();
  bob->received().clear();
  run().speak_about(forwarded.id);
  send(forwarded);
  EXPECT_THAT(bob->received(), IsEmpty());
}

class ACompletedElicitation : public Constellation, public testing::WithParamInterface<config::Share> {};

INSTANTIATE_TEST_SUITE_P(OfAServer, ACompletedElicitation,
                         testing::Values(config::Share::client, config::Share::process), [](const auto& of) {
                           return std::string(of.param == config::Share::process ? "Shared" : "Own");
                         });

TEST_P(ACompletedElicitation, IsReportedToTheSessionThatWasSentItAlone) {
  add_files(kLegacyServer, GetParam());
  constexpr const char* kUrls = R"({"elicitation":{"url":{}}})";
  const auto ada = connect({Era::legacy, "ada", kUrls});
  const auto bob = connect({Era::legacy, "bob", kUrls});
  EXPECT_TRUE(is_served(*ada));
  EXPECT_TRUE(is_served(*bob));
  const int call = begin_call(*ada);
  ScriptedRun& run = files().run(0);
  run.send(jsonrpc::write_error(
      run.latest("tools/call").id,
      Json(R"({"code":-32042,"message":"Sign in","data":{"elicitations":[{"mode":"url","elicitationId":"e1",)"
           R"("url":"https://example.com/","message":"Sign in"}]}})")));
  EXPECT_TRUE(run_until([&] { return !ada->response_to(call).empty(); }));
  run.notify("notifications/elicitation/complete", R"({"elicitationId":"unknown"})");
  run.notify("notifications/elicitation/complete", R"({"elicitationId":"e1"})");
  run.notify("notifications/elicitation/complete", R"({"elicitationId":"e1"})");
  run_until_quiet();
  EXPECT_THAT(ada->received_of("notifications/elicitation/complete"), SizeIs(1));
  EXPECT_THAT(bob->received_of("notifications/elicitation/complete"), IsEmpty());
}

// --- what a server has -----------------------------------------------------------------------------------------------

/// A server that lists other tools and resources in each of its processes.
class ForeignCatalogs : public Constellation, public testing::WithParamInterface<std::tuple<ServerEra, Era, Era>> {
 protected:
  ForeignCatalogs() {
    config_.tool_mode = config::ToolMode::flat;
    ScriptedServer& server = add_files(std::get<0>(GetParam()));
    server.capabilities = R"({"tools":{"listChanged":true},"resources":{"listChanged":true}})";
    server.lists["resources/templates/list"] = {};
    list_as_number(server, "tools", R"({"name":"t%","inputSchema":{"type":"object"}})");
    list_as_number(server, "resources", R"({"uri":"file:///%","name":"r%"})");
    ada = connect({std::get<1>(GetParam()), "ada"});
    bob = connect({std::get<2>(GetParam()), "bob"});
  }

  /// `%` in the definition is the number of the process.
  void list_as_number(ScriptedServer& server, const std::string& kind, const std::string& definition) {
    server.handle(kind + "/list", [this, kind, definition](ScriptedRun& run, const jsonrpc::Envelope& request) {
      std::string own = definition;
      for (std::size_t at = 0; (at = own.find('%')) != std::string::npos;) own.replace(at, 1, number_of(run));
      run.result(request.id, R"({"resultType":"complete",")" + kind + "\":[" + own + "]}");
    });
  }
  std::string number_of(const ScriptedRun& run) {
    std::size_t number = 0;
    while (&files().run(number) != &run) ++number;
    return std::to_string(number);
  }
  static std::vector<std::string> resources_of(TestClient& client) {
    return names_in(member(client.result_of(client.request("resources/list")), "resources"));
  }

  std::unique_ptr<TestClient> ada;
  std::unique_ptr<TestClient> bob;
};

std::string name_of_catalogs(const testing::TestParamInfo<std::tuple<ServerEra, Era, Era>>& info) {
  const char* const eras[]{"Legacy", "Modern"};
  const auto& [server, ada, bob] = info.param;
  return std::string(server.name) + "_" + eras[static_cast<int>(ada)] + "And" + eras[static_cast<int>(bob)];
}

INSTANTIATE_TEST_SUITE_P(Every, ForeignCatalogs,
                         testing::Combine(testing::Values(kLegacyServer, kModernServer, kModernServerFound),
                                          testing::Values(Era::legacy, Era::modern),
                                          testing::Values(Era::legacy, Era::modern)),
                         name_of_catalogs);

TEST_P(ForeignCatalogs, AreNotShownToAnotherPrincipal) {
  EXPECT_THAT(ada->listed_tools(), Contains("t0"));
  EXPECT_THAT(bob->listed_tools(), testing::AllOf(Contains("t1"), Not(Contains("t0"))));
  EXPECT_THAT(resources_of(*ada), testing::ElementsAre("r0"));
  EXPECT_THAT(resources_of(*bob), testing::ElementsAre("r1"));
  EXPECT_EQ(files().starts(), 2U);
}

TEST_P(ForeignCatalogs, NotifyNoClientOfAnotherPrincipalOfTheirChanges) {
  ada->listed_tools();
  bob->listed_tools();
  if (std::get<2>(GetParam()) == Era::modern) {
    bob->request("subscriptions/listen", R"("notifications":{"toolsListChanged":true,"resourcesListChanged":true})");
  }
  resources_of(*bob);
  wait_a_moment();
  bob->received().clear();
  list_as_number(files(), "tools", R"({"name":"other%","inputSchema":{"type":"object"}})");
  files().run(0).notify("notifications/tools/list_changed");
  wait_a_moment();
  EXPECT_THAT(bob->received(), IsEmpty());
  EXPECT_THAT(ada->listed_tools(), Contains("other0"));
}

// --- tasks -----------------------------------------------------------------------------------------------------------

class ForeignTasks : public Constellation, public testing::WithParamInterface<std::tuple<config::Share, Era>> {};

INSTANTIATE_TEST_SUITE_P(Every, ForeignTasks,
                         testing::Combine(testing::Values(config::Share::client, config::Share::process),
                                          testing::Values(Era::legacy, Era::modern)),
                         [](const auto& of) {
                           return std::string(std::get<0>(of.param) == config::Share::process ? "Shared_" : "Own_") +
                                  (std::get<1>(of.param) == Era::modern ? "Modern" : "Legacy");
                         });

TEST_P(ForeignTasks, AreUnknownToAnotherPrincipal) {
  const auto& [share, era] = GetParam();
  const bool is_modern = era == Era::modern;
  config_.tool_mode = config::ToolMode::flat;
  ScriptedServer& server = add_files(is_modern ? kModernServer : kLegacyServer, share);
  server.capabilities = is_modern ? R"({"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})"
                                  : R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";
  server.handle("tools/list", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id, R"({"tools":[{"name":"echo","inputSchema":{"type":"object"},)"
                           R"("execution":{"taskSupport":"optional"}}]})");
  });
  const std::string task = std::string(kTask).substr(1, std::string(kTask).size() - 2);
  server.handle("tools/call", [=](ScriptedRun& run, const jsonrpc::Envelope& request) {
    run.result(request.id,
               is_modern ? R"({"resultType":"task","ttlMs":60000,)" + task + "}" : R"({"task":{)" + task + "}}");
  });
  constexpr const char* kExtension = R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";
  const auto ada = connect({era, "ada", kExtension});
  const auto bob = connect({era, "bob", kExtension});
  ada->listed_tools();
  bob->listed_tools();
  const std::string created = ada->result_of(
      ada->request("tools/call", std::string(R"("name":"echo","arguments":{})") + (is_modern ? "" : R"(,"task":{})")));
  const std::string id = is_modern ? member(created, "taskId") : member(created, "task.taskId");
  ASSERT_NE(id, "") << created;
  for (const char* const method : {"tasks/get", "tasks/cancel", is_modern ? "tasks/update" : "tasks/result"}) {
    for (const std::string& named : {id, std::string("\"t1\"")}) {
      EXPECT_THAT(bob->result_of(bob->request(method, "\"taskId\":" + named)), testing::HasSubstr("Task not found"))
          << method;
    }
    for (std::size_t number = 0; number != files().starts(); ++number) EXPECT_EQ(files().run(number).count(method), 0U);
  }
  if (!is_modern) {
    EXPECT_EQ(bob->result_of(bob->request("tasks/list")), R"({"tasks":[]})");
  }
}

}  // namespace
}  // namespace gateway_fixture
