#include <gtest/gtest.h>

#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

class ServerStream : public ::testing::Test, public StdioFixture {};

TEST_F(ServerStream, SurvivesAMessageThatIsTooLong) {
  host.changeable_limits.message_bytes = 1000;
  start_shell("head -c 5000 /dev/zero | tr '\\0' x; echo; echo after; read line");
  ASSERT_TRUE(wait_for_messages(1));
  EXPECT_EQ(observer.messages.front(), "after");
  ASSERT_EQ(observer.undeliverable.size(), 1U);
  EXPECT_EQ(observer.undeliverable[0].what.message,
            "the server sent a message of more than 1000 bytes, which is the limit (limits.messageBytes)");
  EXPECT_EQ(observer.undeliverable[0].beginning, std::string(4096, 'x'));
}

TEST_F(ServerStream, DeliversLinesWithoutBlankOnesAndCarriageReturns) {
  start_shell("printf '\\n\\r\\none\\r\\n\\ntwo\\n'; read line");
  ASSERT_TRUE(wait_for_messages(2));
  EXPECT_EQ(observer.messages, (std::vector<std::string>{"one", "two"}));
}

TEST_F(ServerStream, DoesNotWaitForAServerThatDoesNotRead) {
  start_shell("sleep 60");
  const std::string message(1024U * 1024, 'x');
  for (int i = 0; i < 8; ++i) connection->send(Message(message));
  EXPECT_GT(connection->backlog(), 6 * message.size());
  bool is_alive = false;
  loop.post([&] { is_alive = true; });
  ASSERT_TRUE(run_until([&] { return is_alive; }));
  EXPECT_EQ(observer.drained, 0U);
}

TEST_F(ServerStream, IsNotStarvedByAnotherServersFlood) {
  start("yes");
  StdioFixture& flooded = *this;
  RecordingObserver quiet_observer;
  ServerConfig quiet{"toolbox", "quiet", {}};
  quiet.options.set("command", std::string(WORKBENCH_ECHO_SERVER));
  const std::unique_ptr<Connection> quiet_connection = std::move(transport.connect(quiet, host)).value();
  flooded.observer.on_each_message = [&] { flooded.observer.messages.clear(); };
  quiet_connection->start(quiet_observer);
  quiet_connection->send(Message("\"hello\""));
  EXPECT_TRUE(run_until([&] { return !quiet_observer.messages.empty(); }));
}

}  // namespace
}  // namespace workbench::test
