// Modern clients (2026-07-28): every request carries its metadata.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kVersion = R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")";
const std::string kCapabilities = R"("io.modelcontextprotocol/clientCapabilities":{})";
const std::string kMeta = "\"_meta\":{" + modern_request_metadata() + "}";

std::string params(const std::string& members = {}) {
  return "{" + members + (members.empty() ? "" : ",") + kMeta + "}";
}

std::string use(const std::string& tool, const std::string& arguments = "{}") {
  return use_tool_params("dev", "s", tool, arguments, kMeta);
}

TEST(Discover, DescribesTheWorkbenchAndStartsNothing) {
  WorkbenchClient client(dev_toolbox(R"("s":{"command":"/bin/sh","args":["-c","touch started; cat"]})"));
  const std::string result = client.request("server/discover", params());
  EXPECT_EQ(member(result, "supportedVersions"), R"(["2026-07-28"])");
  EXPECT_EQ(member(result, "resultType"), R"("complete")");
  EXPECT_EQ(member(result, "cacheScope"), R"("private")");
  EXPECT_EQ(member(result, "ttlMs"), "0");
  EXPECT_THAT(member(result, "instructions"), HasSubstr("open_toolbox"));
  EXPECT_THAT(result, HasSubstr(R"("io.modelcontextprotocol/serverInfo":{"name":"mcp-workbench")"));
  EXPECT_FALSE(std::filesystem::exists("started"));
}

TEST(Discover, LeavesInitializeAvailable) {
  WorkbenchClient client(dev_toolbox(""));
  client.request("server/discover", params());
  EXPECT_EQ(member(client.initialize(), "protocolVersion"), R"("2025-11-25")");
}

TEST(ModernRequest, WithoutRequiredMetadataIsRefused) {
  WorkbenchClient client(dev_toolbox(""));
  EXPECT_THAT(client.request("tools/list", "{\"_meta\":{" + kVersion + "}}"),
              StartsWith(R"(error: {"code":-32602,"message":"tools/list: params._meta: )"
                         R"(\"io.modelcontextprotocol/clientCapabilities\" is missing)"));
  EXPECT_THAT(
      client.request("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":7,)" + kCapabilities + "}}"),
      HasSubstr("must be a string"));
}

class UnsupportedVersion : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(ModernRequest, UnsupportedVersion, testing::Values("2027-01-01", "2025-11-25"));

TEST_P(UnsupportedVersion, IsRefusedWithTheSupportedOnes) {
  WorkbenchClient client(dev_toolbox(""));
  const std::string answer = client.request("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":")" +
                                                              GetParam() + "\"," + kCapabilities + "}}");
  EXPECT_THAT(answer, StartsWith(R"(error: {"code":-32022,)"));
  EXPECT_THAT(answer, HasSubstr(R"("data":{"supported":["2026-07-28"],"requested":")" + GetParam()));
}

class LegacyMethod : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(ModernRequest, LegacyMethod,
                         testing::Values("initialize", "ping", "logging/setLevel", "resources/subscribe",
                                         "resources/unsubscribe"));

TEST_P(LegacyMethod, IsUnknownInAModernRequest) {
  WorkbenchClient client(dev_toolbox(""));
  EXPECT_THAT(client.request(GetParam(), params()), StartsWith(R"(error: {"code":-32601,)"));
}

TEST(ModernRequest, MixesWithALegacySessionOnOneConnection) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  EXPECT_THAT(client.request("tools/list", params()), HasSubstr("resultType"));
  client.initialize();
  EXPECT_THAT(client.request("tools/list", "{}"), Not(HasSubstr("resultType")));
  EXPECT_THAT(client.request("tools/list", params()), HasSubstr("resultType"));
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

TEST(ModernCall, NeedsNoOpenToolbox) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  const std::string result = client.request("tools/call", use("echo", R"({"n":1.0,"e":1e2})"));
  EXPECT_THAT(result, HasSubstr(R"("echo":{"n":1.0,"e":1e2})"));
  EXPECT_EQ(member(result, "resultType"), R"("complete")");
}

TEST(ModernCall, OfAnUnknownToolboxIsRefusedWithTheContractsText) {
  WorkbenchClient client(dev_toolbox(""));
  EXPECT_THAT(first_text(client.request("tools/call", use_tool_params("prod", "s", "t", "{}", kMeta))),
              StartsWith("Toolbox 'prod' not found"));
}

TEST(ModernCall, KeepsTheServersMeta) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  const std::string result =
      client.request("tools/call", use("raw_result", R"({"result":{"content":[],"_meta":{"k":1.0},"x":1e2}})"));
  EXPECT_EQ(member(result, "_meta.k"), "1.0");
  EXPECT_THAT(member(result, "_meta"), HasSubstr("io.modelcontextprotocol/serverInfo"));
  EXPECT_EQ(member(result, "x"), "1e2");
}

TEST(ModernClient, ListsTheSameToolsWhateverIsOpen) {
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s")), "dynamic"));
  const std::string before = client.request("tools/list", params());
  client.request("tools/call", params(R"("name":"open_toolbox","arguments":{"toolbox_name":"dev"})"));
  EXPECT_EQ(client.request("tools/list", params()), before);
  client.process().wait_for_error_text("it is shown the meta-tools alone");
}

class ForeignRequestState : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(ModernRequest, ForeignRequestState,
                         testing::Values("mcp-workbench.1.00.99999999999.00", "mcp-workbench.1.", "of another server"));

TEST_P(ForeignRequestState, IsRefused) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  const std::string state = R"("requestState":)" + test_support::quoted(GetParam()) + "," + kMeta;
  EXPECT_THAT(client.request("tools/call", use_tool_params("dev", "s", "echo", "{}", state)),
              StartsWith(R"(error: {"code":-32602,)"));
}

TEST(ModernCall, PassesTheTraceContextButNotTheClientsMetadata) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  const std::string meta =
      R"("_meta":{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","baggage":"a=1",)" +
      modern_request_metadata() + "}";
  client.request("tools/call", use_tool_params("dev", "s", "echo", "{}", meta));
  const std::string received = client.request("tools/call", use("last_call_params"));
  EXPECT_THAT(received, HasSubstr(R"("traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")"));
  EXPECT_THAT(received, HasSubstr(R"("baggage":"a=1")"));
  EXPECT_THAT(member(received, "params"), Not(HasSubstr("clientCapabilities")));
}

}  // namespace
