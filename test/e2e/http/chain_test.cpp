// One workbench behind another: the HTTP listener and the transport to servers at a URL, both real, over TLS.

#include "fixture.hpp"

namespace {

using namespace http_fixture;

const std::string kCertificates = TEST_CERTIFICATES;

/// Has TLS, and requires a token.
class FarWorkbench : public HttpWorkbench {
 public:
  FarWorkbench()
      : HttpWorkbench(
            dev_toolbox(),
            {"-D", "listener.http.certificate=" + kCertificates + "/localhost.pem", "-D",
             "listener.http.key=" + kCertificates + "/localhost.key", "-D", "listener.http.tokensVariable=TOKENS"},
            {{"TOKENS", R"({"near":{"token":"a-token"}})"}}) {}
};

std::string near_toolbox(const FarWorkbench& far, const std::string& token, const std::string& protocol) {
  return toolboxes_file(R"("far":{"description":"d","mcpServers":{"w":{"url":"https://localhost:)" +
                        std::to_string(far.port()) + R"(/mcp","caFile":")" + kCertificates +
                        R"(/ca.pem","protocol":")" + protocol + R"(","headers":{"Authorization":"Bearer )" + token +
                        "\"}}}}");
}

class WorkbenchBehindAnotherInEra : public testing::TestWithParam<const char*> {};

TEST_P(WorkbenchBehindAnotherInEra, IsUsedOverTlsWithAToken) {
  const FarWorkbench far;
  test_support::WorkbenchClient client(near_toolbox(far, "a-token", GetParam()));
  client.initialize();
  EXPECT_THAT(client.open("far"), HasSubstr("use_tool"));
  client.use("far", "w", "open_toolbox", R"({"toolbox_name":"dev"})");
  EXPECT_THAT(client.use("far", "w", "use_tool",
                         R"({"tool":{"toolbox":"dev","server":"s","tool":"echo"},"arguments":{"n":1.0}})"),
              HasSubstr(R"("echo":{"n":1.0})"));
  const std::string big(3'000'000, 'x');
  EXPECT_THAT(client.use("far", "w", "use_tool",
                         R"({"tool":{"toolbox":"dev","server":"s","tool":"echo"},"arguments":{"big":")" + big + "\"}}"),
              HasSubstr(big));
}

INSTANTIATE_TEST_SUITE_P(Eras, WorkbenchBehindAnotherInEra, testing::Values("modern", "legacy", "auto"));

TEST(WorkbenchBehindAnother, ReportsAnInvalidToken) {
  const FarWorkbench far;
  test_support::WorkbenchClient client(near_toolbox(far, "another", "auto"));
  client.initialize();
  EXPECT_THAT(client.open("far"), HasSubstr("401 Unauthorized; it requires authorization"));
}

TEST(ListenerWithoutTls, RefusesTlsAndGoesOn) {
  const HttpWorkbench workbench(dev_toolbox());
  test_support::WorkbenchClient client(
      toolboxes_file(R"("far":{"description":"d","mcpServers":{"w":{"url":"https://localhost:)" +
                     std::to_string(workbench.port()) + "/mcp\"}}}"));
  client.initialize();
  EXPECT_THAT(client.open("far"), HasSubstr("cannot reach the server at https://localhost"));
  EXPECT_EQ(HttpClient(workbench.port()).ask("GET", "/healthz", {}).status, 200);
}

}  // namespace
