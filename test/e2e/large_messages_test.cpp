// Messages of tens of megabytes, the memory that they need, and a client that does not read.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "workbench_client.hpp"

namespace {

using namespace test_support;

constexpr std::size_t kThirtyMegabytes = 30'000'000;

class LargeMessages : public testing::Test {
 protected:
  explicit LargeMessages(const std::vector<std::string>& options = {})
      : client_(dev_toolbox(fake_server("s")), options) {
    client_.initialize();
    client_.open("dev");
  }

  /// A line of /proc/PID/status in kB.
  std::size_t status_kb(const std::string& key) {
    std::ifstream status("/proc/" + std::to_string(client_.process().pid()) + "/status");
    std::string line;
    while (std::getline(status, line)) {
      if (line.starts_with(key + ":")) return std::stoul(line.substr(key.size() + 1));
    }
    return 0;
  }

  WorkbenchClient client_;
};

TEST_F(LargeMessages, AResultOfThirtyMegabytesPasses) {
  const std::string result = client_.use("dev", "s", "huge", "{\"bytes\":" + std::to_string(kThirtyMegabytes) + "}");
  EXPECT_GE(result.size(), kThirtyMegabytes);
  EXPECT_EQ(first_text(result).size(), kThirtyMegabytes);
}

TEST_F(LargeMessages, AnArgumentOfThirtyMegabytesPasses) {
  const std::string arguments = "{\"x\":\"" + std::string(kThirtyMegabytes, 'x') + "\",\"n\":1.0}";
  const std::string echoed = member(client_.use("dev", "s", "echo", arguments), "echo");
  EXPECT_TRUE(echoed == arguments);  // not EXPECT_EQ, which would print both
}

#if !defined(WORKBENCH_ASAN) && !defined(WORKBENCH_TSAN)  // their allocators keep freed memory
TEST_F(LargeMessages, MemoryStaysWithinASmallMultipleOfTheMessageAndReturns) {
  client_.use("dev", "s", "echo");
  const std::size_t before = status_kb("VmRSS");
  for (int call = 0; call < 5; ++call) {
    client_.use("dev", "s", "huge", "{\"bytes\":" + std::to_string(kThirtyMegabytes) + "}");
  }
  EXPECT_LT(status_kb("VmHWM"), before + 4 * kThirtyMegabytes / 1024);
  client_.use("dev", "s", "echo");
  EXPECT_LT(status_kb("VmRSS"), before + 8 * 1024);
}

TEST_F(LargeMessages, AClientThatDoesNotReadPausesItsServers) {
  client_.use("dev", "s", "echo");
  const std::size_t before = status_kb("VmRSS");
  std::vector<int> ids;
  for (int call = 0; call < 100; ++call) {
    ids.push_back(client_.send("tools/call", use_tool_params("dev", "s", "huge", R"({"bytes":1000000})")));
  }
  // Nothing has been read until here.
  for (const int id : ids) EXPECT_GE(client_.answer_to(id).size(), 1'000'000U);
  EXPECT_LT(status_kb("VmHWM"), before + 40 * 1024);
}
#endif

class SmallMessageLimit : public LargeMessages {
 protected:
  SmallMessageLimit() : LargeMessages({"-D", "limits.messageBytes=100000"}) {}
};

TEST_F(SmallMessageLimit, FailsTheCallOfALargerResultAndKeepsTheServer) {
  EXPECT_THAT(client_.use_text("dev", "s", "huge", R"({"bytes":200000})"),
              testing::StartsWith("[dev/s/huge] Error: the answer could not be read: "));
  EXPECT_EQ(member(client_.use("dev", "s", "echo", R"({"n":1})"), "echo"), R"({"n":1})");
}

TEST_F(SmallMessageLimit, RefusesALargerRequestByItsIdAndKeepsTheSession) {
  const std::string answer = client_.answer_to(client_.send("ping", "{\"x\":\"" + std::string(200'000, 'x') + "\"}"));
  EXPECT_EQ(member(answer, "error.code"), "-32600");
  EXPECT_EQ(client_.request("ping", "{}"), "{}");
}

}  // namespace
