#include "jsonrpc/pending_requests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "event_loop/loop.hpp"

namespace {

using namespace std::chrono_literals;
using namespace workbench;

using jsonrpc::CallbackRequest;
using jsonrpc::PendingRequests;

class PendingRequestsTest : public testing::Test {
 protected:
  /// A request whose response is recorded under `name`.
  std::unique_ptr<jsonrpc::PendingRequest> recorded(const std::string& name) {
    return std::make_unique<CallbackRequest>([this, name](Response answer) {
      const auto* error = std::get_if<Error>(&answer);
      responses_.push_back(name + ": " + (error == nullptr ? "answered" : error->message));
    });
  }

  event_loop::Loop loop_;
  std::vector<std::uint64_t> expired_;
  jsonrpc::PendingRequests pending_{loop_, [this](std::uint64_t id, std::chrono::milliseconds) {
                                      expired_.push_back(id);
                                      if (pending_.extract(id) != nullptr && pending_.size() == 0) loop_.stop();
                                    }};
  std::vector<std::string> responses_;
};

TEST_F(PendingRequestsTest, GivesEachRequestOutOnce) {
  pending_.add(1, 1h, recorded("one"));
  EXPECT_NE(pending_.extract(1), nullptr);
  EXPECT_EQ(pending_.extract(1), nullptr);
  EXPECT_EQ(pending_.extract(2), nullptr);
}

TEST_F(PendingRequestsTest, FailsAllWithTheReason) {
  pending_.add(1, 1h, recorded("one"));
  pending_.add(2, 1h, recorded("two"));
  pending_.fail_all({ErrorKind::unavailable, "gone"});
  EXPECT_EQ(pending_.size(), 0U);
  std::sort(responses_.begin(), responses_.end());
  EXPECT_EQ(responses_, (std::vector<std::string>{"one: gone", "two: gone"}));
}

TEST_F(PendingRequestsTest, ARequestAddedWhileOthersFailStays) {
  pending_.add(1, 1h, std::make_unique<CallbackRequest>([this](Response) { pending_.add(2, 1h, recorded("two")); }));
  pending_.fail_all({ErrorKind::unavailable, "gone"});
  EXPECT_NE(pending_.extract(2), nullptr);
}

TEST_F(PendingRequestsTest, ReportsThoseThatWaitedTooLongInTheOrderOfTheirLimits) {
  pending_.add(1, 60ms, recorded("one"));
  pending_.add(2, 20ms, recorded("two"));
  pending_.add(3, 40ms, recorded("three"));
  loop_.run();
  EXPECT_EQ(expired_, (std::vector<std::uint64_t>{2, 3, 1}));
}

TEST_F(PendingRequestsTest, ProgressGivesARequestItsWholeTimeAgain) {
  const auto started = jsonrpc::PendingRequests::Clock::now();
  pending_.add(1, 60ms, recorded("one"));
  const auto progress = loop_.after(40ms, [this] { pending_.handle_progress(1, Json("{}")); });
  loop_.run();
  EXPECT_GE(jsonrpc::PendingRequests::Clock::now() - started, 100ms);
}

TEST_F(PendingRequestsTest, ARequestThatIsHeldDoesNotExpireUntilItIsResumed) {
  const auto started = jsonrpc::PendingRequests::Clock::now();
  pending_.add(1, 20ms, recorded("one"));
  pending_.hold(1);
  pending_.handle_progress(1, Json("{}"));
  const auto resume = loop_.after(60ms, [this] { pending_.resume(1); });
  loop_.run();
  EXPECT_GE(jsonrpc::PendingRequests::Clock::now() - started, 80ms);
  EXPECT_EQ(expired_, std::vector<std::uint64_t>{1});
}

TEST_F(PendingRequestsTest, ARequestThatIsHeldTwiceIsResumedTwice) {
  const auto started = jsonrpc::PendingRequests::Clock::now();
  pending_.add(1, 20ms, recorded("one"));
  pending_.hold(1);
  pending_.hold(1);
  pending_.resume(1);
  const auto resume = loop_.after(60ms, [this] { pending_.resume(1); });
  loop_.run();
  EXPECT_GE(jsonrpc::PendingRequests::Clock::now() - started, 80ms);
}

}  // namespace
