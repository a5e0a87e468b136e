// The workbench behind nginx, both as config-samples/nginx sets them up.

#include <csignal>
#include <stdexcept>
#include <utility>

#include "file_contents.hpp"
#include "operator.hpp"
#include "reserved_port.hpp"
#include "sample_tokens.hpp"
#include "tls_client.hpp"

namespace {

using namespace http_fixture;
using test_support::contents_of;

const std::string kSample = WORKBENCH_SAMPLES "/nginx";
const std::string kToken = std::string("Authorization: Bearer ") + SampleTokens::kAda + "\r\n";

/// The sample's server block, at another port, for another workbench, and with a certificate that exists.
std::string server_block(std::uint16_t port, std::uint16_t workbench) {
  const std::string certificates = TEST_CERTIFICATES;
  const std::vector<std::pair<std::string, std::string>> replacements{
      {"listen 443 ssl;", "listen 127.0.0.1:" + std::to_string(port) + " ssl reuseport;"},
      {"127.0.0.1:8464", "127.0.0.1:" + std::to_string(workbench)},
      {"/etc/ssl/mcp.pem", certificates + "/localhost.pem"},
      {"/etc/ssl/private/mcp.key", certificates + "/localhost.key"}};
  std::string text = contents_of(kSample + "/mcp-workbench.conf");
  for (const auto& [in_sample, here] : replacements) {
    const std::size_t position = text.find(in_sample);
    if (position == std::string::npos) throw std::runtime_error("the sample does not have " + in_sample);
    text.replace(position, in_sample.size(), here);
  }
  return text;
}

/// nginx in a folder of its own. It has ended when this is destroyed.
class Nginx {
 public:
  /// `user` connects to the workbench; only root can be followed by another one.
  explicit Nginx(std::uint16_t workbench, const std::string& user = "root")
      : process_({"/usr/sbin/nginx", "-e", "stderr", "-p", folder_.path().string() + "/", "-c",
                  folder_.write("nginx.conf", configuration(workbench, user)).string()}) {
    const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
    while (!serves()) {
      if (std::chrono::steady_clock::now() < deadline) continue;
      end();
      throw std::runtime_error("nginx does not serve: " + process_.errors());
    }
  }
  ~Nginx() { end(); }
  Nginx(const Nginx&) = delete;
  Nginx& operator=(const Nginx&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_.number(); }

 private:
  // Its worker would survive SIGKILL.
  void end() {
    process_.send_signal(SIGTERM);
    EXPECT_NO_THROW(process_.wait());
  }

  [[nodiscard]] std::string configuration(std::uint16_t workbench, const std::string& user) const {
    std::string text = "daemon off;\npid nginx.pid;\nerror_log stderr;\nevents {}\n";
    if (is_root()) text += "user " + user + ";\n";
    text += "http {\naccess_log off;\n";
    for (const std::string kind : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}) {
      text.append(kind).append("_temp_path ").append(kind).append(";\n");
    }
    return text + server_block(port(), workbench) + "}\n";
  }

  [[nodiscard]] bool serves() const {
    try {
      return TlsClient(port())
          .ask("GET /healthz HTTP/1.1\r\nHost: mcp.example.com\r\n\r\n")
          .starts_with("HTTP/1.1 200 ");
    } catch (const std::exception&) {
      return false;
    }
  }

  const TemporaryFolder folder_;
  const ReservedPort port_;
  test_support::Process process_;
};

std::vector<std::string> options_of_sample(std::initializer_list<std::string> settings = {}) {
  static const SampleTokens tokens(kSample + "/tokens.json");
  std::vector<std::string> options{"--properties", kSample + "/workbench.properties", "-D",
                                   "listener.http.tokensFile=" + tokens.file()};
  for (const std::string& setting : settings) options.insert(options.end(), {"-D", "listener.http." + setting});
  return options;
}

/// A modern request that calls a tool of the server `s`.
std::string calling(const std::string& tool, const std::string& arguments, const std::string& headers = kToken,
                    const std::string& host = "mcp.example.com") {
  const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + use(tool, arguments) +
                           R"(,"_meta":{"progressToken":"t",)" + modern_request_metadata() + "}}}";
  return "POST /mcp HTTP/1.1\r\nHost: " + host +
         "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
         "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: use_tool\r\n" +
         headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

class BehindNginx : public testing::Test {
 protected:
  HttpWorkbench workbench{dev_toolbox(), options_of_sample({"accessLog=true"})};
  const Nginx nginx{workbench.port()};
};

TEST_F(BehindNginx, AClientWithATokenCallsATool) {
  TlsClient client(nginx.port());
  const std::string response = client.ask(calling("echo", R"({"n":1})"));
  EXPECT_THAT(response, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(response, HasSubstr(R"("echo":{"n":1})"));
}

TEST_F(BehindNginx, AClientWithoutATokenIsRefused) {
  TlsClient client(nginx.port());
  EXPECT_THAT(client.ask(calling("echo", "{}", "")), StartsWith("HTTP/1.1 401 "));
}

TEST_F(BehindNginx, AClientIsKnownByItsAddressWhateverItSays) {
  TlsClient client(nginx.port(), {{}, {}, {}, "127.0.0.2"});
  static_cast<void>(client.ask(calling("echo", "{}", kToken + "X-Forwarded-For: 203.0.113.9\r\n")));
  workbench.process().wait_for_error_text("[access] 127.0.0.2 ada POST /mcp 200 ");
  EXPECT_THAT(workbench.process().errors(), Not(HasSubstr("203.0.113.9")));
}

TEST_F(BehindNginx, ABodyMayBeLargerThanNginxAcceptsByDefault) {
  TlsClient client(nginx.port());
  const std::string response = client.ask(calling("sleep", R"({"ms":1,"x":")" + std::string(1'500'000, 'x') + R"("})"));
  EXPECT_THAT(response, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(response, HasSubstr("slept"));
}

TEST_F(BehindNginx, AnotherHostNameIsRefused) {
  TlsClient client(nginx.port());
  const std::string response = client.ask(calling("echo", "{}", kToken, "other.example.com"));
  EXPECT_THAT(response, StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(response, HasSubstr("Host not allowed: add it to listener.http.allowedHosts"));
}

TEST(AStreamBehindNginx, DeliversEventsAndCommentsWhileItIsOpen) {
  const HttpWorkbench workbench(dev_toolbox(), options_of_sample({"keepAliveSeconds=1"}));
  const Nginx nginx(workbench.port());
  TlsClient client(nginx.port());
  client.finish_handshake();
  client.write(calling("progress", R"({"count":2,"answer_after_ms":600000})"));
  const std::string events = client.read_until(R"("progress":2.0)");
  EXPECT_THAT(events, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(events, HasSubstr("Content-Type: text/event-stream"));
  EXPECT_THAT(client.read_until(":\n\n"), Not(HasSubstr(R"("result")")));
}

TEST(AWorkbenchWithoutTokens, RefusesNginxBecauseItRunsAsAnotherUser) {
  if (!is_root()) GTEST_SKIP() << "only root can run nginx as another user";
  const HttpWorkbench workbench(dev_toolbox(), options_of_sample({"tokensFile="}));
  const Nginx nginx(workbench.port(), "nobody nogroup");
  TlsClient client(nginx.port());
  const std::string response = client.ask(calling("echo", "{}", ""));
  EXPECT_THAT(response, StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(response, HasSubstr("Only processes of the user who runs the workbench may connect without a token"));
}

}  // namespace
