#include "app/process/service_manager.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <workbench/testing/loop_host.hpp>

#include "notify_socket.hpp"

namespace workbench::app {
namespace {

using testing::StartsWith;

class ServiceManagerTest : public testing::Test {
 protected:
  ServiceManagerTest() { ::setenv("NOTIFY_SOCKET", socket_.path().c_str(), 1); }
  ~ServiceManagerTest() override {
    for (const char* name : {"NOTIFY_SOCKET", "WATCHDOG_USEC"}) ::unsetenv(name);
  }

  test_support::NotifySocket socket_;
  test::LoopHost host_;
};

TEST_F(ServiceManagerTest, IsNotifiedOfTheStateOfTheService) {
  ServiceManager manager(host_.loop());
  manager.notify_ready("Serving");
  EXPECT_EQ(socket_.next(), "READY=1\nSTATUS=Serving");
  {
    const ServiceManager::Reloading reloading(manager);
    EXPECT_THAT(socket_.next(), StartsWith("RELOADING=1\nMONOTONIC_USEC="));
  }
  EXPECT_EQ(socket_.next(), "READY=1\nSTATUS=Serving");
  manager.notify_stopping();
  EXPECT_EQ(socket_.next(), "STOPPING=1\nSTATUS=Shutting down");
}

TEST_F(ServiceManagerTest, IsNotifiedOfARunningLoopOnlyWhileItRuns) {
  ::setenv("WATCHDOG_USEC", "20000", 1);
  const ServiceManager manager(host_.loop());
  EXPECT_EQ(socket_.next(), "WATCHDOG=1");
  EXPECT_EQ(socket_.next(std::chrono::milliseconds(40)), "");
  std::string message;
  EXPECT_TRUE(host_.run_until([&] {
    if (message.empty()) message = socket_.next(std::chrono::milliseconds(0));
    return message == "WATCHDOG=1";
  }));
}

TEST_F(ServiceManagerTest, NeedNotExist) {
  ::unsetenv("NOTIFY_SOCKET");
  ServiceManager manager(host_.loop());
  manager.notify_ready("Serving");
  EXPECT_EQ(socket_.next(std::chrono::milliseconds(0)), "");
}

}  // namespace
}  // namespace workbench::app
