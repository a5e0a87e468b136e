// Cancellation and time limits reach the server, and nobody waits for ever.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;

std::string one_server(std::string_view more_members = {}) {
  return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s", {}, more_members) + "}}");
}

constexpr const char* kHang =
    R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"hang"},"arguments":{}}})";

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

TEST(Cancellation, OfOneCallLeavesTheOthersAlone) {
  WorkbenchClient client(one_server());
  client.initialize();
  client.open("dev");
  const int first = client.send("tools/call", kHang);
  const int second = client.send(
      "tools/call",
      R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"sleep"},"arguments":{"ms":30}}})");
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

TEST(Cancellation, OfAnOpeningDoesNotStopTheOpeningForOthers) {
  WorkbenchClient client(one_server());
  client.initialize();
  const int opening = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(opening) + "}");
  EXPECT_EQ(member(first_text(client.open("dev")), "servers_connected"), "1");
}

TEST(TimeLimit, OfACallIsToldToTheClientAndTheServer) {
  WorkbenchClient client(one_server(R"("callTimeoutMs":150)"));
  client.initialize();
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "s", "hang"), "[dev/s/hang] Error: no answer within 150 ms");
  EXPECT_EQ(client.use_text("dev", "s", "cancel_count"), "1");
}

TEST(TimeLimit, OfAllCallsIsASetting) {
  WorkbenchClient client(one_server(), {"-D", "limits.call=120"});
  client.initialize();
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "s", "hang"), "[dev/s/hang] Error: no answer within 120 ms");
}

}  // namespace
