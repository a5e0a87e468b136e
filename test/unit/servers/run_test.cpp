#include "servers/run.hpp"

#include "connection_fixture.hpp"

namespace {

using namespace server_fixture;
using protocol::ListKind;
using servers::Era;
using testing::ElementsAre;
using testing::HasSubstr;

class ServerRunTest : public InMemory, private servers::ServerRunObserver {
 protected:
  ServerRunTest() {
    plan_.era = Era::legacy;
    plan_.client_capabilities = Json("{}");
    plan_.limit = 20s;
    plan_.probe_limit = 20s;
  }

  [[nodiscard]] servers::ServerRun& run() { return *run_; }
  void start() {
    servers::ServerRunObserver& observer = *this;
    run_ = std::make_unique<servers::ServerRun>(host_, "dev/files", *transport_.connect({"dev", "files", {}}), plan_,
                                                observer);
    run_->start();
    run_until_quiet();
  }
  /// The server notifies a change of its list.
  void change(const std::string& capability) {
    peer_.run().notify("notifications/" + capability + "/list_changed");
    run_until_quiet();
  }
  [[nodiscard]] std::vector<std::string> tools() {
    std::vector<std::string> names;
    for (const protocol::ListedItem& item : run().items(ListKind::tools)) names.push_back(item.name);
    return names;
  }
  [[nodiscard]] std::size_t count(const std::string& method) { return peer_.run().count(method); }

  servers::StartupPlan plan_;
  std::vector<std::string> log_;  ///< what the run has reported, in order
  bool died_of_the_probe_ = false;

 private:
  void on_ready(servers::ServerRun&) override { log_.push_back("ready"); }
  void on_failed(servers::ServerRun& run, const Error& reason) override {
    log_.push_back("failed: " + reason.message);
    died_of_the_probe_ = run.has_died_of_the_probe();
    run.close({});
  }
  void on_event(servers::ServerRun&, servers::Event event) override {
    if (std::holds_alternative<servers::CatalogChanged>(event)) log_.push_back("list changed");
    if (const auto* updated = std::get_if<protocol::ResourceUpdated>(&event)) log_.push_back("updated " + updated->uri);
    if (std::holds_alternative<servers::InputRequested>(event)) log_.push_back("input requested");
  }
  void on_ended(servers::ServerRun&, const Error& reason) override { log_.push_back("ended: " + reason.message); }
  void on_closed(servers::ServerRun&) override {
    log_.push_back("closed");
    run_.reset();
  }

