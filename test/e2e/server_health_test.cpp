// Reports on the health of servers for agents and operators, and servers under limits.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A client of one toolbox that has list_toolboxes, too.
struct HealthClient : WorkbenchClient {
  explicit HealthClient(const std::string& servers)
      : WorkbenchClient(dev_toolbox(servers), {"-D", "metaTools=open_toolbox,use_tool,list_toolboxes"}) {
    initialize();
  }
  /// The only toolbox that list_toolboxes shows.
  [[nodiscard]] std::string summary() { return elements(member(call_text("list_toolboxes", "{}"), "toolboxes")).at(0); }
  [[nodiscard]] std::string health_of(const std::string& server) { return member(member(summary(), "health"), server); }
};

TEST(ListToolboxes, SaysNothingOfServersThatWereNotUsed) {
  HealthClient client(fake_server("s"));
  EXPECT_EQ(client.summary(), R"({"name":"dev","description":"d","servers":1,"open":false})");
}

TEST(ListToolboxes, HasOneWordForAServerThatIsWell) {
  HealthClient client(fake_server("s"));
  client.open("dev");
  EXPECT_EQ(client.health_of("s"), R"("ready")");
}

TEST(ListToolboxes, SaysWhyAServerDidNotStart) {
  HealthClient client(R"("s":{"command":"/no/such/program"},)" + fake_server("other"));
  client.open("dev");
  EXPECT_THAT(client.health_of("s"),
              AllOf(StartsWith(R"({"state":"failed","forSeconds":)"), HasSubstr(R"("failuresInARow":1)"),
                    HasSubstr(R"("lastError":"cannot start '/no/such/program': No such file or directory)")));
  EXPECT_EQ(client.health_of("other"), R"("ready")");
}

TEST(ListToolboxes, SaysWhenAServerThatEndsAtEveryCallIsTriedAgain) {
  HealthClient client(fake_server("s"));
  client.open("dev");
  std::string text;
  for (int call = 0; call != 8 && text.find("calls are refused until then") == std::string::npos; ++call) {
    text = client.use_text("dev", "s", "exit", R"({"code":3})");
  }
  EXPECT_THAT(text, HasSubstr("times in a row and may be started again in "));
  EXPECT_THAT(client.health_of("s"),
              AllOf(HasSubstr(R"("state":"stopped")"), HasSubstr(R"("lastError":"the server ended with exit code 3)"),
                    HasSubstr(R"("nextAttemptInSeconds":)")));
}

TEST(ListToolboxes, CountsTheCallsThatAServerDoesNotAnswerInTime) {
  HealthClient client(fake_server("s", {"--tool", "sleep"}, R"("callTimeoutMs":100)"));
  client.open("dev");
  client.use_text("dev", "s", "sleep", R"({"ms":60000})");
  EXPECT_THAT(client.health_of("s"),
              AllOf(StartsWith(R"({"state":"ready",)"), HasSubstr(R"("timeoutsInARow":1,"calls":1,"timeouts":1})")));
}

TEST(StatusReport, IsWrittenToTheLogOnSigusr1) {
  HealthClient client(R"("broken":{"command":"/no/such/program"},)" + fake_server("s"));
  client.open("dev");
  static_cast<void>(client.use_text("dev", "s", "pid"));
  client.process().send_signal(SIGUSR1);
  client.process().wait_for_error_text("[status] version ");
  client.process().wait_for_error_text(" descriptors open of ");
  client.process().wait_for_error_text("1 workspace, 1 client, 2 servers; 0 starts under way, 0 waiting; ");
  client.process().wait_for_error_text("workspace of a client without a name: 1 client, open toolboxes: dev");
  client.process().wait_for_error_text("server dev/broken: failed for ");
  client.process().wait_for_error_text("last error: cannot start '/no/such/program'");
  client.process().wait_for_error_text("server dev/s: ready for ");
  EXPECT_THAT(client.use_text("dev", "s", "pid"), Not(HasSubstr("Error"))) << "the workbench serves on";
}

TEST(ServerWithLimits, IsStartedUnderThem) {
#if defined(WORKBENCH_ASAN) || defined(WORKBENCH_TSAN)  // which reserve more memory than any limit
  const std::string limits = R"("rlimits":{"files":64})";
#else
  const std::string limits = R"("rlimits":{"files":64,"memoryBytes":500000000})";
#endif
  HealthClient client(fake_server("s", {}, limits));
  client.open("dev");
  EXPECT_EQ(client.health_of("s"), R"("ready")");
}

TEST(ServerWithLimits, IsReportedWithTheLimitThatEndedIt) {
  HealthClient client(R"("s":{"command":"/bin/sh","args":["-c","for i in $(seq 40); do sleep 1000 & done; wait"],)"
                      R"("rlimits":{"processes":20}},)" +
                      fake_server("other"));
  EXPECT_THAT(first_text(client.open("dev")), HasSubstr(R"(more than \"rlimits\": {\"processes\": 20} allows)"));
}

TEST(IdleServer, IsStoppedAfterTheTimeOfItsOwnEntry) {
  HealthClient client(fake_server("s", {}, R"("idleStopMs":200)"));
  client.open("dev");
  const std::string first = client.use_text("dev", "s", "pid");
  client.process().wait_for_error_text("not called for a while: ended until the next call");
  EXPECT_NE(client.use_text("dev", "s", "pid"), first);
}

}  // namespace
