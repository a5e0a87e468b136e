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

/// The call of the client that is not to be held up. No other client calls its server.
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

/// What one message or request of another client may hold a ping up for, in milliseconds of the processor.
constexpr double kMaxHeldByOne = 20 * kSlowness;

const HttpHeaders kHeadersOfPing = with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "ping"}});
const std::string kModernPing =
    R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{)" + modern_request_metadata() + "}}}";

/// A request that drives one option of the listener to its limit, and the beginning of its answer.
struct LargestRequest {
  const char* name;
  std::string (*bytes)(const HttpWorkbench& workbench);
  const char* answer;

  friend void PrintTo(const LargestRequest& request, std::ostream* out) { *out << request.name; }
};

std::string head_of(const std::string& more) {
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + more;
}

/// A batch in a session of the only revision that has batches.
std::string batch_of(const HttpWorkbench& workbench, int members, const std::string& one) {
  std::string batch = "[";
  for (int id = 1; id <= members; ++id) batch += R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + "," + one + "},";
  batch.back() = ']';
  return head_of("Mcp-Session-Id: " + workbench.initialize("2025-03-26") +
                 "\r\nContent-Length: " + std::to_string(batch.size()) + "\r\n\r\n") +
         batch;
}

const LargestRequest kLargestRequests[] = {
    {"ABodyOf16Megabytes",
     [](const HttpWorkbench&) {
       return head_of("Content-Length: " + std::to_string(kBody) + "\r\n\r\n") + std::string(kBody, '1');
     },
     "HTTP/1.1 400"},
    {"ABodyInTinyChunks",
     [](const HttpWorkbench&) {
       std::string text = head_of("Transfer-Encoding: chunked\r\n\r\n");
       for (int chunk = 0; chunk != 500'000; ++chunk) text += "1\r\n1\r\n";
       return text + "0\r\n\r\n";
     },
     "HTTP/1.1 400"},
    {"ABatchOfAThousandPings",
     [](const HttpWorkbench& workbench) { return batch_of(workbench, 1'000, R"("method":"ping")"); }, "HTTP/1.1 200"},
    {"ABatchOfAThousandCalls",
     [](const HttpWorkbench& workbench) {
       return batch_of(workbench, 1'000, R"("method":"tools/call","params":{)" + use("echo") + "}");
     },
     "HTTP/1.1 200"},
    {"ABatchOfTenThousand",
     [](const HttpWorkbench& workbench) { return batch_of(workbench, 10'000, R"("method":"ping")"); }, "HTTP/1.1 400"},
    {"AHundredHeaders",
     [](const HttpWorkbench&) {
       std::string headers;
       for (int header = 0; header != 100; ++header) headers += "X-Header: " + std::string(140, 'x') + "\r\n";
       return head_of(headers + "Content-Length: 2\r\n\r\n{}");
     },
     "HTTP/1.1 400"},
    {"AThousandHeaders",
     [](const HttpWorkbench&) {
       std::string headers;
       for (int header = 0; header != 990; ++header) headers += "X: " + std::string(8, 'x') + "\r\n";
       return head_of(headers + "Content-Length: 2\r\n\r\n{}");
     },
     "HTTP/1.1 400"},
    {"ThousandsOfHeaders",
     [](const HttpWorkbench&) {
       std::string headers;
       for (int header = 0; header != 3'000; ++header) headers += "X:\r\n";
       return head_of(headers + "Content-Length: 2\r\n\r\n{}");
     },
     "HTTP/1.1 431"},
};

class APingBesideTheLargestRequest : public testing::TestWithParam<LargestRequest> {};

TEST_P(APingBesideTheLargestRequest, IsAnsweredWithinTwentyMilliseconds) {
  HttpWorkbench workbench(toolboxes());
  HttpClient caller(workbench.port());
  const auto ping = [&] {
    const auto answer = caller.ask("POST", "/mcp", kHeadersOfPing, kModernPing);
    if (answer.status != 200 && answer.status != 404) throw std::runtime_error(answer.body);
  };
  const auto send_largest = [&] {
    for (int round = 0; round != 3; ++round) {
      RawConnection sender(workbench.port());
      sender.write(GetParam().bytes(workbench));
      const std::string answer = sender.read_until("\r\n");
      if (!answer.starts_with(GetParam().answer)) throw std::runtime_error(answer);
    }
  };
  ping();
  send_largest();  // a server may have to be started
  print("usually", usual_latency_of(workbench.process().pid(), ping));
  const Latency latency = latency_of(workbench.process().pid(), ping, send_largest);
  print(GetParam().name, latency);
  EXPECT_LT(latency.worst_processor_time, kMaxHeldByOne);
}

INSTANTIATE_TEST_SUITE_P(Requests, APingBesideTheLargestRequest, testing::ValuesIn(kLargestRequests),
                         [](const auto& tested) { return std::string(tested.param.name); });

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
