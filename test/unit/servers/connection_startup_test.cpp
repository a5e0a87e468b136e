#include "servers/connection_startup.hpp"

#include "connection_fixture.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using servers::Era;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class StartupTest : public ConnectionFixture {
 protected:
  StartupTest() {
    plan_.client_capabilities = Json("{}");
    plan_.limit = 20s;
    plan_.probe_limit = 20s;
  }

  void begin() {
    startup_ =
        std::make_shared<servers::ConnectionStartup>(host_, "dev/files", connection(), plan_, [this](auto outcome) {
          ++outcomes_;
          outcome_ = std::move(outcome);
        });
    startup_->start();
  }
  /// Starts, and lets everything happen that follows from it, except time limits.
  void start() {
    begin();
    run_until_quiet();
  }
  void start_until_done() {
    begin();
    ASSERT_TRUE(run_until([&] { return outcome_.has_value(); }));
  }
  [[nodiscard]] const servers::StartupResult& result() const { return outcome_.value().value(); }
  [[nodiscard]] std::string error() const {
    if (!outcome_) return "(no outcome)";
    return *outcome_ ? "(success)" : outcome_->error().message;
  }
  [[nodiscard]] std::vector<std::string> received_methods() {
    std::vector<std::string> methods;
    for (const auto& message : run().received()) methods.push_back(message.method);
    return methods;
  }
  static constexpr const char* kDiscovered =
      R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"Read first."})";

  servers::StartupPlan plan_;
  std::shared_ptr<servers::ConnectionStartup> startup_;
  std::optional<Result<servers::StartupResult>> outcome_;
  int outcomes_ = 0;
};

// --- which era -------------------------------------------------------------------------------------------------------

TEST_F(StartupTest, BeginsWithAModernServerByDiscoverAlone) {
  peer_.is_modern = true;
  peer_.instructions = "Read first.";
  start();
  EXPECT_EQ(result().revision, protocol::kModernRevision);
  EXPECT_EQ(result().instructions, "Read first.");
  EXPECT_THAT(received_methods(), ElementsAre("server/discover", "tools/list"));
}

TEST_F(StartupTest, FallsBackToInitializeWhenDiscoverIsRefused) {
  start();
  EXPECT_EQ(result().revision, protocol::kLatestLegacyRevision);
  EXPECT_THAT(received_methods(),
              ElementsAre("server/discover", "initialize", "notifications/initialized", "tools/list"));
}

TEST_F(StartupTest, FallsBackToInitializeWhenDiscoverIsAnsweredWithSomethingElse) {
  peer_.handle("server/discover", [](ScriptedRun& run, const auto& request) { run.result(request.id, "{}"); });
  start();
  EXPECT_EQ(result().revision, protocol::kLatestLegacyRevision);
}

TEST_F(StartupTest, FallsBackToInitializeWhenDiscoverIsNotAnswered) {
  peer_.leave_unanswered("server/discover");
  plan_.probe_limit = 1ms;
  start_until_done();
  EXPECT_EQ(result().revision, protocol::kLatestLegacyRevision);
}

TEST_F(StartupTest, DropsAnAnswerToDiscoverThatComesWhenTheServerIsKnownToBeLegacy) {
  peer_.leave_unanswered("server/discover");
  plan_.probe_limit = 1ms;
  start_until_done();
  run().answer("server/discover", kDiscovered);
  run_until_quiet();
  EXPECT_EQ(outcomes_, 1);
  EXPECT_EQ(result().revision, protocol::kLatestLegacyRevision);
}

TEST_F(StartupTest, WaitsForDiscoverWhenOnlyInitializeWasRefused) {
  peer_.is_modern = true;
  peer_.leave_unanswered("server/discover");
  peer_.handle("initialize", [](ScriptedRun& run, const auto& request) {
    run.error(request.id, jsonrpc::kMethodNotFound, "Method not found");
    run.answer("server/discover", kDiscovered);
  });
  plan_.probe_limit = 100ms;
  start_until_done();
  ASSERT_EQ(error(), "(success)");
  EXPECT_EQ(result().revision, protocol::kModernRevision);
  EXPECT_EQ(result().instructions, "Read first.");
}

