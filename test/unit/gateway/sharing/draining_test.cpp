// A reload while calls are in flight: those that were sent are answered by the process that has them, later ones by its
// replacement, and no more processes are left than before, however they are shared.

#include "constellation.hpp"

namespace gateway_fixture {
namespace {

using testing::HasSubstr;

/// Two clients, and how many processes they use.
struct Users {
  const char* name;
  config::Share share;
  Visitor one;
  Visitor other;
  ServerEra server;
  std::size_t processes;
};

const std::vector<Users>& users() {
  using config::Share;
  using enum Era;
  static const std::vector<Users> kUsers{
      {"OwnOfSessions", Share::client, {legacy}, {legacy, "bob"}, kLegacyServer, 2},
      {"OwnModernOfSessions", Share::client, {legacy}, {legacy}, kModernServer, 2},
      {"OfAWorkspace", Share::client, {modern}, {modern}, kLegacyServer, 1},
      {"OfAPrincipal", Share::client, {modern}, {modern, "ada", kForms}, kModernServer, 1},
      {"OfAPrincipalOnceFound", Share::client, {modern}, {modern, "ada", kForms}, kModernServerFound, 1},
      {"OfTwoPrincipals", Share::client, {modern}, {modern, "bob"}, kModernServer, 2},
      {"OfAProject", Share::project, {legacy, "ada", "{}", "/tmp"}, {modern, "bob", "{}", "/tmp"}, kLegacyServer, 1},
      {"ModernOfAProject",
       Share::project,
       {legacy, "ada", "{}", "/tmp"},
       {modern, "bob", "{}", "/tmp"},
       kModernServer,
       1},
      {"OfTwoProjects", Share::project, {legacy, "ada", "{}", "/tmp"}, {legacy, "ada", "{}", "/usr"}, kLegacyServer, 2},
      {"OfTheProcess", Share::process, {legacy}, {modern, "bob"}, kLegacyServer, 1},
      {"ModernOfTheProcess", Share::process, {legacy}, {modern, "bob"}, kModernServer, 1},
  };
  return kUsers;
}

class AReloadWithCallsInFlight : public Constellation, public testing::WithParamInterface<Users> {
 protected:
  AReloadWithCallsInFlight() {
    host_.changeable_limits.idle = 0ms;
    add_files(GetParam().server, GetParam().share);
    one = connect(GetParam().one);
    other = connect(GetParam().other);
    EXPECT_TRUE(is_served(*one));
    EXPECT_TRUE(is_served(*other));
    EXPECT_EQ(files().starts(), processes());
    of_one = begin_call(*one);
    of_other = begin_call(*other);
  }

  [[nodiscard]] std::size_t processes() const { return GetParam().processes; }
  void change_server() {
    entry().identity += "changed";
    reload();
  }
  void expect_both_answered() {
    answer_calls();
    EXPECT_TRUE(is_answered(*one, of_one));
    EXPECT_TRUE(is_answered(*other, of_other));
  }
  void expect_both_served_by(std::size_t count) {
    EXPECT_TRUE(is_served(*one));
    EXPECT_TRUE(is_served(*other));
    EXPECT_TRUE(wait_until_running(count)) << count_running();
  }
  std::string answer_to(TestClient& client, int call) {
    EXPECT_TRUE(run_until([&] { return !client.response_to(call).empty(); }));
    return client.response_to(call);
  }

