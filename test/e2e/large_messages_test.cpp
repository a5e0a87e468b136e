// Messages of tens of megabytes pass, memory follows the message and comes back, and a client that does not read
// stops what is read for it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "workbench_client.hpp"

namespace {

using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;

constexpr std::size_t kThirtyMegabytes = 30'000'000;

class LargeMessages : public testing::Test {
 protected:
  explicit LargeMessages(const std::vector<std::string>& options = {})
      : client_(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s") + "}}"), options) {
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

#if !defined(__SANITIZE_ADDRESS__)  // whose allocator keeps what is freed
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

TEST_F(LargeMessages, AClientThatDoesNotReadStopsWhatIsReadForIt) {
  client_.use("dev", "s", "echo");
  const std::size_t before = status_kb("VmRSS");
  std::vector<int> ids;
  for (int call = 0; call < 100; ++call) {
    ids.push_back(client_.send("tools/call",
                               R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"huge"},)"
                               R"("arguments":{"bytes":1000000}}})"));
  }
  // Nothing has been read yet; a ping that is answered at last shows that all of it has been dealt with.
  for (const int id : ids) EXPECT_GE(client_.answer_to(id).size(), 1'000'000U);
  EXPECT_LT(status_kb("VmHWM"), before + 40 * 1024);
}
#endif

class SmallLimit : public LargeMessages {
 protected:
  SmallLimit() : LargeMessages({"-D", "limits.messageBytes=100000"}) {}
};

TEST_F(SmallLimit, AResultAboveItIsAnErrorForItsCallAndTheServerGoesOn) {
  EXPECT_THAT(client_.use_text("dev", "s", "huge", R"({"bytes":200000})"),
              testing::StartsWith("[dev/s/huge] Error: the answer could not be read: "));
  EXPECT_EQ(member(client_.use("dev", "s", "echo", R"({"n":1})"), "echo"), R"({"n":1})");
}

TEST_F(SmallLimit, ARequestAboveItIsRefusedByItsIdAndTheSessionGoesOn) {
  const std::string answer = client_.answer_to(client_.send("ping", "{\"x\":\"" + std::string(200'000, 'x') + "\"}"));
  EXPECT_EQ(member(answer, "error.code"), "-32600");
  EXPECT_EQ(client_.request("ping", "{}"), "{}");
}

}  // namespace
