// The example authenticator in a run of the whole program, which loads it from where it was installed.

#include "operator.hpp"

namespace {

using namespace http_fixture;

class AnAuthenticatorOfAPlugin : public testing::Test {
 protected:
  static std::string toolboxes() {
    return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s") + R"(}},)" +
                          R"("ops":{"description":"o","requires":["mcp:ops"],"mcpServers":{)" + fake_server("s") +
                          "}}");
  }
  std::vector<std::string> options() const {
    auto options = listener_options({"accessLog=true"});
    options.insert(
        options.end(),
        {"-D", "plugins.load=stdio-transport,http-transport,filters,meta-tools," PLUGIN_FOLDER "/api-keys.so", "-D",
         "authenticators=api-keys", "-D", "authenticator.api-keys.file=" + keys_.string()});
    return options;
  }
  [[nodiscard]] HttpResponse use_echo(const std::string& toolbox, const HttpHeaders& credentials) {
    HttpClient client(workbench_.port());
    std::string lines;
    for (const auto& [name, value] : credentials) lines.append(name).append(": ").append(value).append("\r\n");
    send_modern(client, "tools/call",
                R"("name":"use_tool","arguments":{"tool":{"toolbox":")" + toolbox +
                    R"(","server":"s","tool":"echo"},"arguments":{}})",
                "use_tool", lines);
    return client.read_answer();
  }

  const TemporaryFolder folder_;
  const std::filesystem::path keys_ = folder_.write("keys.txt", "ada key-of-ada\nbob key-of-bob mcp:dev\n");
  HttpWorkbench workbench_{toolboxes(), options()};
};

TEST_F(AnAuthenticatorOfAPlugin, LetsItsClientsInUnderItsOwnName) {
  EXPECT_EQ(use_echo("dev", {{"X-Api-Key", "key-of-ada"}}).status, 200);
  workbench_.process().wait_for_error_text("[access] 127.0.0.1 api-keys:ada POST /mcp 200 ");
}

TEST_F(AnAuthenticatorOfAPlugin, GrantsTheScopesThatItNames) {
  EXPECT_EQ(use_echo("ops", {{"X-Api-Key", "key-of-ada"}}).status, 200);
  EXPECT_EQ(use_echo("dev", {{"X-Api-Key", "key-of-bob"}}).status, 200);
  const HttpResponse refused = use_echo("ops", {{"X-Api-Key", "key-of-bob"}});
  EXPECT_EQ(refused.status, 403);
  EXPECT_THAT(refused.body, HasSubstr("mcp:ops"));
}

TEST_F(AnAuthenticatorOfAPlugin, AsksOthersForItsCredentials) {
  for (const HttpHeaders& credentials : {HttpHeaders{}, HttpHeaders{{"X-Api-Key", "key-of-eve"}}}) {
    const HttpResponse refused = use_echo("dev", credentials);
    EXPECT_EQ(refused.status, 401);
    EXPECT_THAT(refused.headers.at("www-authenticate"), HasSubstr("ApiKey header=\"X-Api-Key\""));
  }
  workbench_.process().wait_for_error_text("api-keys: unknown key");
}

}  // namespace
