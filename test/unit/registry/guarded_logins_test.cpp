#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <workbench/testing/loop_host.hpp>

#include "registry/registry.hpp"

// What a plugin can do wrong with logins, and what becomes of it. The plugin is called 'odd'.

namespace workbench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The behaviour of the plugin, and the arguments that it received.
struct Script {
  std::function<void()> in_begin = [] {};
  std::function<void()> in_end = [] {};
  std::function<void()> in_complete = [] {};
  std::function<void()> in_logins = [] {};
  std::function<std::string()> in_issuer = [] { return ""; };
  bool has_logins = true;
  bool returns_nothing = false;

  std::vector<std::string> scopes;
  std::string completed;
  ServerLogins::Visit visit;
  ServerLogins::Done done;
  MoveOnlyFunction<void(Result<LoginState>)> found;
  int alive = 0;
};

class ScriptedLogin final : public ServerLogin, public EventLoop::Subscription {
 public:
  explicit ScriptedLogin(Script& script) : script_(script) { ++script_.alive; }
  ~ScriptedLogin() override { --script_.alive; }
  Result<void> complete(std::string_view address) override {
    script_.in_complete();
    if (address == "elsewhere") return Error{ErrorKind::invalid_argument, "it is not the end of this login"};
    script_.completed = address;
    return {};
  }

 private:
  Script& script_;
};

class ScriptedTransport final : public Transport, private ServerLogins {
 public:
  explicit ScriptedTransport(Script& script) : script_(script) {}

  Result<std::unique_ptr<Connection>> connect(const ServerConfig&) override {
    return Error{ErrorKind::unavailable, "nothing is there"};
  }
  ServerLogins* logins() override {
    script_.in_logins();
    return script_.has_logins ? this : nullptr;
  }

 private:
  std::unique_ptr<ServerLogin> begin(const ServerConfig&, std::vector<std::string> scopes, Visit visit,
                                     Done done) override {
    script_.scopes = std::move(scopes);
    script_.visit = std::move(visit);
    script_.done = std::move(done);
    script_.in_begin();
    if (script_.returns_nothing) return nullptr;
    return std::make_unique<ScriptedLogin>(script_);
  }
  std::unique_ptr<EventLoop::Subscription> end(const ServerConfig&, Done done) override {
    script_.done = std::move(done);
    script_.in_end();
    return std::make_unique<ScriptedLogin>(script_);
  }
  std::unique_ptr<EventLoop::Subscription> find(const ServerConfig&,
                                                MoveOnlyFunction<void(Result<LoginState>)> done) override {
    script_.found = std::move(done);
    return std::make_unique<ScriptedLogin>(script_);
  }
  std::string issuer(const ServerConfig&) override { return script_.in_issuer(); }

  Script& script_;
};

class GuardedLoginsTest : public testing::Test {
 protected:
  GuardedLoginsTest() {
    registry_.add("odd", "1.0.0", [this](Registrar& registrar) {
      registrar.add_transport("wire", {.make = [this](Host& host) -> Result<std::unique_ptr<Transport>> {
                                plugin_host_ = &host;
                                return std::unique_ptr<Transport>(std::make_unique<ScriptedTransport>(script_));
                              }});
    });
  }
  ~GuardedLoginsTest() override { login_.reset(); }

  Transport& transport() { return *registry_.of<Transport>().object("wire").value(); }

  void begin(std::vector<std::string> scopes = {}) {
    login_ = transport().logins()->begin(
        {}, std::move(scopes), [this](const std::string& url) { events_.push_back("visit " + url); },
        [this](const Result<void>& outcome) { events_.push_back(outcome ? "logged in" : outcome.error().message); });
  }
  void end() {
    ending_ = transport().logins()->end(
        {}, [this](const Result<void>& outcome) { events_.push_back(outcome ? "ended" : outcome.error().message); });
  }

  test::LoopHost host_;
  registry::Registry registry_{host_};
  Script script_;
  Host* plugin_host_ = nullptr;
  std::vector<std::string> events_;
  std::unique_ptr<ServerLogin> login_;
  std::unique_ptr<EventLoop::Subscription> ending_;
  const std::string kFault = "plugin 'odd' is at fault: transport 'wire' ";
};

