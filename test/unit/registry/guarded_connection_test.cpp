#include "registry/guarded_connection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include <workbench/testing/loop_host.hpp>

namespace workbench {
namespace {

using testing::ElementsAre;

/// A connection whose behaviour, and whose exceptions, the test chooses.
class Scripted final : public Connection {
 public:
  struct Script {
    std::string throws_in;
    bool ends_in_start = false;
    bool blocks_in_send = false;
    Host* throws_in_timer_of = nullptr;  // null: it sets no timer
    ConnectionObserver* observer = nullptr;
    int sent = 0;
    int closed = 0;
    bool alive = true;
  };

  explicit Scripted(Script& script) : script_(script) {}
  ~Scripted() override { script_.alive = false; }

  void start(ConnectionObserver& observer) override {
    script_.observer = &observer;
    if (script_.ends_in_start) observer.on_closed({ErrorKind::unavailable, "at once"});
    if (script_.throws_in_timer_of != nullptr) {
      timer_ = script_.throws_in_timer_of->loop().after(std::chrono::milliseconds(0),
                                                        [] { throw std::runtime_error("in a timer"); });
    }
    throw_if_in("start");
  }
  void send(Message) override {
    throw_if_in("send");
    if (script_.blocks_in_send) std::this_thread::sleep_for(registry::PluginScope::kMaxCallTime * 3 / 2);
    ++script_.sent;
  }
  std::size_t backlog() const override {
    throw_if_in("backlog");
    return 7;
  }
  void pause_reading(bool) override { throw_if_in("pause_reading"); }
  std::string last_words() const override {
    throw_if_in("last_words");
    return "no token";
  }
  void close() noexcept override { ++script_.closed; }

 private:
  void throw_if_in(std::string_view function) const {
    if (script_.throws_in == function) throw std::runtime_error("in " + script_.throws_in);
  }
  Script& script_;
  EventLoop::Timer timer_;
};

class Observer final : public ConnectionObserver {
 public:
  void on_message(std::string message) override {
    events.push_back(message);
    if (on_next_message) std::exchange(on_next_message, nullptr)();
  }
  void on_checked_message(CheckedMessage message) override {
    events.push_back("checked " + std::string(message.whole.text()));
  }
  void on_undeliverable(const Error& what, std::string_view) override { events.push_back("? " + what.message); }
  void on_end_of_input() override { events.emplace_back("end of input"); }
  void on_drained() override { events.emplace_back("drained"); }
  void on_closed(const Error& reason) override {
    events.push_back("closed: " + reason.message);
    if (destroys != nullptr) destroys->reset();
  }

  std::vector<std::string> events;
  std::function<void()> on_next_message;
  std::unique_ptr<Connection>* destroys = nullptr;
};

class GuardedConnectionTest : public testing::Test {
 protected:
  ~GuardedConnectionTest() override {
    connection.reset();
    plugin_host.detach();
  }

  std::unique_ptr<Connection> make() {
    return std::make_unique<registry::GuardedConnection>(registry::PluginObject{"odd", "transport", "odd-wire"},
                                                         plugin_host, std::make_unique<Scripted>(script));
  }