  std::unique_ptr<TestClient> one;
  std::unique_ptr<TestClient> other;
  int of_one = 0;
  int of_other = 0;
};

INSTANTIATE_TEST_SUITE_P(Every, AReloadWithCallsInFlight, testing::ValuesIn(users()),
                         [](const auto& of) { return of.param.name; });

TEST_P(AReloadWithCallsInFlight, LetsTheFormerProcessAnswerThem) {
  change_server();
  wait_a_moment();
  for (std::size_t number = 0; number != processes(); ++number) EXPECT_FALSE(files().run(number).is_closing());
  expect_both_answered();
  expect_both_served_by(processes());
  for (std::size_t number = 0; number != processes(); ++number) EXPECT_TRUE(files().run(number).is_closing());
}

TEST_P(AReloadWithCallsInFlight, SendsLaterCallsToTheNewProcess) {
  change_server();
  files().answer_normally("tools/call");
  EXPECT_TRUE(is_served(*one));
  EXPECT_TRUE(is_served(*other));
  for (std::size_t number = 0; number != processes(); ++number) {
    EXPECT_LE(files().run(number).count("tools/call"), 4U / processes());
  }
  expect_both_answered();
  EXPECT_TRUE(wait_until_running(processes())) << count_running();
}

TEST_P(AReloadWithCallsInFlight, DisturbsNothingIfTheServerStaysTheSame) {
  toolbox_entry("dev").description = "another text";
  add_server("other", "mail");
  reload();
  reload();
  expect_both_answered();
  expect_both_served_by(processes());
  EXPECT_EQ(files().starts(), processes());
}

TEST_P(AReloadWithCallsInFlight, ThatComesTwiceLeavesNoProcessBehind) {
  change_server();
  change_server();
  expect_both_answered();
  expect_both_served_by(processes());
}

TEST_P(AReloadWithCallsInFlight, ThatIsTakenBackLeavesNoProcessBehind) {
  const std::string former = entry().identity;
  change_server();
  entry().identity = former;
  reload();
  expect_both_answered();
  expect_both_served_by(processes());
}

TEST_P(AReloadWithCallsInFlight, ThatRemovesTheServerEndsItWhenTheyHaveBeenAnswered) {
  toolbox_entry("dev").servers.clear();
  reload();
  wait_a_moment();
  EXPECT_EQ(count_running(), processes());
  expect_both_answered();
  EXPECT_TRUE(wait_until_running(0)) << count_running();
  EXPECT_FALSE(is_served(*one));
}

TEST_P(AReloadWithCallsInFlight, ThatRemovesTheToolboxEndsItWhenTheyHaveBeenAnswered) {
  config_.toolboxes.clear();
  reload();
  wait_a_moment();
  EXPECT_EQ(count_running(), processes());
  expect_both_answered();
  EXPECT_TRUE(wait_until_running(0)) << count_running();
}

TEST_P(AReloadWithCallsInFlight, FailsThoseThatTakeLongerThanTheFormerProcessMayDrain) {
  host_.changeable_limits.drain = 10ms;
  change_server();
  for (const auto& [client, call] : {std::pair(one.get(), of_one), std::pair(other.get(), of_other)}) {
    EXPECT_THAT(answer_to(*client, call), HasSubstr("Error: "));
  }
  files().answer_normally("tools/call");
  expect_both_served_by(processes());
}

TEST_P(AReloadWithCallsInFlight, EndsTheFormerProcessIfItsClientsLeaveMeanwhile) {
  change_server();
  one->leave();
  other->leave();
  const std::size_t kept = GetParam().share == config::Share::client ? 0 : processes();
  EXPECT_TRUE(run_until([&] {
    for (std::size_t number = 0; number != processes(); ++number) {
      if (!files().run(number).is_closing()) return false;
    }
    return true;
  }));
  EXPECT_LE(count_running(), kept) << "those that are nobody's own may run";
  one.reset();
  other.reset();
}

TEST_P(AReloadWithCallsInFlight, AnswersTheOneThatStaysIfTheOtherLeavesMeanwhile) {
  change_server();
  one->leave();
  run_until_quiet();
  answer_calls();
  EXPECT_TRUE(is_answered(*other, of_other));
  EXPECT_TRUE(is_served(*other));
  one.reset();
}

TEST_P(AReloadWithCallsInFlight, FailsThoseOfAFormerProcessThatCrashesAlone) {
  change_server();
  files().answer_normally("tools/call");
  EXPECT_TRUE(is_served(*one));
  files().run(0).exit();
  EXPECT_THAT(answer_to(*one, of_one), HasSubstr("the server exited with code 1"));
  expect_both_served_by(processes() == 1 ? 1 : 3);
  answer_calls();
  EXPECT_THAT(answer_to(*other, of_other),
              processes() == 1 ? testing::Matcher<std::string>(HasSubstr("the server exited with code 1"))
                               : testing::Matcher<std::string>(HasSubstr(R"("content":[])")));
  EXPECT_TRUE(wait_until_running(processes())) << count_running();
}

}  // namespace
}  // namespace gateway_fixture
