// Traces through the whole program: the chain of parents from an agent over the workbench to a server, in both eras,
// and collectors that are dead, slow or overloaded, which no call notices.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <future>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>

#include <csignal>

#include "http_client.hpp"
#include "scripted_http_server.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::Not;

const std::string kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kAgentSpan = "00f067aa0ba902b7";
const std::string kContext =
    R"("traceparent":"00-)" + kTrace + "-" + kAgentSpan + R"(-01","tracestate":"rojo=1","baggage":"a=b")";

std::string text(std::string_view object, std::string_view path) {
  const std::string value = member(object, path);
  return value.empty() ? value : characters(value);
}

/// The spans that a collector has received, each as raw JSON.
std::vector<std::string> spans_in(const ScriptedServer& collector) {
  std::vector<std::string> spans;
  for (const SeenRequest& request : collector.requests()) {
    const std::string resource = elements(member(request.body, "resourceSpans")).front();
    const std::string scope = elements(member(resource, "scopeSpans")).front();
    for (std::string& span : elements(member(scope, "spans"))) spans.push_back(std::move(span));
  }
  return spans;
}

std::string span_named(const std::vector<std::string>& spans, std::string_view name) {
  for (const std::string& span : spans) {
    if (text(span, "name") == name) return span;
  }
  ADD_FAILURE() << "there is no span " << name;
  return "{}";
}

std::vector<std::string> endpoint(const std::string& url) {
  return {"-D", "traces.otlp.endpoint=" + url};
}

void accept_spans(const SeenRequest&, Reply& reply) {
  reply.json("{}");
}

/// Ends the workbench, which sends what it has left.
void end(WorkbenchClient& client) {
  client.process().close_input();
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
}

struct Eras {
  bool is_client_modern;
  bool is_server_modern;
};

class ParentChain : public testing::TestWithParam<Eras> {
 protected:
  ParentChain()
      : client_(dev_toolbox(fake_server("s", GetParam().is_server_modern ? std::vector<std::string>{"--modern"}
                                                                         : std::vector<std::string>{})),
                endpoint(collector_.url(""))) {
    if (!GetParam().is_client_modern) client_.initialize();
  }

  std::string use(std::string_view tool, const std::string& context = {}) {
    const std::string era = GetParam().is_client_modern ? modern_request_metadata() : std::string();
    const std::string comma = era.empty() || context.empty() ? "" : ",";
    return client_.request("tools/call",
                           use_tool_params("dev", "s", tool, "{}", "\"_meta\":{" + era + comma + context + "}"));
  }

  ScriptedServer collector_{accept_spans};
  WorkbenchClient client_;
};

INSTANTIATE_TEST_SUITE_P(InAllEras, ParentChain,
                         testing::Values(Eras{false, false}, Eras{false, true}, Eras{true, false}, Eras{true, true}));

TEST_P(ParentChain, LeadsFromTheAgentOverTheWorkbenchToTheServer) {
  if (GetParam().is_client_modern) {
    client_.request("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"},"_meta":{)" +
                                      modern_request_metadata() + "}}");
  } else {
    client_.open("dev");
  }
  use("echo", kContext);
  const std::string received = member(use("last_call_params"), "params");
  end(client_);
  const auto spans = spans_in(collector_);
  const std::string of_workbench = span_named(spans, "tools/call use_tool");
  const std::string to_server = span_named(spans, "tools/call echo");

  EXPECT_EQ(text(of_workbench, "traceId"), kTrace);
  EXPECT_EQ(text(of_workbench, "parentSpanId"), kAgentSpan);
  EXPECT_EQ(member(of_workbench, "kind"), "2");
  EXPECT_EQ(text(to_server, "traceId"), kTrace);
  EXPECT_EQ(text(to_server, "parentSpanId"), text(of_workbench, "spanId"));
  EXPECT_EQ(member(to_server, "kind"), "3");
  EXPECT_EQ(text(received, "_meta.traceparent"), "00-" + kTrace + "-" + text(to_server, "spanId") + "-01");
  EXPECT_EQ(text(received, "_meta.tracestate"), "rojo=1");
  EXPECT_EQ(text(received, "_meta.baggage"), "a=b");
}

