#include "event_loop/resolver.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "running_loop.hpp"

namespace workbench {
namespace {

class ResolverTest : public RunningLoop {
 protected:
  /// Keeps what comes, and stops the loop with it.
  MoveOnlyFunction<void(Host::Addresses)> keep() {
    return [this](Host::Addresses found) {
      EXPECT_EQ(std::this_thread::get_id(), loop_thread_);
      found_.push_back(std::move(found));
      loop.stop();
    };
  }
  std::vector<std::string> texts() {
    std::vector<std::string> texts;
    for (const SocketAddress& address : found_.back().value()) texts.push_back(address.text());
    return texts;
  }

  const std::thread::id loop_thread_ = std::this_thread::get_id();
  std::unique_ptr<event_loop::Resolver> resolver_ = std::make_unique<event_loop::Resolver>(loop);
  std::vector<Host::Addresses> found_;
};

TEST_F(ResolverTest, FindsTheAddressesOfLocalhost) {
  const auto query = resolver_->resolve("localhost", 80, keep());
  run();

  ASSERT_EQ(found_.size(), 1U);
  ASSERT_TRUE(found_[0]) << found_[0].error().message;
  for (const std::string& text : texts()) EXPECT_TRUE(text == "127.0.0.1:80" || text == "[::1]:80") << text;
}

TEST_F(ResolverTest, MakesAddressesThatASocketAccepts) {
  const auto query = resolver_->resolve("127.0.0.1", 8080, keep());
  EXPECT_TRUE(found_.empty()) << "never inside the call";
  run();

  ASSERT_TRUE(found_.at(0));
  const SocketAddress& address = found_[0]->at(0);
  EXPECT_EQ(address.family(), AF_INET);
  ASSERT_EQ(address.size(), sizeof(sockaddr_in));
  const auto* bytes = static_cast<const sockaddr_in*>(address.data());
  EXPECT_EQ(bytes->sin_port, htons(8080));
  EXPECT_EQ(bytes->sin_addr.s_addr, htonl(INADDR_LOOPBACK));
}

TEST_F(ResolverTest, AcceptsAnAddressLiteralOfIpV6) {
  const auto query = resolver_->resolve("::1", 443, keep());
  run();

  ASSERT_TRUE(found_.at(0));
  EXPECT_EQ(texts(), std::vector<std::string>{"[::1]:443"});
  EXPECT_EQ(found_[0]->at(0).family(), AF_INET6);
}

// A name with an empty label is never asked for, so that the test depends on no name server.
TEST_F(ResolverTest, ReportsANameThatDoesNotExist) {
  const auto query = resolver_->resolve("no..such..host", 80, keep());
  run();

  ASSERT_FALSE(found_.at(0));
  EXPECT_EQ(found_[0].error().kind, ErrorKind::not_found);
  EXPECT_EQ(found_[0].error().message.rfind("cannot find the address of 'no..such..host': ", 0), 0U)
      << found_[0].error().message;
}

TEST_F(ResolverTest, ResolvesNamesOneAfterTheOtherInTheirOrder) {
  std::vector<int> order;
  std::vector<std::unique_ptr<EventLoop::Subscription>> queries;
  for (int number = 0; number < 20; ++number) {
    queries.push_back(resolver_->resolve("localhost", 80, [&, number](const Host::Addresses&) {
      order.push_back(number);
      if (order.size() == 20) loop.stop();
    }));
  }
  run();

  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(ResolverTest, ResolvesAgainAfterItHadNothingToDo) {
  for (int round = 0; round < 3; ++round) {
    const auto query = resolver_->resolve("localhost", 80, keep());
    run();
  }
  EXPECT_EQ(found_.size(), 3U);
}

TEST_F(ResolverTest, NeverReportsToAQueryThatWasDestroyed) {
  auto cancelled = resolver_->resolve("localhost", 80, [](const Host::Addresses&) { ADD_FAILURE() << "cancelled"; });
  auto literal = resolver_->resolve("127.0.0.1", 80, [](const Host::Addresses&) { ADD_FAILURE() << "cancelled"; });
  const auto other = resolver_->resolve("localhost", 81, keep());
  cancelled.reset();
  literal.reset();
  run();

  ASSERT_EQ(found_.size(), 1U);
}

TEST_F(ResolverTest, MayBeAskedAgainByWhatItCalls) {
  std::unique_ptr<EventLoop::Subscription> query;
  query = resolver_->resolve("localhost", 80, [&](const Host::Addresses&) {
    query.reset();
    query = resolver_->resolve("localhost", 81, keep());
  });
  run();

  EXPECT_EQ(found_.size(), 1U);
}

TEST_F(ResolverTest, CallsNothingAfterItWasDestroyedAndQueriesMayOutliveIt) {
  const auto owned = std::make_shared<int>();
  auto query = resolver_->resolve("localhost", 80, [owned](const Host::Addresses&) { ADD_FAILURE() << "destroyed"; });
  auto literal = resolver_->resolve("::1", 80, [owned](const Host::Addresses&) { ADD_FAILURE() << "destroyed"; });

  resolver_.reset();
  EXPECT_EQ(owned.use_count(), 1);
  run_a_few_rounds();
  query.reset();
}

}  // namespace
}  // namespace workbench