  test::LoopHost host;
  registry::PluginHost& plugin_host = registry::PluginHost::make("odd", host);
  Scripted::Script script;
  Observer observer;
  std::unique_ptr<Connection> connection = make();
  const std::string kFault = "closed: plugin 'odd' is at fault: transport 'odd-wire' threw: ";
};

TEST_F(GuardedConnectionTest, PassesEverythingOnInBothDirections) {
  connection->start(observer);
  connection->send(Message("x"));
  EXPECT_EQ(connection->backlog(), 7U);
  connection->pause_reading(true);
  connection->close();

  script.observer->on_message("hello");
  script.observer->on_checked_message(*host.json().checked_message("[1]"));
  script.observer->on_undeliverable({ErrorKind::protocol, "too long"}, "");
  script.observer->on_drained();
  script.observer->on_closed({ErrorKind::unavailable, "gone"});

  EXPECT_EQ(script.sent, 1);
  EXPECT_EQ(script.closed, 1);
  EXPECT_THAT(observer.events, ElementsAre("hello", "checked [1]", "? too long", "drained", "closed: gone"));
}

TEST_F(GuardedConnectionTest, EndsWhenStartThrows) {
  script.throws_in = "start";

  connection->start(observer);
  EXPECT_TRUE(observer.events.empty()) << "on_closed must not come from inside start()";
  host.run_what_is_due();

  EXPECT_THAT(observer.events, ElementsAre(kFault + "in start"));
}

TEST_F(GuardedConnectionTest, EndsOnceHoweverOftenItIsUsedAfterItThrew) {
  connection->start(observer);
  script.throws_in = "send";

  connection->send(Message("x"));
  connection->send(Message("y"));
  connection->pause_reading(false);
  connection->close();
  EXPECT_EQ(connection->backlog(), 0U);
  EXPECT_TRUE(observer.events.empty()) << "on_closed must not come from inside send()";
  host.run_what_is_due();
  host.run_what_is_due();

  EXPECT_THAT(observer.events, ElementsAre(kFault + "in send"));
}

TEST_F(GuardedConnectionTest, PassesNothingOnAnyMoreAfterItThrew) {
  connection->start(observer);
  script.throws_in = "backlog";

  EXPECT_EQ(connection->backlog(), 0U);
  script.observer->on_message("too late");
  script.observer->on_closed({ErrorKind::unavailable, "too late"});
  host.run_what_is_due();

  EXPECT_THAT(observer.events, ElementsAre(kFault + "in backlog"));
}

TEST_F(GuardedConnectionTest, PassesOnWhatThePeerLastSaidUnlessThatThrows) {
  connection->start(observer);
  EXPECT_EQ(connection->last_words(), "no token");
  script.throws_in = "last_words";

  EXPECT_EQ(connection->last_words(), "");
  host.run_what_is_due();

  EXPECT_THAT(observer.events, ElementsAre(kFault + "in last_words"));
}

TEST_F(GuardedConnectionTest, ReportsNothingMoreWhenItThrowsAfterItsEnd) {
  connection->start(observer);
  script.observer->on_closed({ErrorKind::unavailable, "gone"});
  script.throws_in = "pause_reading";

  connection->pause_reading(true);
  host.run_what_is_due();

  EXPECT_THAT(observer.events, ElementsAre("closed: gone"));
}

TEST_F(GuardedConnectionTest, FailsWhenItCallsItsObserverInsideStart) {
  script.ends_in_start = true;

  connection->start(observer);
  EXPECT_TRUE(observer.events.empty());
  host.run_what_is_due();

  const std::string failure =
      "plugin 'odd' is at fault: transport 'odd-wire' called on_closed() inside a call of its connection; post it to "
      "the loop";
  EXPECT_THAT(observer.events, ElementsAre("closed: " + failure));
  EXPECT_THAT(host.logged(), ElementsAre("odd: " + failure));
}

TEST_F(GuardedConnectionTest, FailsWhenItCallsItsObserverOnAnotherThread) {
  connection->start(observer);

  std::thread([&] { script.observer->on_message("from another thread"); }).join();
  host.run_what_is_due();
  host.run_what_is_due();

  const std::string failure =
      "plugin 'odd' is at fault: transport 'odd-wire' called on_message() on a thread of its own; post it to the loop";
  EXPECT_THAT(observer.events, ElementsAre("closed: " + failure));
  EXPECT_THAT(host.logged(), ElementsAre("odd: " + failure));
}

TEST_F(GuardedConnectionTest, IsNamedWhenItBlocksTheEventLoop) {
  script.blocks_in_send = true;
  connection->start(observer);

  connection->send(Message("x"));

  EXPECT_THAT(host.logged(), ElementsAre(testing::HasSubstr("transport 'odd-wire' blocked the event loop for 1")));
  EXPECT_TRUE(observer.events.empty());
}

TEST_F(GuardedConnectionTest, EndsOnceAndDropsWhatComesAfterTheEnd) {
  connection->start(observer);

  script.observer->on_closed({ErrorKind::unavailable, "gone"});
  script.observer->on_closed({ErrorKind::unavailable, "gone again"});
  script.observer->on_message("too late");

  EXPECT_THAT(observer.events, ElementsAre("closed: gone"));
  EXPECT_THAT(host.logged(), ElementsAre("odd: plugin 'odd' is at fault: transport 'odd-wire' called on_closed() after "
                                         "on_closed()"));
}

TEST_F(GuardedConnectionTest, FailsWhenACallbackThatItHasSetThrows) {
  script.throws_in_timer_of = &plugin_host;
  connection->start(observer);
  host.run_what_is_due();

  EXPECT_THAT(observer.events, ElementsAre(kFault + "in a timer"));
}

TEST_F(GuardedConnectionTest, KeepsAThrowingConnectionUntilItIsOutOfItsOwnCall) {
  connection->start(observer);
  observer.on_next_message = [&] {
    script.throws_in = "send";
    connection->send(Message("x"));
    EXPECT_TRUE(script.alive);
  };

  script.observer->on_message("a call from inside the plugin");
  EXPECT_TRUE(script.alive);
  host.run_what_is_due();

  EXPECT_EQ(observer.events.size(), 2U);
}

TEST_F(GuardedConnectionTest, MayBeDestroyedWhenItReportsItsFailure) {
  observer.destroys = &connection;
  connection->start(observer);
  script.throws_in = "send";

  connection->send(Message("x"));
  host.run_what_is_due();

  EXPECT_EQ(connection, nullptr);
  EXPECT_FALSE(script.alive);
}

TEST_F(GuardedConnectionTest, ReportsNoFailureWhenItIsDestroyedFirst) {
  connection->start(observer);
  script.throws_in = "send";
  connection->send(Message("x"));

  connection.reset();
  host.run_what_is_due();

  EXPECT_TRUE(observer.events.empty());
}

}  // namespace
}  // namespace workbench