TEST_P(ParentChain, BeginsHereIfTheAgentTracesNothing) {
  const std::string opening = R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"})";
  client_.request("tools/call",
                  opening + (GetParam().is_client_modern ? ",\"_meta\":{" + modern_request_metadata() + "}}" : "}"));
  use("echo");
  const std::string received = member(use("last_call_params"), "params");
  end(client_);
  const auto spans = spans_in(collector_);
  const std::string of_workbench = span_named(spans, "tools/call use_tool");
  EXPECT_EQ(member(of_workbench, "parentSpanId"), "");
  const std::string to_server = span_named(spans, "tools/call echo");
  EXPECT_EQ(text(received, "_meta.traceparent"),
            "00-" + text(of_workbench, "traceId") + "-" + text(to_server, "spanId") + "-01");
}

TEST_P(ParentChain, HasTheStartOfTheServerBelowTheRequestThatNeedsIt) {
  const std::string era = GetParam().is_client_modern ? modern_request_metadata() + "," : "";
  client_.request("tools/call",
                  R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"},"_meta":{)" + era + kContext + "}}");
  end(client_);
  const auto spans = spans_in(collector_);
  const std::string start = span_named(spans, "start dev/s");
  EXPECT_EQ(text(start, "traceId"), kTrace);
  EXPECT_EQ(text(start, "parentSpanId"), text(span_named(spans, "tools/call open_toolbox"), "spanId"));
  EXPECT_EQ(text(span_named(spans, "queue dev/s"), "parentSpanId"), text(start, "spanId"));
}

/// The attribute of a span, as raw JSON of its value.
std::string attribute(std::string_view span, std::string_view name) {
  for (const std::string& one : elements(member(span, "attributes"))) {
    if (text(one, "key") == name) return member(one, "value");
  }
  return {};
}

TEST(Spans, HaveTheNamesOfTheSemanticConventionsAndNeitherArgumentsNorResults) {
  ScriptedServer collector(accept_spans);
  WorkbenchClient client(dev_toolbox(fake_server("s")), endpoint(collector.url("")));
  client.initialize();
  client.open("dev");
  client.use("dev", "s", "echo", R"({"secret":"swordfish"})");
  client.use("dev", "s", "jsonrpc_error", R"({"code":-32123})");
  client.use("dev", "s", "raw_result", R"({"result":{"content":[],"isError":true}})");
  end(client);
  const auto spans = spans_in(collector);
  const std::string echo = span_named(spans, "tools/call echo");
  EXPECT_EQ(attribute(echo, "mcp.method.name"), R"({"stringValue":"tools/call"})");
  EXPECT_EQ(attribute(echo, "gen_ai.tool.name"), R"({"stringValue":"echo"})");
  EXPECT_EQ(attribute(echo, "gen_ai.operation.name"), R"({"stringValue":"execute_tool"})");
  EXPECT_EQ(attribute(echo, "network.transport"), R"({"stringValue":"pipe"})");
  EXPECT_EQ(attribute(echo, "mcp_workbench.toolbox"), R"({"stringValue":"dev"})");
  EXPECT_EQ(attribute(echo, "error.type"), "");
  EXPECT_EQ(member(echo, "status"), "");
  const std::string refused = span_named(spans, "tools/call jsonrpc_error");
  EXPECT_EQ(attribute(refused, "error.type"), R"({"stringValue":"-32123"})");
  EXPECT_EQ(attribute(refused, "rpc.response.status_code"), R"({"stringValue":"-32123"})");
  EXPECT_EQ(member(refused, "status.code"), "2");
  EXPECT_EQ(attribute(span_named(spans, "tools/call raw_result"), "error.type"), R"({"stringValue":"tool_error"})");
  EXPECT_EQ(attribute(span_named(spans, "initialize"), "mcp.method.name"), R"({"stringValue":"initialize"})");
  for (const std::string& span : spans) EXPECT_THAT(span, Not(HasSubstr("swordfish")));
}