TEST_F(StartupTest, FailsWithTheErrorOfInitializeIfDiscoverStaysUnanswered) {
  peer_.leave_unanswered("server/discover");
  peer_.refuse("initialize", -32000, "no licence");
  plan_.probe_limit = 1ms;
  start_until_done();
  EXPECT_EQ(error(), "initialize: no licence");
}

TEST_F(StartupTest, FailsWithTheErrorOfInitializeIfDiscoverIsRefusedAfterIt) {
  peer_.leave_unanswered("server/discover");
  peer_.handle("initialize", [](ScriptedRun& run, const auto& request) {
    run.error(request.id, -32000, "no licence");
    run.error(run.latest("server/discover").id, jsonrpc::kMethodNotFound, "Method not found");
  });
  plan_.probe_limit = 100ms;
  start_until_done();
  EXPECT_EQ(error(), "initialize: no licence");
  EXPECT_EQ(run().count("initialize"), 1U);
}

TEST_F(StartupTest, SendsNoProbeToAServerThatIsKnownToBeLegacy) {
  plan_.era = Era::legacy;
  start();
  EXPECT_EQ(received_methods().front(), "initialize");
}

TEST_F(StartupTest, SendsNoInitializeToAServerThatIsPinnedToTheModernEra) {
  plan_.era = Era::modern;
  start();
  EXPECT_EQ(error(), "server/discover: Method not found");
  EXPECT_EQ(run().count("initialize"), 0U);
}

TEST_F(StartupTest, IsProbingUntilTheServerHasAnsweredAnything) {
  peer_.leave_unanswered("server/discover");
  start();
  EXPECT_TRUE(startup_->is_probing());
  run().error(run().latest("server/discover").id, jsonrpc::kMethodNotFound, "Method not found");
  run_until_quiet();
  EXPECT_FALSE(startup_->is_probing());
}

// --- which revision --------------------------------------------------------------------------------------------------

TEST_F(StartupTest, NamesTheVersionsOfAServerWithWhichItHasNoneInCommon) {
  peer_.handle("server/discover", [](ScriptedRun& run, const auto& request) {
    run.result(request.id, R"({"supportedVersions":["2099-01-01"]})");
  });
  start();
  EXPECT_THAT(error(), HasSubstr("there is no common protocol version: the server speaks 2099-01-01;"));
}

TEST_F(StartupTest, FallsBackToInitializeIfTheServerNamesALegacyVersion) {
  peer_.handle("server/discover", [](ScriptedRun& run, const auto& request) {
    run.send(jsonrpc::write_error(
        request.id, Json(R"({"code":-32022,"message":"Unsupported","data":{"supported":["2025-11-25"]}})")));
  });
  start();
  EXPECT_EQ(result().revision, protocol::kLatestLegacyRevision);
}

TEST_F(StartupTest, FallsBackToInitializeIfTheServerNamesAVersionThatIsOlderThanTheOldest) {
  peer_.handle("server/discover", [](ScriptedRun& run, const auto& request) {
    run.result(request.id, R"({"supportedVersions":["2024-10-07"]})");
  });
  peer_.handle("initialize", [](ScriptedRun& run, const auto& request) {
    run.result(request.id, R"({"protocolVersion":"2024-10-07","capabilities":{"tools":{}}})");
  });
  start();
  ASSERT_EQ(error(), "(success)");
  EXPECT_EQ(result().revision, protocol::Revision::v2024_11_05);
}

TEST_F(StartupTest, DiscoversOnceMoreIfTheServerRefusesTheVersionThatItNames) {
  peer_.handle("server/discover", [](ScriptedRun& run, const auto& request) {
    run.send(jsonrpc::write_error(
        request.id, Json(R"({"code":-32022,"message":"Unsupported","data":{"supported":["2026-07-28"]}})")));
  });
  start();
  EXPECT_EQ(run().count("server/discover"), 2U);
  EXPECT_THAT(error(), HasSubstr("there is no common protocol version"));
}

