// Authenticators of plugins that fail: what the listener gets, and what is logged.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <workbench/testing/loop_host.hpp>

#include "registry/registry.hpp"

namespace workbench::registry {
namespace {

using testing::Contains;
using testing::HasSubstr;

using Decide = std::function<std::unique_ptr<EventLoop::Subscription>(MoveOnlyFunction<void(Authentication)>)>;

class Scripted final : public Authenticator {
 public:
  explicit Scripted(Decide decide) : decide_(std::move(decide)) {}
  std::unique_ptr<EventLoop::Subscription> authenticate(const RequestHead&,
                                                        MoveOnlyFunction<void(Authentication)> done) override {
    return decide_(std::move(done));
  }
  std::string challenge() const override { throw std::runtime_error("no challenge"); }

 private:
  const Decide decide_;
};

class Nothing final : public EventLoop::Subscription {};

class AGuardedAuthenticator : public testing::Test {
 protected:
  Authenticator& authenticator(Decide decide) {
    registry_.add("keys", "1", [&](Registrar& registrar) {
      registrar.add_authenticator("scripted",
                                  {.make = [decide](const Options&, Host&) -> Result<std::unique_ptr<Authenticator>> {
                                    return std::unique_ptr<Authenticator>(std::make_unique<Scripted>(decide));
                                  }});
    });
    return **registry_.of<Authenticator>().object("scripted");
  }
  [[nodiscard]] auto keep() {
    return [this](Authentication authentication) { said_.push_back(std::move(authentication)); };
  }
  [[nodiscard]] std::string reason() const {
    if (said_.size() != 1) return "said " + std::to_string(said_.size()) + " times";
    const auto* const refused = std::get_if<AuthenticationRefused>(&said_.front());
    return refused == nullptr || !refused->is_unavailable ? "not refused as unavailable" : refused->reason;
  }

  test::LoopHost host_;
  Registry registry_{host_};
  std::vector<Authentication> said_;
};

TEST_F(AGuardedAuthenticator, ThatThrowsAdmitsNoClient) {
  Authenticator& guarded = authenticator(
      [](auto) -> std::unique_ptr<EventLoop::Subscription> { throw std::runtime_error("the database is gone"); });
  const auto waiting = guarded.authenticate({}, keep());
  EXPECT_THAT(reason(), HasSubstr("the database is gone"));
  EXPECT_THAT(host_.logged(), Contains(HasSubstr("plugin 'keys' is at fault: authenticator 'scripted'")));
  EXPECT_EQ(guarded.challenge(), "");
}

TEST_F(AGuardedAuthenticator, ThatThrowsLaterAdmitsNoClient) {
  EventLoop::Timer timer;
  Host* plugin_host = nullptr;
  registry_.add("late", "1", [&](Registrar& registrar) {
    registrar.add_authenticator("late", {.make = [&](const Options&, Host& host) {
                                  plugin_host = &host;
                                  return Result<std::unique_ptr<Authenticator>>(
                                      std::make_unique<Scripted>([&](auto) -> std::unique_ptr<EventLoop::Subscription> {
                                        timer = plugin_host->loop().after(std::chrono::milliseconds(0),
                                                                          [] { throw std::runtime_error("too late"); });
                                        return std::make_unique<Nothing>();
                                      }));
                                }});
  });
  const auto waiting = (*registry_.of<Authenticator>().object("late"))->authenticate({}, keep());
  EXPECT_TRUE(host_.run_until([&] { return !said_.empty(); }));
  EXPECT_THAT(reason(), HasSubstr("too late"));
}

TEST_F(AGuardedAuthenticator, ThatNamesNoPrincipalAdmitsNoClient) {
  Authenticator& guarded = authenticator([](auto done) -> std::unique_ptr<EventLoop::Subscription> {
    done(Authenticated{});
    return nullptr;
  });
  const auto waiting = guarded.authenticate({}, keep());
  EXPECT_THAT(reason(), HasSubstr("empty name"));
}

TEST_F(AGuardedAuthenticator, ThatDecidesTwiceIsReported) {
  Authenticator& guarded = authenticator([](auto done) -> std::unique_ptr<EventLoop::Subscription> {
    done(NotRecognized{});
    done(Authenticated{{"ada", {}, {}}});
    return nullptr;
  });
  const auto waiting = guarded.authenticate({}, keep());
  ASSERT_EQ(said_.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<NotRecognized>(said_.front()));
  EXPECT_THAT(host_.logged(), Contains(HasSubstr("a second time")));
}

TEST_F(AGuardedAuthenticator, ThatNeitherDecidesNorWaitsAdmitsNoClient) {
  Authenticator& guarded = authenticator([](auto) -> std::unique_ptr<EventLoop::Subscription> { return nullptr; });
  const auto waiting = guarded.authenticate({}, keep());
  EXPECT_THAT(reason(), HasSubstr("has not decided"));
}

TEST_F(AGuardedAuthenticator, IsIgnoredWhenNoRequestWaits) {
  MoveOnlyFunction<void(Authentication)> kept;
  Authenticator& guarded = authenticator([&](auto done) -> std::unique_ptr<EventLoop::Subscription> {
    kept = std::move(done);
    return std::make_unique<Nothing>();
  });
  guarded.authenticate({}, keep()).reset();
  kept(Authenticated{{"ada", {}, {}}});
  EXPECT_TRUE(said_.empty());
}

TEST(AHeader, IsFoundWhateverItsCaseUnlessThereAreSeveral) {
  const std::vector<std::pair<std::string, std::string>> headers{{"X-Api-Key", "k"}, {"A", "1"}, {"a", "2"}};
  RequestHead head;
  head.headers = headers;
  EXPECT_EQ(head.header("x-api-KEY"), "k");
  EXPECT_EQ(head.header("a"), std::nullopt);
  EXPECT_EQ(head.header("x-api"), std::nullopt);
}

}  // namespace
}  // namespace workbench::registry
