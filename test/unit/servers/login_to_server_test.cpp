#include "servers/login_to_server.hpp"

#include "server_fixture.hpp"
#include "servers/configured_server.hpp"

namespace {

using namespace server_fixture;
using testing::ElementsAre;

/// Logins that end when the test wants it. Its calls are recorded.
class OneLogin final : public ServerLogins {
 public:
  [[nodiscard]] std::unique_ptr<ServerLogin> begin(const ServerConfig& server, std::vector<std::string>, Visit,
                                                   Done done) override {
    calls.push_back("begin " + server.toolbox + "/" + server.name + " for " + server.principal);
    begun = std::move(done);
    return std::make_unique<Login>();
  }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> end(const ServerConfig& server, Done) override {
    calls.push_back("end " + server.name);
    return std::make_unique<EventLoop::Subscription>();
  }
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> find(
      const ServerConfig& server, MoveOnlyFunction<void(Result<LoginState>)> done) override {
    calls.push_back("find " + server.name);
    done(LoginState{LoginState::Kind::active, "https://auth.example.com", {}, {}, false});
    return std::make_unique<EventLoop::Subscription>();
  }

  [[nodiscard]] std::string issuer(const ServerConfig& server) override { return "of " + server.principal; }

  std::vector<std::string> calls;
  Done begun;

 private:
  struct Login final : ServerLogin {
    [[nodiscard]] Result<void> complete(std::string_view) override { return {}; }
  };
};

class LoginToServerTest : public InMemory {
 protected:
  class WithLogins final : public Transport {
   public:
    explicit WithLogins(ServerLogins& logins) : logins_(logins) {}
    Result<std::unique_ptr<Connection>> connect(const ServerConfig&) override {
      return Error{ErrorKind::unavailable, "not asked for"};
    }
    ServerLogins* logins() override { return &logins_; }

   private:
    ServerLogins& logins_;
  };

  /// A request that waits for the login; its outcome is an event.
  [[nodiscard]] servers::SharedLogin::Place join() {
    return login_.join([](const std::string&) {},
                       [this](Result<void> outcome) {
                         events_.emplace_back(outcome ? "joined: ok" : "joined: " + outcome.error().message);
                       });
  }
  [[nodiscard]] bool does_nothing() {
    return !login_.is_possible() && login_.begin({}, {}, {}) == nullptr && login_.end({}) == nullptr &&
           join() == nullptr && logins_.calls.empty();
  }

  static config::ServerEntry entry() {
    config::ServerEntry entry;
    entry.name = "files";
    return entry;
  }

  OneLogin logins_;
  WithLogins transport_with_logins_{logins_};
  std::vector<std::string> events_;
  servers::ConfiguredServer server_{host_, "dev", entry(), "ann", false};
  servers::LoginToServer login_{server_, transport_with_logins_, [this] { events_.emplace_back("succeeded"); }};
};

TEST_F(LoginToServerTest, NamesTheServerAndItsPrincipal) {
  EXPECT_TRUE(login_.is_possible());
  const auto begun = login_.begin({}, {}, [](const Result<void>&) {});
  const auto ended = login_.end([](const Result<void>&) {});
  EXPECT_NE(begun, nullptr);
  EXPECT_NE(ended, nullptr);
  EXPECT_THAT(logins_.calls, ElementsAre("begin dev/files for ann", "end files"));
}

TEST_F(LoginToServerTest, ReportsASharedLoginBeforeTheRequestsContinue) {
  const auto one = join();
  const auto other = join();
  logins_.begun(Result<void>());
  EXPECT_THAT(events_, ElementsAre("succeeded", "joined: ok", "joined: ok"));
}

TEST_F(LoginToServerTest, DoesNotReportARefusedLogin) {
  const auto place = join();
  logins_.begun(Error{ErrorKind::cancelled, "refused"});
  EXPECT_THAT(events_, ElementsAre("joined: refused"));
}

TEST_F(LoginToServerTest, KeepsWhatWasFoundLast) {
  EXPECT_FALSE(login_.latest());
  int done = 0;
  login_.look_up([&] { ++done; });
  EXPECT_EQ(done, 1);
  ASSERT_TRUE(login_.latest() && *login_.latest());
  EXPECT_EQ((*login_.latest())->kind, LoginState::Kind::active);
}

TEST_F(LoginToServerTest, KnowsTheIssuerOfThePrincipalsLogin) {
  EXPECT_EQ(login_.issuer(), "of ann");
}

TEST_F(LoginToServerTest, IsNotPossibleAfterTheServersEnd) {
  login_.close();
  EXPECT_EQ(login_.issuer(), "");
  EXPECT_TRUE(does_nothing());
  int done = 0;
  login_.look_up([&] { ++done; });
  EXPECT_EQ(done, 1);
  EXPECT_FALSE(login_.latest());
}

TEST_F(LoginToServerTest, IsNotPossibleWithAnUnusableConfiguration) {
  config::ServerEntry unusable = entry();
  unusable.unusable = "no such variable";
  const servers::ConfiguredServer server(host_, "dev", unusable, "ann", false);
  const servers::LoginToServer login(server, transport_with_logins_, [] {});
  EXPECT_FALSE(login.is_possible());
}

TEST_F(LoginToServerTest, CallsNothingWhenTheOwnerOfTheServerIsGone) {
  const auto place = join();
  login_.abandon();
  EXPECT_TRUE(events_.empty());
  EXPECT_FALSE(login_.is_possible());
}

TEST_F(LoginToServerTest, AnswersTheRequestsThatWaitWhenTheServerEnds) {
  const auto place = join();
  login_.end_waiting({ErrorKind::cancelled, "its toolbox was closed"});
  EXPECT_THAT(events_, ElementsAre("joined: its toolbox was closed"));
  EXPECT_TRUE(login_.is_possible());
}

}  // namespace