TEST_F(StartupTest, RefusesAVersionInInitializeThatItDoesNotSpeak) {
  plan_.era = Era::legacy;
  peer_.handle("initialize", [](ScriptedRun& run, const auto& request) {
    run.result(request.id, R"({"protocolVersion":"1999-01-01","capabilities":{}})");
  });
  start();
  EXPECT_THAT(error(), HasSubstr("initialize: the server speaks protocol version '1999-01-01'"));
}

TEST_F(StartupTest, SpeaksToAServerOfAnOlderVersionAsToTheOldest) {
  plan_.era = Era::legacy;
  peer_.handle("initialize", [](ScriptedRun& run, const auto& request) {
    run.result(request.id, R"({"protocolVersion":"2024-10-07","capabilities":{"tools":{}}})");
  });
  start();
  EXPECT_EQ(result().revision, protocol::Revision::v2024_11_05);
}

TEST_F(StartupTest, InitializesAgainInAVersionThatTheServerOffersWhenItRefusesTheNewest) {
  plan_.era = Era::legacy;
  peer_.handle("initialize", [](ScriptedRun& run, const auto& request) {
    if (run.count("initialize") == 1)
      return run.error(request.id, -32602, "Unsupported; supported: 2025-03-26, 2024-11-05");
    run.result(request.id, R"({"protocolVersion":"2025-03-26","capabilities":{"tools":{}}})");
  });
  start();
  ASSERT_EQ(error(), "(success)");
  EXPECT_EQ(result().revision, protocol::Revision::v2025_03_26);
  EXPECT_EQ(json::member_characters(run().latest("initialize").params, "protocolVersion"), "2025-03-26");
}

TEST_F(StartupTest, AsksForNoOtherVersionThanTheOneThatItsEntryPins) {
  plan_.era = Era::legacy;
  plan_.legacy_revision = protocol::Revision::v2025_06_18;
  peer_.refuse("initialize", -32602, "Unsupported; supported: 2025-11-25, 2025-03-26");
  start();
  EXPECT_EQ(run().count("initialize"), 1U);
  EXPECT_EQ(json::member_characters(run().latest("initialize").params, "protocolVersion"), "2025-06-18");
  EXPECT_EQ(error(),
            "initialize: Unsupported; supported: 2025-11-25, 2025-03-26; \"protocol\" in its entry asks for this "
            "version alone: 2025-06-18");
}

TEST_F(StartupTest, NamesNoVersionWhenThePinnedOneIsNotTheReason) {
  plan_.era = Era::legacy;
  plan_.legacy_revision = protocol::Revision::v2025_06_18;
  peer_.refuse("initialize", -32000, "no licence");
  start();
  EXPECT_EQ(error(), "initialize: no licence");
}

TEST_F(StartupTest, NamesTheRemedyWhenTheServerRefusesEveryVersion) {
  plan_.era = Era::legacy;
  peer_.refuse("initialize", -32602, "Unsupported protocol version");
  start();
  EXPECT_EQ(run().count("initialize"), protocol::kLegacyRevisions.size());
  EXPECT_THAT(error(), HasSubstr("initialize: Unsupported protocol version; \"protocol\" in its entry"));
}

struct Symptom {
  const char* name;
  const char* sent;
  const char* told;
};

class SymptomOf : public StartupTest, public testing::WithParamInterface<Symptom> {};

TEST_P(SymptomOf, IsToldInPlaceOfAnAnswer) {
  plan_.era = Era::legacy;
  plan_.limit = 50ms;
  peer_.leave_unanswered("initialize");
  begin();
  run_until_quiet();
  run().send(Message(std::string(GetParam().sent)));
  ASSERT_TRUE(run_until([&] { return outcome_.has_value(); }));
  EXPECT_EQ(error(), std::string("initialize: ") + GetParam().told + "; the server was not ready within 50 ms");
}

INSTANTIATE_TEST_SUITE_P(
    Servers, SymptomOf,
    testing::Values(Symptom{"AlwaysTheSameId", R"({"jsonrpc":"2.0","id":0,"result":{}})",
                            "it responds with ids that no request has, such as 0"},
                    Symptom{"AnErrorWithoutId", R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}})",
                            "it has sent an error without an id: Parse error"},
                    Symptom{"AGreeting", "Welcome to files 1.0!", "it has sent text that is not a message"},
                    Symptom{
                        "AHeader", "Content-Length: 38",
                        "it frames its messages with Content-Length headers, which MCP does not have: over stdio, a "
                        "message is one line"}),
    [](const auto& row) { return row.param.name; });

