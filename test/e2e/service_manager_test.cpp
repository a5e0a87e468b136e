// What the workbench reports to a service manager, by the protocol of sd_notify(3).

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "notify_socket.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Environment = std::map<std::string, std::string>;

/// A workbench that a service manager has started.
struct Managed {
  explicit Managed(Environment environment = {}, const std::string& servers = "")
      : client(dev_toolbox(servers), {}, with_socket(std::move(environment))) {}

  Environment with_socket(Environment environment) const {
    environment["NOTIFY_SOCKET"] = socket.path();
    return environment;
  }

  NotifySocket socket;
  WorkbenchClient client;
};

TEST(ServiceManager, IsNotifiedWhenClientsCanConnectAndWhenTheEndBegins) {
  Managed managed;
  EXPECT_EQ(managed.socket.next(), "READY=1\nSTATUS=Serving clients of the listener stdio");

  managed.client.process().close_input();
  EXPECT_EQ(managed.socket.next(), "STOPPING=1\nSTATUS=Shutting down");
  EXPECT_EQ(managed.client.process().wait().code_or_signal, 0);
}

TEST(ServiceManager, IsNotifiedOfAReload) {
  Managed managed;
  EXPECT_THAT(managed.socket.next(), StartsWith("READY=1"));

  managed.client.process().send_signal(SIGHUP);
  EXPECT_THAT(managed.socket.next(), StartsWith("RELOADING=1\nMONOTONIC_USEC="));
  EXPECT_EQ(managed.socket.next(), "READY=1\nSTATUS=Serving clients of the listener stdio");
}

TEST(ServiceManager, IsNotifiedAgainAndAgainThatTheLoopRuns) {
  Managed managed(Environment{{"WATCHDOG_USEC", "100000"}});
  int signs = 0;
  while (signs < 3) {
    const std::string message = managed.socket.next();
    ASSERT_NE(message, "");
    if (message == "WATCHDOG=1") ++signs;
  }
}

TEST(ServiceManager, IsNotNotifiedOfAWatchdogThatIsMeantForAnotherProcess) {
  Managed managed(Environment{{"WATCHDOG_USEC", "20000"}, {"WATCHDOG_PID", "1"}});
  EXPECT_THAT(managed.socket.next(), StartsWith("READY=1"));
  EXPECT_EQ(managed.socket.next(std::chrono::milliseconds(60)), "");
}

TEST(ServiceManager, IsNotShownToServers) {
  Managed managed(Environment{{"LISTEN_FDS", "1"}, {"WORKBENCH_SECRET", "s"}, {"FOR_SERVERS", "yes"}},
                  fake_server("s", {}, R"("inheritEnv":["*"])"));
  managed.client.initialize();
  managed.client.open("dev");
  const std::string names = managed.client.use_text("dev", "s", "env");
  EXPECT_THAT(names, HasSubstr("FOR_SERVERS"));
  EXPECT_THAT(names, Not(HasSubstr("NOTIFY_SOCKET")));
  EXPECT_THAT(names, Not(HasSubstr("LISTEN_FDS")));
  EXPECT_THAT(names, Not(HasSubstr("WORKBENCH_SECRET")));
}

}  // namespace
