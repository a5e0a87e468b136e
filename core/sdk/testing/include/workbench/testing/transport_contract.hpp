#pragma once

// What every transport promises, as a suite that its author instantiates:
//
//   struct SmokeSignals {                                            // made for each test
//     std::unique_ptr<workbench::Connection> connect(workbench::Host& host);
//                                              // to a peer that sends back every message (EchoPeer); not started
//     std::string last_message();              // the message that the peer sends back before it ends
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(SmokeSignals, TransportContract, SmokeSignals);
//
// All of it inside `namespace workbench::test`. The peer must stop reading while nothing reads what it sends.

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/recording_observer.hpp>

namespace workbench::test {

template <typename Fixture>
class TransportContract : public ::testing::Test {
 protected:
  void connect() {
    connection = fixture.connect(host);
    ASSERT_NE(connection, nullptr);
    observer.expects_silence = true;
    connection->start(observer);
    observer.expects_silence = false;
  }

  void send(Message message) {
    observer.expects_silence = true;
    connection->send(std::move(message));
    observer.expects_silence = false;
  }
  void send(std::string text) { send(Message(std::move(text))); }

  void close() {
    observer.expects_silence = true;
    connection->close();
    observer.expects_silence = false;
  }

  // Run the loop. False: it took too long.
  [[nodiscard]] bool receive(std::size_t messages) {
    return host.run_until([&] { return observer.messages.size() >= messages; });
  }
  [[nodiscard]] bool receive_end() {
    return host.run_until([&] { return observer.is_closed(); });
  }

  /// Runs the loop for a moment, in which something wrong could happen.
  void run_for_a_moment() {
    bool is_over = false;
    const EventLoop::Timer timer = host.loop().after(std::chrono::milliseconds(100), [&] { is_over = true; });
    ASSERT_TRUE(host.run_until([&] { return is_over; }));
  }

  void TearDown() override {
    EXPECT_EQ(observer.calls_while_silent, 0U) << "the observer was called from inside start(), send() or close()";
    EXPECT_EQ(observer.calls_after_closed, 0U) << "the observer was called after on_closed";
  }