TEST_F(StartupTest, SaysOfASilentEndThatThereWasTextInPlaceOfMessages) {
  plan_.era = Era::legacy;
  peer_.leave_unanswered("initialize");
  begin();
  run_until_quiet();
  run().send(Message(std::string("usage: files FOLDER")));
  run_until_quiet();
  run().exit("the server ended with exit code 2");
  ASSERT_TRUE(run_until([&] { return outcome_.has_value(); }));
  EXPECT_EQ(error(), "it has sent text that is not a message; the server ended with exit code 2");
}

TEST_F(StartupTest, SaysOfAnEndWithLastWordsNoMoreThanThese) {
  plan_.era = Era::legacy;
  peer_.leave_unanswered("initialize");
  peer_.last_words = "Error: no FOLDER";
  begin();
  run_until_quiet();
  run().send(Message(std::string("Welcome!")));
  run_until_quiet();
  run().exit("the server ended with exit code 2");
  ASSERT_TRUE(run_until([&] { return outcome_.has_value(); }));
  EXPECT_EQ(error(), "the server ended with exit code 2; its last words on stderr: Error: no FOLDER");
}

// --- the lists -------------------------------------------------------------------------------------------------------

TEST_F(StartupTest, RequestsNoListThatTheServerDoesNotDeclareButItsTools) {
  plan_.era = Era::legacy;
  plan_.lists_everything = true;
  peer_.capabilities = R"({"prompts":{}})";
  peer_.lists["prompts/list"] = {R"({"name":"review"})"};
  start();
  EXPECT_THAT(received_methods(), ElementsAre("initialize", "notifications/initialized", "prompts/list", "tools/list"));
  EXPECT_EQ(result().lists[static_cast<std::size_t>(ListKind::prompts)].front().name, "review");
}

TEST_F(StartupTest, HasTheToolsOfAServerThatDoesNotDeclareThem) {
  for (const char* capabilities : {"{}", "[]", "null", R"({"tools":null})", R"({"logging":{}})"}) {
    plan_.era = Era::legacy;
    peer_.capabilities = capabilities;
    start();
    ASSERT_EQ(error(), "(success)") << capabilities;
    EXPECT_EQ(result().lists[static_cast<std::size_t>(ListKind::tools)].size(), 1U) << capabilities;
    const Json tools = json::member(result().capabilities, "tools");
    EXPECT_EQ(tools.text(), "{}") << capabilities;
  }
}

TEST_F(StartupTest, DoesWithoutToolsThatAreNeitherDeclaredNorListed) {
  plan_.era = Era::legacy;
  peer_.capabilities = "{}";
  peer_.refuse("tools/list");
  start();
  EXPECT_EQ(error(), "(success)");
  EXPECT_TRUE(has_logged("the server has no tools (its capabilities do not name them)"));
}

TEST_F(StartupTest, DoesNotWaitLongForToolsThatAreNotDeclared) {
  plan_.era = Era::legacy;
  plan_.probe_limit = 1ms;
  peer_.capabilities = "{}";
  peer_.leave_unanswered("tools/list");
  start_until_done();
  EXPECT_EQ(error(), "(success)");
}

TEST_F(StartupTest, HasItsOtherListsAlthoughAPageOfOneDoesNotArrive) {
  plan_.era = Era::legacy;
  plan_.lists_everything = true;
  plan_.limit = 500ms;
  peer_.capabilities = R"({"tools":{},"prompts":{}})";
  peer_.lists["prompts/list"] = {R"({"name":"p"})"};
  peer_.handle("tools/list", [](ScriptedRun& run, const auto& request) {
    if (run.count(request.method) == 1) run.result(request.id, R"({"tools":[{"name":"a"}],"nextCursor":"x"})");
  });
  start_until_done();
  ASSERT_EQ(error(), "(success)");
  EXPECT_EQ(result().lists[static_cast<std::size_t>(ListKind::tools)].size(), 1U);
  EXPECT_EQ(result().lists[static_cast<std::size_t>(ListKind::prompts)].size(), 1U);
  EXPECT_THAT(result().early_ends[static_cast<std::size_t>(ListKind::tools)], HasSubstr("and may have more"));
  EXPECT_EQ(result().early_ends[static_cast<std::size_t>(ListKind::prompts)], "");
}

