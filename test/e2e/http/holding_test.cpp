// What takes the workbench long for one client does not hold up the calls of another.

#include <list>

#include "fixture.hpp"
#include "latency.hpp"
#include "process.hpp"
#include "tls_client.hpp"

namespace {

using namespace http_fixture;

/// How long others may hold up a call, in milliseconds of the workbench's processor time.
constexpr double kMaxHeld = 40 * kSlowness;

constexpr std::size_t kBody = 16 * 1024 * 1024;

/// The call of the client that is not to be held up. Its server is not the one that others call.
const std::string kQuickCall = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"use_tool",)"
                               R"("arguments":{"tool":{"toolbox":"dev","server":"quick","tool":"echo"},)"
                               R"("arguments":{"n":1}},"_meta":{)" +
                               modern_request_metadata() + "}}}";
const HttpHeaders kHeadersOfCall =
    with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}});

std::string toolboxes() {
  return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s") + "," + fake_server("quick") +
                        "}}");
}

void expect_echo(std::string_view response) {
  if (response.find(R"("echo":{"n":1})") == std::string_view::npos) throw std::runtime_error(std::string(response));
}

/// A call of the tool `progress`, which answers shortly, whose body has `kBody` bytes. `value` is raw JSON that
/// `filling` makes as long as it has to be.
template <typename Filling>
std::string large_call(Filling filling) {
  const std::string begin = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{)" +
                            modern_request_metadata() +
                            R"(},"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s",)"
                            R"("tool":"progress"},"arguments":{"x":)";
  const std::string end = "}}}}";
  return begin + filling(kBody - begin.size() - end.size()) + end;
}

std::string long_string(std::size_t size) {
  return '"' + std::string(size - 2, 'x') + '"';
}

std::string structure(std::size_t size) {
  constexpr std::string_view kElement = R"({"id":17,"name":"a name","tags":["one","two"],"is":true,"at":[1.5,-2e3]},)";
  std::string text = "[";
  while (text.size() + kElement.size() + 10 < size) text += kElement;
  return text + std::string(size - text.size() - 2, '1') + "]";
}

class AQuickCallBesideALargeBody : public testing::TestWithParam<std::pair<const char*, std::string (*)(std::size_t)>> {
};

TEST_P(AQuickCallBesideALargeBody, IsNotHeldUp) {
  HttpWorkbench workbench(toolboxes());
  HttpClient caller(workbench.port());
  const auto call = [&] { expect_echo(caller.ask("POST", "/mcp", kHeadersOfCall, kQuickCall).body); };
  const std::string large = large_call(GetParam().second);
  const auto send_large = [&] {
    HttpClient sender(workbench.port());
    for (int round = 0; round != 3; ++round) {
      const auto answer = sender.ask("POST", "/mcp", kHeadersOfCall, large);
      if (answer.body.find("done") == std::string::npos) throw std::runtime_error(answer.body);
    }
  };
  call();
  send_large();  // the server has started
  print("usually", usual_latency_of(workbench.process().pid(), call));
  const Latency latency = latency_of(workbench.process().pid(), call, send_large);
  print("while a client sends 16 MiB", latency);
  EXPECT_LT(latency.worst_processor_time, kMaxHeld);
}

INSTANTIATE_TEST_SUITE_P(Bodies, AQuickCallBesideALargeBody,
                         testing::Values(std::pair("LongString", &long_string), std::pair("Structure", &structure)),
                         [](const auto& tested) { return tested.param.first; });

/// The options for TLS with a new RSA key.
std::vector<std::string> tls_options(const test_support::TemporaryFolder& folder) {
  const std::string key = (folder.path() / "rsa.key").string();
  const std::string certificate = (folder.path() / "rsa.pem").string();
  test_support::Process({OPENSSL_PROGRAM, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
                         "/CN=localhost", "-keyout", key, "-out", certificate})
      .wait();
  return {"-D", "listener.http.certificate=" + certificate, "-D", "listener.http.key=" + key};
}

TEST(AQuickCallBesideTlsHandshakes, IsNotHeldUp) {
  constexpr int kClients = 25;  // a handshake takes about a millisecond of the loop, and all are ready at once
  const test_support::TemporaryFolder folder;
  HttpWorkbench workbench(toolboxes(), tls_options(folder));
  TlsClient caller(workbench.port());
  caller.finish_handshake();
  std::string request = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  for (const auto& [name, value] : kHeadersOfCall) request.append(name).append(": ").append(value).append("\r\n");
  request.append("Content-Length: " + std::to_string(kQuickCall.size()) + "\r\n\r\n").append(kQuickCall);
  const auto call = [&] {
    caller.write(request);
    expect_echo(caller.read_response());
  };
  const auto shake_hands = [&] {
    for (int round = 0; round != 3; ++round) {
      std::list<TlsClient> clients;
      for (int count = 0; count != kClients; ++count) clients.emplace_back(workbench.port());
      for (TlsClient& client : clients) client.begin_handshake();
      for (TlsClient& client : clients) client.finish_handshake();
    }
  };
  call();
  print("usually", usual_latency_of(workbench.process().pid(), call));
  const Latency latency = latency_of(workbench.process().pid(), call, shake_hands);
  print("while 25 clients do TLS handshakes", latency);
  EXPECT_LT(latency.worst_processor_time, kMaxHeld);
}

}  // namespace