TEST_F(GuardedLoginsTest, PassesALoginOnInBothDirections) {
  begin({"read"});
  script_.visit("https://as.example/authorize");
  ASSERT_TRUE(login_->complete("http://127.0.0.1/?code=1"));
  EXPECT_EQ(login_->complete("elsewhere").error().kind, ErrorKind::invalid_argument);
  script_.done({});

  EXPECT_THAT(script_.scopes, ElementsAre("read"));
  EXPECT_EQ(script_.completed, "http://127.0.0.1/?code=1");
  EXPECT_THAT(events_, ElementsAre("visit https://as.example/authorize", "logged in"));
  EXPECT_THAT(host_.logged(), IsEmpty());
}

TEST_F(GuardedLoginsTest, PassesOnWhatIsFoundAndWhatHasEnded) {
  std::string issuer;
  const auto finding = transport().logins()->find(
      {}, [&](const Result<LoginState>& found) { issuer = found ? found->issuer : found.error().message; });
  LoginState state;
  state.issuer = "https://as.example";
  script_.found(state);
  end();
  script_.done(Error{ErrorKind::not_found, "there is no login"});

  EXPECT_EQ(issuer, "https://as.example");
  EXPECT_THAT(events_, ElementsAre("there is no login"));
}

TEST_F(GuardedLoginsTest, PassesOnTheIssuerWhichIsNotKnownIfThePluginThrows) {
  script_.in_issuer = [] { return "https://as.example"; };
  EXPECT_EQ(transport().logins()->issuer({}), "https://as.example");
  script_.in_issuer = []() -> std::string { throw std::runtime_error("unsure"); };
  EXPECT_EQ(transport().logins()->issuer({}), "");
  EXPECT_THAT(host_.logged(), ElementsAre("odd: " + kFault + "threw: unsure"));
}

TEST_F(GuardedLoginsTest, ATransportWithoutLoginsHasNoneBehindItsGuard) {
  script_.has_logins = false;
  EXPECT_EQ(transport().logins(), nullptr);
}

TEST_F(GuardedLoginsTest, ATransportThatThrowsWhenAskedForItsLoginsHasNone) {
  script_.in_logins = [] { throw std::runtime_error("unsure"); };
  EXPECT_EQ(transport().logins(), nullptr);
  EXPECT_THAT(host_.logged(), ElementsAre("odd: " + kFault + "threw: unsure"));
}

TEST_F(GuardedLoginsTest, AThrowInBeginFailsTheLoginFromTheLoop) {
  script_.in_begin = [] { throw std::runtime_error("no browser"); };
  begin();
  ASSERT_NE(login_, nullptr);
  EXPECT_THAT(events_, IsEmpty()) << "done must not come from inside begin()";
  host_.run_what_is_due();
  EXPECT_THAT(events_, ElementsAre(kFault + "threw: no browser"));
}

TEST_F(GuardedLoginsTest, AThrowWhileALoginIsEndedIsItsOutcome) {
  script_.in_end = [] { throw std::runtime_error("kept"); };
  end();
  host_.run_what_is_due();
  EXPECT_THAT(events_, ElementsAre(kFault + "threw: kept"));
}

TEST_F(GuardedLoginsTest, ALoginWithoutAnObjectFails) {
  script_.returns_nothing = true;
  begin();
  ASSERT_NE(login_, nullptr);
  host_.run_what_is_due();
  EXPECT_THAT(events_, ElementsAre(kFault + "returned no object for an operation on a login"));
  EXPECT_EQ(login_->complete("x").error().kind, ErrorKind::internal);
}

TEST_F(GuardedLoginsTest, ACallbackInsideBeginFailsTheLogin) {
  script_.in_begin = [this] { script_.done({}); };
  begin();
  EXPECT_THAT(events_, IsEmpty());
  host_.run_what_is_due();
  EXPECT_THAT(events_, ElementsAre(kFault + "called done() inside a call of its logins; post it to the loop"));
}

