// The figures at /metrics, in Prometheus' text format, version 0.0.4.

#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "operator.hpp"

namespace {

using namespace http_fixture;

/// A family of the text format.
struct Family {
  std::string type;
  std::map<std::string, double> samples;  ///< by name and labels, as written
};

/// Reads the text format as strictly as it is specified. Throws if anything is wrong.
class MetricsText {
 public:
  explicit MetricsText(const std::string& text) {
    if (text.empty() || text.back() != '\n') throw std::runtime_error("the last line has no end");
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) read(line);
  }

  [[nodiscard]] const std::map<std::string, Family>& families() const { return families_; }
  [[nodiscard]] double value(const std::string& family, const std::string& labels = {}) const {
    return families_.at(family).samples.at(family + labels);
  }
  [[nodiscard]] std::string type(const std::string& family) const { return families_.at(family).type; }

 private:
  void read(const std::string& line) {
    std::smatch match;
    if (std::regex_match(line, match, std::regex(R"(# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\]|\\\\|\\n)+))"))) {
      helped_ = match[1];
      family_ = nullptr;
    } else if (std::regex_match(line, match,
                                std::regex("# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)"))) {
      if (match[1] != helped_) throw std::runtime_error("TYPE without HELP before it: " + line);
      begin(match[1], match[2]);
    } else {
      read_sample(line);
    }
  }

  void begin(const std::string& name, const std::string& type) {
    const auto [place, is_new] = families_.try_emplace(name, Family{type, {}});
    if (!is_new) throw std::runtime_error("the family occurs twice: " + name);
    if ((type == "counter") != name.ends_with("_total")) throw std::runtime_error("_total is for counters: " + name);
    family_ = &place->second;
    name_ = name;
  }

  void read_sample(const std::string& line) {
    static const std::regex kSample(
        R"(([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\\\|\\"|\\n)*"(?:,(?=[a-z])|(?=\})))*\})? (\S+))");
    std::smatch match;
    if (family_ == nullptr || !std::regex_match(line, match, kSample)) throw std::runtime_error("invalid: " + line);
    std::string name = match[1];
    if (family_->type == "histogram") {
      for (const char* suffix : {"_bucket", "_sum", "_count"}) {
        if (name == name_ + suffix) name = name_;
      }
    }
    if (name != name_) throw std::runtime_error("in the family " + name_ + ": " + line);
    const std::string number = match[3];
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size()) throw std::runtime_error("no number: " + line);
    if (!family_->samples.emplace(match[1].str() + match[2].str(), value).second) {
      throw std::runtime_error("the sample occurs twice: " + line);
    }
  }

  std::map<std::string, Family> families_;
  std::string helped_;
  std::string name_;
  Family* family_ = nullptr;
};

MetricsText read_metrics(const HttpWorkbench& workbench, const HttpHeaders& headers = {}) {
  auto response = HttpClient(workbench.port()).ask("GET", "/metrics", headers);
  if (response.status != 200) throw std::runtime_error(std::to_string(response.status) + " " + response.body);
  EXPECT_EQ(response.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
  return MetricsText(response.body);
}

TEST(Metrics, AreOffByDefault) {
  const HttpWorkbench workbench(dev_toolbox());
  EXPECT_EQ(HttpClient(workbench.port()).ask("GET", "/metrics", {}).status, 404);
}

TEST(Metrics, CountResponsesRefusalsConnectionsSessionsAndStreams) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"metrics=true"}));
  const std::string session = workbench.initialize();
  HttpClient listening(workbench.port());
  listening.send("GET", "/mcp", {{"Mcp-Session-Id", session}});
  ASSERT_EQ(listening.read_head().status, 200);
  static_cast<void>(workbench.post(kPing, {{"Origin", "https://evil.example"}}));
  static_cast<void>(workbench.post(kPing, {{"Host", "evil.example"}}));

  const MetricsText metrics = read_metrics(workbench);
  EXPECT_EQ(metrics.type("mcp_workbench_http_responses_total"), "counter");
  EXPECT_EQ(metrics.value("mcp_workbench_http_responses_total", R"({status="200"})"), 1) << "initialize";
  EXPECT_EQ(metrics.value("mcp_workbench_http_responses_total", R"({status="202"})"), 1) << "its notification";
  EXPECT_EQ(metrics.value("mcp_workbench_http_responses_total", R"({status="403"})"), 2);
  EXPECT_EQ(metrics.type("mcp_workbench_http_refusals_total"), "counter");
  EXPECT_EQ(metrics.value("mcp_workbench_http_refusals_total", R"({reason="origin"})"), 1);
  EXPECT_EQ(metrics.value("mcp_workbench_http_refusals_total", R"({reason="host"})"), 1);
  EXPECT_EQ(metrics.value("mcp_workbench_http_refusals_total", R"({reason="credentials"})"), 0);
  EXPECT_EQ(metrics.type("mcp_workbench_http_sessions"), "gauge");
  EXPECT_EQ(metrics.value("mcp_workbench_http_sessions"), 1);
  EXPECT_EQ(metrics.value("mcp_workbench_http_session_streams"), 1);
  EXPECT_GE(metrics.value("mcp_workbench_http_connections"), 2) << "of the stream, and of the scrape";
}