  std::unique_ptr<servers::ServerRun> run_;
};

TEST_F(ServerRunTest, IsReadyWhenItsListsAreKnown) {
  start();
  EXPECT_THAT(log_, ElementsAre("ready"));
  EXPECT_THAT(tools(), ElementsAre("echo"));
}

TEST_F(ServerRunTest, ReportsThatItDidNotStartAndThenThatItHasClosed) {
  peer_.refuse("initialize", -32000, "no licence");
  start();
  EXPECT_THAT(log_, ElementsAre("failed: initialize: no licence", "closed"));
}

TEST_F(ServerRunTest, ReportsItsEndAndThenThatItHasClosed) {
  start();
  peer_.run().exit("the server ended with exit code 3");
  run_until_quiet();
  EXPECT_THAT(log_, ElementsAre("ready", "ended: the server ended with exit code 3", "closed"));
}

TEST_F(ServerRunTest, ReportsNoEndThatWasAskedFor) {
  start();
  run().close({});
  run_until_quiet();
  EXPECT_THAT(log_, ElementsAre("ready", "closed"));
}

TEST_F(ServerRunTest, KnowsWhetherItEndedWhileNothingButTheProbeHadBeenSent) {
  plan_.era.reset();
  peer_.handle("server/discover", [](ScriptedRun& server, const auto&) { server.exit(); });
  start();
  EXPECT_TRUE(died_of_the_probe_);
  plan_.era = Era::legacy;
  peer_.handle("initialize", [](ScriptedRun& server, const auto&) { server.exit(); });
  start();
  EXPECT_FALSE(died_of_the_probe_);
}

// --- lists -----------------------------------------------------------------------------------------------------------

TEST_F(ServerRunTest, ReportsAChangedListWhenTheNewOneIsKnown) {
  start();
  peer_.tools = {"echo", "reverse"};
  change("tools");
  EXPECT_THAT(log_, ElementsAre("ready", "list changed"));
  EXPECT_THAT(tools(), ElementsAre("echo", "reverse"));
}

TEST_F(ServerRunTest, ReportsNothingIfTheListIsTheSame) {
  start();
  change("tools");
  EXPECT_EQ(count("tools/list"), 2U);
  EXPECT_THAT(log_, ElementsAre("ready"));
}

TEST_F(ServerRunTest, KeepsTheOldListIfTheNewOneCannotBeFetched) {
  start();
  peer_.refuse("tools/list", -32000, "not now");
  change("tools");
  EXPECT_THAT(log_, ElementsAre("ready"));
  EXPECT_THAT(tools(), ElementsAre("echo"));
  EXPECT_TRUE(has_logged("its tools have changed, but the new list could not be fetched: tools/list: not now"));
}

TEST_F(ServerRunTest, RequestsAListThatChangedWhileItStartedOnceItIsReady) {
  peer_.handle("tools/list", [this](ScriptedRun& server, const jsonrpc::Envelope& request) {
    server.notify("notifications/tools/list_changed");
    server.result(request.id, R"({"tools":[{"name":"old"}]})");
    peer_.answer_normally("tools/list");
  });
  start();
  EXPECT_THAT(log_, ElementsAre("ready", "list changed"));
  EXPECT_THAT(tools(), ElementsAre("echo"));
}

TEST_F(ServerRunTest, RequestsNoChangedListThatNoClientUses) {
  start();
  change("prompts");
  change("resources");
  EXPECT_EQ(count("prompts/list") + count("resources/list") + count("resources/templates/list"), 0U);
}

// --- how long a list may be kept -------------------------------------------------------------------------------------

/// A modern server whose lists may be kept for no time, unless the test says otherwise.
class AListThatMayBeKept : public ServerRunTest {
 protected:
  AListThatMayBeKept() {
    plan_.era = Era::modern;
    peer_.is_modern = true;
    peer_.capabilities = R"({"tools":{}})";
    peer_.cache_hint = R"("ttlMs":0,"cacheScope":"private")";
  }
  [[nodiscard]] bool is_outdated() { return run().is_outdated(ListKind::tools); }
  /// A client needs the list.
  void need() {
    run().when_current(ListKind::tools, [this] { log_.push_back("done"); });
    run_until_quiet();
  }
};

TEST_F(AListThatMayBeKept, ForNoTimeIsRequestedAgainWheneverItIsNeeded) {
  start();
  EXPECT_TRUE(is_outdated());
  EXPECT_EQ(count("tools/list"), 1U) << "nobody needs it";
  peer_.tools = {"echo", "reverse"};
  need();
  EXPECT_THAT(log_, ElementsAre("ready", "list changed", "done"));
  need();
  EXPECT_EQ(count("tools/list"), 3U);
}

TEST_F(AListThatMayBeKept, IsNotRequestedAgainBeforeItsTimeIsOver) {
  peer_.cache_hint = R"("ttlMs":3600000,"cacheScope":"private")";
  start();
  EXPECT_FALSE(is_outdated());
  need();
  EXPECT_EQ(count("tools/list"), 1U);
}

TEST_F(AListThatMayBeKept, IsNotRequestedAgainIfItsServerDoesNotSayForHowLong) {
  peer_.cache_hint.clear();
  start();
  EXPECT_FALSE(is_outdated());
}

TEST_F(AListThatMayBeKept, IsNotRequestedAgainAsLongAsItsServerNotifiesOfChanges) {
  peer_.capabilities = R"({"tools":{"listChanged":true}})";
  start();
  EXPECT_FALSE(is_outdated());
  peer_.refuse("subscriptions/listen");
  peer_.run().answer("subscriptions/listen", "{}");
  EXPECT_TRUE(run_until([&] { return peer_.run().count("subscriptions/listen") == 2; }));
  run_until_quiet();
  EXPECT_TRUE(is_outdated());
}

TEST_F(AListThatMayBeKept, IsRequestedAgainIfItsServerDoesNotAcknowledgeThatItNotifiesOfChanges) {
  peer_.capabilities = R"({"tools":{"listChanged":true},"prompts":{"listChanged":true}})";
  peer_.leave_unanswered("subscriptions/listen");
  start();
  EXPECT_FALSE(is_outdated()) << "it may acknowledge it";
  peer_.run().notify(
      "notifications/subscriptions/acknowledged",
      R"({"notifications":{"promptsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":)" +
          peer_.run().latest("subscriptions/listen").id.raw() + "}}");
  run_until_quiet();
  EXPECT_TRUE(is_outdated());
}

TEST_F(AListThatMayBeKept, OfALegacyServerIsTreatedAsItSays) {
  plan_.era = Era::legacy;
  peer_.is_modern = false;
  start();
  EXPECT_TRUE(is_outdated());
}

TEST_F(AListThatMayBeKept, StaysIfItCannotBeRequestedAgain) {
  start();
  peer_.refuse("tools/list", -32000, "not now");
  need();
  EXPECT_THAT(log_, ElementsAre("ready", "done"));
  EXPECT_THAT(tools(), ElementsAre("echo"));
  EXPECT_TRUE(is_outdated());
}

TEST_F(AListThatMayBeKept, IsNotWaitedForForEver) {
  host_.changeable_limits.open_patience = 20ms;
  start();
  peer_.leave_unanswered("tools/list");
  bool is_done = false;
  run().when_current(ListKind::tools, [&] { is_done = true; });
  EXPECT_TRUE(run_until([&] { return is_done; }));
  EXPECT_THAT(tools(), ElementsAre("echo"));
  peer_.run().answer("tools/list", R"({"tools":[{"name":"late"}],"ttlMs":3600000,"cacheScope":"private"})");
  run_until_quiet();
  EXPECT_THAT(tools(), ElementsAre("late"));
  EXPECT_FALSE(is_outdated());
}

TEST_F(AListThatMayBeKept, IsNotWaitedForWhenItsServerHasEnded) {
  start();
  peer_.leave_unanswered("tools/list");
  need();
  EXPECT_THAT(log_, ElementsAre("ready"));
  peer_.run().exit("the server ended");
  run_until_quiet();
  EXPECT_THAT(log_, ElementsAre("ready", "ended: the server ended", "done", "closed"));
}

TEST_F(ServerRunTest, AnswersThoseThatWaitForAListWhenItEnds) {
  start();
  peer_.leave_unanswered("tools/list");
  change("tools");
  run().refresh(ListKind::tools).when_done([&] { log_.push_back("done"); });
  peer_.run().exit("the server ended");
  run_until_quiet();
  EXPECT_THAT(log_, ElementsAre("ready", "ended: the server ended", "done", "closed"));
}

TEST_F(ServerRunTest, AnswersThoseThatWaitForAListWhenItIsClosed) {
  start();
  peer_.leave_unanswered("tools/list");
  change("tools");
  run().refresh(ListKind::tools).when_done([&] { log_.push_back("done"); });
  run().close({});
  EXPECT_THAT(log_, ElementsAre("ready", "done"));
}

// --- what else the server sends and is sent --------------------------------------------------------------------------

TEST_F(ServerRunTest, PassesTheInputRequestsOfALegacyServerOn) {
  start();
  peer_.run().request(7, "elicitation/create");
  run_until_quiet();
  EXPECT_THAT(log_, ElementsAre("ready", "input requested"));
}

TEST_F(ServerRunTest, RefusesInputRequestsOfAModernServer) {
  plan_.era = Era::modern;
  peer_.is_modern = true;
  start();
  peer_.run().request(7, "elicitation/create");
  run_until_quiet();
  EXPECT_THAT(log_, ElementsAre("ready"));
  ASSERT_NE(peer_.run().find_response(7), nullptr);
  EXPECT_THAT(std::string(peer_.run().find_response(7)->error.text()), HasSubstr("servers send no requests"));
}

TEST_F(ServerRunTest, LetsTheServerSendMoreLogMessagesButNeverFewer) {
  peer_.capabilities = R"({"logging":{}})";
  start();
  run().set_log_level("warning");
  run().set_log_level("error");
  run().set_log_level("debug");
  run_until_quiet();
  EXPECT_EQ(count("logging/setLevel"), 2U);
  EXPECT_EQ(peer_.run().latest("logging/setLevel").params.text(), R"({"level":"debug"})");
}

TEST_F(ServerRunTest, SetsNoLogLevelThatTheServerDoesNotDeclare) {
  start();
  run().set_log_level("debug");
  run_until_quiet();
  EXPECT_EQ(count("logging/setLevel"), 0U);
}

}  // namespace