TEST_F(GuardedLoginsTest, ACallbackInsideCompleteFailsTheLogin) {
  begin();
  script_.in_complete = [this] { script_.visit("https://again.example"); };
  EXPECT_FALSE(login_->complete("x"));
  host_.run_what_is_due();
  EXPECT_THAT(events_, ElementsAre(kFault + "called visit() inside a call of its logins; post it to the loop"));
}

TEST_F(GuardedLoginsTest, AThrowInCompleteIsItsErrorAndEndsTheLogin) {
  begin();
  script_.in_complete = [] { throw std::runtime_error("unreadable"); };
  EXPECT_EQ(login_->complete("x").error().message, kFault + "threw: unreadable");
  host_.run_what_is_due();
  EXPECT_THAT(events_, ElementsAre(kFault + "threw: unreadable"));
  script_.visit("https://late.example");
  EXPECT_EQ(events_.size(), 1U) << "nothing is passed on any more";
}

TEST_F(GuardedLoginsTest, AThrowOutOfATimerOfTheLoginEndsIt) {
  EventLoop::Timer timer;
  script_.in_begin = [&] {
    timer = plugin_host_->loop().after(std::chrono::milliseconds(0), [] { throw std::runtime_error("in a timer"); });
  };
  begin();
  host_.run_what_is_due();
  host_.run_what_is_due();
  EXPECT_THAT(events_, ElementsAre(kFault + "threw: in a timer"));
}

TEST_F(GuardedLoginsTest, CallbacksThatComeAgainAreLoggedOnly) {
  begin();
  script_.visit("https://as.example");
  script_.visit("https://as.example");
  script_.done({});
  script_.done({});
  EXPECT_THAT(events_, ElementsAre("visit https://as.example", "logged in"));
  EXPECT_THAT(host_.logged(), ElementsAre("odd: " + kFault + "called visit() a second time"));
}

TEST_F(GuardedLoginsTest, ACallbackAfterTheEndIsLoggedOnly) {
  begin();
  script_.done({});
  script_.visit("https://late.example");
  EXPECT_THAT(events_, ElementsAre("logged in"));
  EXPECT_THAT(host_.logged(), ElementsAre("odd: " + kFault + "called visit() after done()"));
}

TEST_F(GuardedLoginsTest, ACallbackOnAnotherThreadFailsTheLogin) {
  begin();
  std::thread([this] { script_.done({}); }).join();
  EXPECT_THAT(events_, IsEmpty());
  host_.run_what_is_due();
  host_.run_what_is_due();
  EXPECT_THAT(events_, ElementsAre(kFault + "called done() on a thread of its own; post it to the loop"));
}

TEST_F(GuardedLoginsTest, ALoginWhoseOutcomeIsDroppedFails) {
  begin();
  script_.done = nullptr;
  host_.run_what_is_due();
  host_.run_what_is_due();
  EXPECT_THAT(events_, ElementsAre(kFault + "dropped done() without calling it"));
}

TEST_F(GuardedLoginsTest, AnAbandonedLoginIsDestroyedAndItsCallbacksAreDropped) {
  begin();
  login_.reset();
  EXPECT_EQ(script_.alive, 0);
  script_.visit("https://late.example");
  script_.done({});
  script_.done = nullptr;
  host_.run_what_is_due();
  EXPECT_THAT(events_, IsEmpty());
  EXPECT_THAT(host_.logged(), IsEmpty());
}

TEST_F(GuardedLoginsTest, ALoginMayBeAbandonedInItsOwnCallback) {
  int alive_meanwhile = 0;
  login_ = transport().logins()->begin(
      {}, {},
      [&](const std::string&) {
        login_.reset();
        alive_meanwhile = script_.alive;
      },
      [this](const Result<void>&) { events_.emplace_back("done"); });
  script_.visit("https://as.example");
  host_.run_what_is_due();

  EXPECT_EQ(alive_meanwhile, 1) << "the plugin's object stays while its code is running";
  EXPECT_EQ(script_.alive, 0);
  EXPECT_THAT(events_, IsEmpty());
}

}  // namespace
}  // namespace workbench
