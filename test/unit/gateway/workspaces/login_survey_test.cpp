// Until when logins last, for those who ask for the status: found without holding it up.

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Logins whose states are found when the test wants it.
class SlowLogins final : public ServerLogins {
 public:
  [[nodiscard]] std::unique_ptr<ServerLogin> begin(const ServerConfig&, std::vector<std::string>, Visit,
                                                   Done) override {
    return nullptr;
  }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> end(const ServerConfig&, Done) override { return nullptr; }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> find(
      const ServerConfig&, MoveOnlyFunction<void(Result<LoginState>)> found) override {
    looking_up.push_back(std::move(found));
    return std::make_unique<EventLoop::Subscription>();
  }

  std::vector<MoveOnlyFunction<void(Result<LoginState>)>> looking_up;
};

class TheStatus : public WorkspaceFixture {
 protected:
  TheStatus() {
    logins_ = &slow_;
    add_server("dev", "files");
    client_ = legacy_client();
    client_->result_of(client_->open_toolbox("dev"));
  }

  void ask() {
    workspaces().look_up_logins([this] { ++answered_; });
  }

  SlowLogins slow_;
  std::unique_ptr<TestClient> client_;
  int answered_ = 0;
};

TEST_F(TheStatus, SaysWhereOneIsLoggedIn) {
  ask();
  run_until_quiet();
  EXPECT_EQ(answered_, 0);
  slow_.looking_up.at(0)(LoginState{LoginState::Kind::active, "https://auth.example.com", {}, {}, true});
  run_until_quiet();
  EXPECT_EQ(answered_, 1);
  EXPECT_THAT(workspaces().status(), Contains(HasSubstr("https://auth.example.com")));
}

TEST_F(TheStatus, LooksUpALoginOnceForAllWhoAskMeanwhile) {
  ask();
  ask();
  EXPECT_EQ(slow_.looking_up.size(), 1U);
  slow_.looking_up.at(0)(LoginState());
  run_until_quiet();
  EXPECT_EQ(answered_, 2);
}

// A keyring waits until its user has unlocked it.
TEST_F(TheStatus, ComesWithoutALoginThatIsNotFoundInTime) {
  ask();
  EXPECT_TRUE(run_until([&] { return answered_ == 1; }));
  EXPECT_THAT(workspaces().status(), Not(Contains(HasSubstr("logged in"))));
  slow_.looking_up.at(0)(LoginState{LoginState::Kind::required, "https://auth.example.com", {}, {}, false});
  EXPECT_THAT(workspaces().status(), Contains(HasSubstr("requires a login"))) << "the next one has it";
}

TEST_F(TheStatus, OutlivesAServerWhoseLoginIsLookedUp) {
  ask();
  client_->leave();
  client_.reset();
  EXPECT_TRUE(run_until([&] { return answered_ == 1; }));
}

}  // namespace