  LoopHost host;
  RecordingObserver observer;
  Fixture fixture;
  std::unique_ptr<Connection> connection;
};

TYPED_TEST_SUITE_P(TransportContract);

TYPED_TEST_P(TransportContract, CarriesMessagesWholeAndInOrderBothWays) {
  this->connect();
  this->send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  this->send("{\"text\":\"\\n \xC3\xA9 \xF0\x9F\x94\xA7\"}");
  this->send(Message("{\"in\":").append("\"pieces\"").append("}"));
  ASSERT_TRUE(this->receive(3));
  EXPECT_EQ(this->observer.messages[0], "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  EXPECT_EQ(this->observer.messages[1], "{\"text\":\"\\n \xC3\xA9 \xF0\x9F\x94\xA7\"}");
  EXPECT_EQ(this->observer.messages[2], "{\"in\":\"pieces\"}");
}

TYPED_TEST_P(TransportContract, CarriesAMessageOfThirtyMegabytes) {
  const auto payload = std::make_shared<const std::string>('"' + std::string(30U * 1024 * 1024, 'x') + '"');
  const std::string whole = "{\"large\":" + *payload + "}";
  this->connect();
  this->send(Message("{\"large\":").append(Json(payload, *payload)).append("}"));
  ASSERT_TRUE(this->receive(1));
  EXPECT_TRUE(this->observer.messages[0] == whole) << "of " << this->observer.messages[0].size() << " bytes";
  EXPECT_EQ(this->connection->backlog(), 0U);
}

TYPED_TEST_P(TransportContract, CarriesManySmallMessagesInOrder) {
  constexpr std::size_t kMany = 20'000;
  this->connect();
  for (std::size_t i = 0; i < kMany; ++i) this->send("{\"id\":" + std::to_string(i) + "}");
  ASSERT_TRUE(this->receive(kMany));
  for (std::size_t i = 0; i < kMany; ++i) {
    ASSERT_EQ(this->observer.messages[i], "{\"id\":" + std::to_string(i) + "}");
  }
}

TYPED_TEST_P(TransportContract, DeliversTheLastMessageBeforeTheEnd) {
  this->connect();
  this->send("{\"id\":1}");
  this->send(this->fixture.last_message());
  ASSERT_TRUE(this->receive_end());
  ASSERT_EQ(this->observer.messages.size(), 2U);
  EXPECT_EQ(this->observer.messages[1], this->fixture.last_message());
}

TYPED_TEST_P(TransportContract, ReportsItsEndOnceWithAReason) {
  this->connect();
  this->send(this->fixture.last_message());
  ASSERT_TRUE(this->receive_end());
  this->send("{\"too\":\"late\"}");
  this->close();
  this->run_for_a_moment();
  ASSERT_EQ(this->observer.closed.size(), 1U);
  EXPECT_FALSE(this->observer.closed[0].message.empty());
}

TYPED_TEST_P(TransportContract, ReportsItsEndOnceAfterClose) {
  this->connect();
  this->send("{\"id\":1}");
  ASSERT_TRUE(this->receive(1));
  this->close();
  this->close();
  ASSERT_TRUE(this->receive_end());
  this->run_for_a_moment();
  ASSERT_EQ(this->observer.closed.size(), 1U);
  EXPECT_EQ(this->observer.closed[0].kind, ErrorKind::cancelled);
}

TYPED_TEST_P(TransportContract, CanBeClosedRightAfterItsStart) {
  this->connect();
  this->close();
  ASSERT_TRUE(this->receive_end());
  EXPECT_EQ(this->observer.closed.size(), 1U);
}

TYPED_TEST_P(TransportContract, DeliversNothingWhilePausedAndLosesNothing) {
  this->connect();
  this->connection->pause_reading(true);
  for (int i = 0; i < 100; ++i) this->send("{\"id\":" + std::to_string(i) + "}");
  this->run_for_a_moment();
  EXPECT_EQ(this->observer.messages.size(), 0U);
  this->connection->pause_reading(false);
  ASSERT_TRUE(this->receive(100));
  EXPECT_EQ(this->observer.messages.front(), "{\"id\":0}");
  EXPECT_EQ(this->observer.messages.back(), "{\"id\":99}");
}

TYPED_TEST_P(TransportContract, CountsWhatAPeerDoesNotReadAndReportsWhenItHas) {
  constexpr std::size_t kMany = 64;
  const std::string message = '"' + std::string(1024U * 1024, 'y') + '"';
  this->connect();
  this->connection->pause_reading(true);
  for (std::size_t i = 0; i < kMany; ++i) this->send(message);
  this->run_for_a_moment();
  EXPECT_GT(this->connection->backlog(), 32 * message.size());
  EXPECT_EQ(this->observer.drained, 0U);
  this->connection->pause_reading(false);
  ASSERT_TRUE(this->receive(kMany));
  EXPECT_EQ(this->connection->backlog(), 0U);
  EXPECT_GE(this->observer.drained, 1U);
}

TYPED_TEST_P(TransportContract, MayBeDestroyedWhenItReportsItsEnd) {
  this->connect();
  this->observer.on_end = [this] { this->connection.reset(); };
  this->send(this->fixture.last_message());
  ASSERT_TRUE(this->receive_end());
  this->run_for_a_moment();
  EXPECT_EQ(this->observer.closed.size(), 1U);
}

TYPED_TEST_P(TransportContract, CallsNobodyWhenDestroyed) {
  this->connect();
  for (int i = 0; i < 100; ++i) this->send("{\"id\":" + std::to_string(i) + "}");
  ASSERT_TRUE(this->receive(1));
  this->observer.expects_silence = true;
  this->connection.reset();
  this->run_for_a_moment();
  EXPECT_FALSE(this->observer.is_closed());
}

REGISTER_TYPED_TEST_SUITE_P(TransportContract, CarriesMessagesWholeAndInOrderBothWays, CarriesAMessageOfThirtyMegabytes,
                            CarriesManySmallMessagesInOrder, DeliversTheLastMessageBeforeTheEnd,
                            ReportsItsEndOnceWithAReason, ReportsItsEndOnceAfterClose, CanBeClosedRightAfterItsStart,
                            DeliversNothingWhilePausedAndLosesNothing, CountsWhatAPeerDoesNotReadAndReportsWhenItHas,
                            MayBeDestroyedWhenItReportsItsEnd, CallsNobodyWhenDestroyed);

}  // namespace workbench::test
