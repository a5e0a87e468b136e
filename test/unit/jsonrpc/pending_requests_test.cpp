#include "jsonrpc/pending_requests.hpp"

#include <gtest/gtest.h>

#include "event_loop/loop.hpp"
#include "jsonrpc/callback_request.hpp"

namespace {

using namespace std::chrono_literals;
using namespace workbench;

using jsonrpc::CallbackRequest;
using jsonrpc::WaitingRequests;

class WaitingRequestsTest : public testing::Test {
 protected:
  /// A request that notes its answer under `name`.
  std::unique_ptr<jsonrpc::WaitingRequest> noted(const std::string& name) {
    return std::make_unique<CallbackRequest>([this, name](Response answer) {
      const auto* error = std::get_if<Error>(&answer);
      heard_.push_back(name + ": " + (error == nullptr ? "answered" : error->message));
    });
  }

  event_loop::Loop loop_;
  std::vector<std::uint64_t> expired_;
  jsonrpc::WaitingRequests waiting_{loop_, [this](std::uint64_t id, std::chrono::milliseconds) {
                                      expired_.push_back(id);
                                      if (waiting_.take(id) != nullptr && waiting_.size() == 0) loop_.stop();
                                    }};
  std::vector<std::string> heard_;
};

TEST_F(WaitingRequestsTest, GivesEachRequestOutOnce) {
  waiting_.enter(1, 1h, noted("one"));
  EXPECT_NE(waiting_.take(1), nullptr);
  EXPECT_EQ(waiting_.take(1), nullptr);
  EXPECT_EQ(waiting_.take(2), nullptr);
}

TEST_F(WaitingRequestsTest, FailsAllWithTheReason) {
  waiting_.enter(1, 1h, noted("one"));
  waiting_.enter(2, 1h, noted("two"));
  waiting_.fail_all({ErrorKind::unavailable, "gone"});
  EXPECT_EQ(waiting_.size(), 0U);
  std::sort(heard_.begin(), heard_.end());
  EXPECT_EQ(heard_, (std::vector<std::string>{"one: gone", "two: gone"}));
}

TEST_F(WaitingRequestsTest, ARequestEnteredWhileOthersFailStays) {
  waiting_.enter(1, 1h, std::make_unique<CallbackRequest>([this](Response) { waiting_.enter(2, 1h, noted("two")); }));
  waiting_.fail_all({ErrorKind::unavailable, "gone"});
  EXPECT_NE(waiting_.take(2), nullptr);
}

TEST_F(WaitingRequestsTest, TellsThoseThatWaitedTooLongInTheOrderOfTheirLimits) {
  waiting_.enter(1, 60ms, noted("one"));
  waiting_.enter(2, 20ms, noted("two"));
  waiting_.enter(3, 40ms, noted("three"));
  loop_.run();
  EXPECT_EQ(expired_, (std::vector<std::uint64_t>{2, 3, 1}));
}

TEST_F(WaitingRequestsTest, ProgressGivesARequestItsWholeTimeAgain) {
  const auto started = jsonrpc::WaitingRequests::Clock::now();
  waiting_.enter(1, 60ms, noted("one"));
  const auto progress = loop_.after(40ms, [this] { waiting_.progressed(1, Json("{}")); });
  loop_.run();
  EXPECT_GE(jsonrpc::WaitingRequests::Clock::now() - started, 100ms);
}

TEST_F(WaitingRequestsTest, ARequestThatIsHeldDoesNotExpireUntilItIsResumed) {
  const auto started = jsonrpc::WaitingRequests::Clock::now();
  waiting_.enter(1, 20ms, noted("one"));
  waiting_.hold(1);
  waiting_.progressed(1, Json("{}"));
  const auto resume = loop_.after(60ms, [this] { waiting_.resume(1); });
  loop_.run();
  EXPECT_GE(jsonrpc::WaitingRequests::Clock::now() - started, 80ms);
  EXPECT_EQ(expired_, std::vector<std::uint64_t>{1});
}

TEST_F(WaitingRequestsTest, ARequestThatIsHeldTwiceIsResumedTwice) {
  const auto started = jsonrpc::WaitingRequests::Clock::now();
  waiting_.enter(1, 20ms, noted("one"));
  waiting_.hold(1);
  waiting_.hold(1);
  waiting_.resume(1);
  const auto resume = loop_.after(60ms, [this] { waiting_.resume(1); });
  loop_.run();
  EXPECT_GE(jsonrpc::WaitingRequests::Clock::now() - started, 80ms);
}

}  // namespace