TEST_F(StartupTest, ReadsEmptyArraysInCapabilitiesAsObjects) {
  plan_.era = Era::legacy;
  peer_.capabilities = R"({"tools":[],"experimental":{"x":[]}})";
  start();
  EXPECT_EQ(result().capabilities.text(), R"({"tools":{},"experimental":{"x":{}}})");
  EXPECT_TRUE(has_logged("it is read as {}"));
}

TEST_F(StartupTest, RequestsToolsAloneUnlessEverythingIsListed) {
  plan_.era = Era::legacy;
  peer_.capabilities = R"({"tools":{},"prompts":{},"resources":{}})";
  start();
  EXPECT_THAT(received_methods(), ElementsAre("initialize", "notifications/initialized", "tools/list"));
}

TEST_F(StartupTest, DoesWithoutAListThatTheServerRefusesUnlessItIsTheTools) {
  plan_.era = Era::legacy;
  plan_.lists_everything = true;
  peer_.capabilities = R"({"tools":{},"resources":{}})";
  start();
  EXPECT_EQ(error(), "(success)");
  EXPECT_THAT(result().lists[static_cast<std::size_t>(ListKind::resources)], IsEmpty());
}

TEST_F(StartupTest, FailsIfTheToolsAreRefused) {
  plan_.era = Era::legacy;
  peer_.refuse("tools/list", -32000, "not now");
  start();
  EXPECT_EQ(error(), "tools/list: not now");
}

// --- the end ---------------------------------------------------------------------------------------------------------

TEST_F(StartupTest, FailsAfterItsLimitWithTheLastWordsOfTheServer) {
  plan_.era = Era::legacy;
  plan_.limit = 1ms;
  peer_.last_words = "waiting for a token";
  peer_.leave_unanswered("initialize");
  start_until_done();
  EXPECT_EQ(error(), "initialize: the server was not ready within 1 ms; its last words on stderr: waiting for a token");
  run_until_quiet();
  EXPECT_EQ(run().count("notifications/cancelled"), 0U) << "initialize must not be cancelled";
}

TEST_F(StartupTest, KeepsTheLastWordsOfASharedServerOutOfItsError) {
  last_words_ = servers::LastWordsPlace::in_log_only;
  plan_.era = Era::legacy;
  plan_.limit = 1ms;
  peer_.last_words = "the password of another client";
  peer_.leave_unanswered("initialize");
  start_until_done();
  EXPECT_THAT(error(), HasSubstr("initialize: the server was not ready within 1 ms"));
  EXPECT_THAT(error(), Not(HasSubstr("password")));
}

TEST_F(StartupTest, FailsOnceWhenTheServerEnds) {
  peer_.leave_unanswered("server/discover");
  start();
  run().exit("the server ended with exit code 3");
  run_until_quiet();
  EXPECT_EQ(error(), "the server ended with exit code 3");
  EXPECT_EQ(outcomes_, 1);
}

TEST_F(StartupTest, FailsInTheWordsOfATransportWhoseOwnTimeLimitHasEndedTheConnection) {
  peer_.leave_unanswered("server/discover");
  start();
  run().end({ErrorKind::timed_out, "cannot connect to 'far.example': no answer within 7 s"});
  run_until_quiet();
  EXPECT_EQ(error(), "cannot connect to 'far.example': no answer within 7 s");
}

TEST_F(StartupTest, DoesNothingOnceItIsDropped) {
  peer_.leave_unanswered("server/discover");
  plan_.probe_limit = 1ms;
  start();
  startup_.reset();
  run().answer("server/discover", kDiscovered);
  run_until_quiet();
  EXPECT_EQ(outcomes_, 0);
  EXPECT_EQ(run().count("tools/list"), 0U);
}

}  // namespace