TEST(Traces, AreOffWithoutAnEndpointAndTheAgentsContextPassesUnchanged) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  client.request("tools/call", use_tool_params("dev", "s", "echo", "{}", "\"_meta\":{" + kContext + "}"));
  EXPECT_EQ(text(member(client.use("dev", "s", "last_call_params"), "params"), "_meta.traceparent"),
            "00-" + kTrace + "-" + kAgentSpan + "-01");
  const std::string maps = "/proc/" + std::to_string(client.process().pid()) + "/maps";
  std::ifstream file(maps);
  const std::string libraries((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_THAT(libraries, HasSubstr("traces.so"));
  EXPECT_THAT(libraries, Not(HasSubstr("libcurl")));
}

/// A call over HTTP in a legacy session, and the spans of it.
std::vector<std::string> spans_of_call_over_http(const std::string& meta, const HttpHeaders& headers) {
  ScriptedServer collector(accept_spans);
  HttpWorkbench workbench(dev_toolbox(fake_server("s")), endpoint(collector.url("")));
  HttpHeaders of_session = headers;
  of_session.emplace_back("Mcp-Session-Id", workbench.initialize());
  const HttpResponse response =
      workbench.post(R"({"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{)" + meta + "}}}", of_session);
  EXPECT_THAT(response.body, HasSubstr("open_toolbox"));
  workbench.process().send_signal(SIGTERM);
  workbench.process().wait();
  return spans_in(collector);
}

TEST(HeadersOfHttp, NameTheParentOfARequestThatNamesNone) {
  const std::string parent = "00-" + kTrace + "-" + kAgentSpan + "-01";
  const auto spans = spans_of_call_over_http("", {{"traceparent", parent}, {"tracestate", "rojo=1"}});
  const std::string list = span_named(spans, "tools/list");
  EXPECT_EQ(text(list, "traceId"), kTrace);
  EXPECT_EQ(text(list, "parentSpanId"), kAgentSpan);
  EXPECT_EQ(text(list, "traceState"), "rojo=1");
}

TEST(HeadersOfHttp, GiveWayToTheRequestItself) {
  const auto spans = spans_of_call_over_http(kContext, {{"traceparent", "00-" + kTrace + "-1111111111111111-01"}});
  EXPECT_EQ(text(span_named(spans, "tools/list"), "parentSpanId"), kAgentSpan);
}

TEST(HeadersOfHttp, ThatAreMalformedBeginATrace) {
  const auto spans = spans_of_call_over_http("", {{"traceparent", "00-\"}}"}});
  EXPECT_EQ(member(span_named(spans, "tools/list"), "parentSpanId"), "");
}

constexpr int kCalls = 100;

/// All calls are answered, and the workbench ends in time.
void expect_answers(WorkbenchClient& client) {
  for (int i = 0; i < kCalls; ++i) {
    ASSERT_EQ(member(client.use("dev", "s", "echo", R"({"a":1})"), "echo"), R"({"a":1})");
  }
  end(client);
}

class CollectorInTrouble : public testing::Test {
 protected:
  void start(const std::string& url) {
    client_.emplace(dev_toolbox(fake_server("s")), endpoint(url),
                    std::map<std::string, std::string>{{"OTEL_BSP_SCHEDULE_DELAY", "1"}});
    client_->initialize();
    client_->open("dev");
  }

  std::optional<WorkbenchClient> client_;
};

TEST_F(CollectorInTrouble, ThatIsDeadIsNotNoticedByCalls) {
  std::string url;
  { url = ScriptedServer(accept_spans).url(""); }
  start(url);
  expect_answers(*client_);
  EXPECT_THAT(client_->process().errors(), HasSubstr("spans lost: "));
}

TEST_F(CollectorInTrouble, ThatDoesNotAnswerIsNotNoticedByCalls) {
  std::promise<void> received;
  std::once_flag once;
  ScriptedServer collector([&](const SeenRequest&, Reply& reply) {
    std::call_once(once, [&] { received.set_value(); });
    EXPECT_TRUE(reply.wait_for_end());
    reply.close();
  });
  start(collector.url(""));
  ASSERT_EQ(received.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
  expect_answers(*client_);  // while the collector has the first batch
}

TEST_F(CollectorInTrouble, ThatIsOverloadedIsLeftAloneAndNotNoticedByCalls) {
  std::promise<void> received;
  std::once_flag once;
  ScriptedServer collector([&](const SeenRequest&, Reply& reply) {
    reply.send(429, "text/plain", "", {"Retry-After: 30"});
    std::call_once(once, [&] { received.set_value(); });
  });
  start(collector.url(""));
  ASSERT_EQ(received.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
  for (int i = 0; i < kCalls; ++i) client_->use("dev", "s", "echo");
  EXPECT_EQ(collector.requests().size(), 1U);  // the second comes after the time that it has named, or at the end
  expect_answers(*client_);
}

}  // namespace