TEST(Metrics, OfToolsAreValidWhateverServersAreCalled) {
  const std::string server = R"(we \"ird\\ ünd)";  // as in JSON, and as in a label
  auto options = listener_options({"metrics=true"});
  options.insert(options.end(), {"-D", "middleware=metrics"});
  const HttpWorkbench workbench(toolboxes_file("\"dev\":{\"description\":\"d\",\"mcpServers\":{" +
                                               fake_server(characters("\"" + server + "\"")) + "}}"),
                                options);
  HttpClient client(workbench.port());
  send_modern(client, "tools/call",
              R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":")" + server +
                  R"(","tool":"echo"},"arguments":{}})",
              "use_tool");
  ASSERT_THAT(client.read_answer().body, HasSubstr("\"echo\":{}"));

  const MetricsText metrics = read_metrics(workbench);
  const std::string labels = R"({toolbox="dev",server=")" + server + R"(",tool="echo")";
  EXPECT_EQ(metrics.value("mcp_workbench_tool_calls_total", labels + R"(,outcome="result"})"), 1);
  const auto& histogram = metrics.families().at("mcp_workbench_tool_call_duration_seconds");
  EXPECT_EQ(histogram.type, "histogram");
  EXPECT_EQ(histogram.samples.at("mcp_workbench_tool_call_duration_seconds_count" + labels + "}"), 1);
  EXPECT_EQ(histogram.samples.at("mcp_workbench_tool_call_duration_seconds_bucket" + labels + R"(,le="+Inf"})"), 1);
  EXPECT_EQ(histogram.samples.at("mcp_workbench_tool_call_duration_seconds_bucket" + labels + R"(,le="60"})"), 1);
}

TEST(Metrics, CountConnectionsThatAreRefused) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"metrics=true", "connections=1"}));
  HttpClient open(workbench.port());
  ASSERT_EQ(open.ask("GET", "/healthz", {}).status, 200);
  EXPECT_EQ(HttpClient(workbench.port()).read_head().status, 503);
  const auto text = open.ask("GET", "/metrics", {}).body;
  EXPECT_EQ(MetricsText(text).value("mcp_workbench_http_refusals_total", R"({reason="connections"})"), 1);
}

TEST(Metrics, AnswerHeadWithoutABody) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"metrics=true"}));
  HttpClient client(workbench.port());
  client.send("HEAD", "/metrics", {});
  EXPECT_EQ(client.read_head().status, 200);
  EXPECT_EQ(client.ask("POST", "/metrics", with_json(), kPing).status, 405);
}

TEST(Metrics, AreForThePrincipalsThatTheTokensFileAllows) {
  HttpWorkbench workbench(dev_toolbox(), listener_options({"metrics=true", "tokensVariable=TOKENS"}),
                          {{"TOKENS", R"({"ada":{"token":"of-ada"},"prometheus":{"token":"of-it","metrics":true}})"}});
  HttpClient client(workbench.port());
  EXPECT_EQ(client.ask("GET", "/metrics", {}).status, 401);
  const auto refused = client.ask("GET", "/metrics", {{"Authorization", "Bearer of-ada"}});
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.body, "Not allowed: add \"metrics\": true to this principal's entry in the tokens file.\n");
  const MetricsText metrics = read_metrics(workbench, {{"Authorization", "Bearer of-it"}});
  EXPECT_EQ(metrics.value("mcp_workbench_http_refusals_total", R"({reason="credentials"})"), 2);
}

TEST(Metrics, AreNotForPagesOfForeignOrigins) {
  const HttpWorkbench workbench(dev_toolbox(), listener_options({"metrics=true"}));
  HttpClient client(workbench.port());
  EXPECT_EQ(client.ask("GET", "/metrics", {{"Origin", "https://evil.example"}}).status, 403);
  EXPECT_EQ(client.ask("GET", "/metrics", {{"Host", "evil.example"}}).status, 403);
}

}  // namespace
