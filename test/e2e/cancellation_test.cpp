// Cancellation and time limits reach the server, and every request ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;

std::string one_server(std::string_view more_members = {}) {
  return dev_toolbox(fake_server("s", {}, more_members));
}

const std::string kHang = use_tool_params("dev", "s", "hang");

TEST(Cancellation, ReachesTheServerAndIsNotAnswered) {
  WorkbenchClient client(one_server());
  client.initialize();
  client.open("dev");
  const int hanging = client.send("tools/call", kHang);
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(hanging) + ",\"reason\":\"enough\"}");
  EXPECT_EQ(client.use_text("dev", "s", "cancel_count"), "1");

  client.process().close_input();
  EXPECT_EQ(client.process().read_all(), "");  // the cancelled call was never answered
}

TEST(Cancellation, OfOneCallLeavesOtherCallsAlone) {
  WorkbenchClient client(one_server());
  client.initialize();
  client.open("dev");
  const int first = client.send("tools/call", kHang);
  const int second = client.send("tools/call", use_tool_params("dev", "s", "sleep", R"({"ms":30})"));
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(first) + "}");
  EXPECT_EQ(member(client.answer_to(second), "result.isError"), "");
}

TEST(Cancellation, OfAnUnknownOrAnsweredRequestIsIgnored) {
  WorkbenchClient client(one_server());
  client.initialize();
  client.open("dev");
  client.notify("notifications/cancelled", R"({"requestId":12345})");
  client.notify("notifications/cancelled", R"({"requestId":"1"})");
  client.notify("notifications/cancelled", R"({})");
  EXPECT_EQ(client.use_text("dev", "s", "cancel_count"), "0");
}

TEST(Cancellation, OfOpenToolboxDoesNotStopTheOpening) {
  WorkbenchClient client(one_server());
  client.initialize();
  const int opening = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(opening) + "}");
  EXPECT_EQ(member(first_text(client.open("dev")), "servers_connected"), "1");
}

TEST(TimeLimit, OfACallFailsItAtTheClientAndCancelsItAtTheServer) {
  WorkbenchClient client(one_server(R"("callTimeoutMs":150)"));
  client.initialize();
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "s", "hang"), "[dev/s/hang] Error: no answer within 150 ms");
  EXPECT_EQ(client.use_text("dev", "s", "cancel_count"), "1");
}

TEST(TimeLimit, OfAllCallsIsSetByLimitsCall) {
  WorkbenchClient client(one_server(), {"-D", "limits.call=120"});
  client.initialize();
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "s", "hang"), "[dev/s/hang] Error: no answer within 120 ms");
}

TEST(Cancellation, OfOpenToolboxWhileServersStartDelaysNoOtherRequest) {
  WorkbenchClient client(dev_toolbox(fake_server("s", {"--silent-initialize", "--silent-discover"})));
  client.initialize();
  const int opening = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(opening) + "}");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

}  // namespace
