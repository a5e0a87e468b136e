// The middleware, from calls to what a scrape shows.

#include "call_metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include <workbench/testing/middleware_contract.hpp>

namespace workbench::metrics {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class CallMetricsTest : public testing::Test {
 protected:
  CallMetrics& metrics() {
    if (call_metrics == nullptr) call_metrics = std::make_unique<CallMetrics>(options, host);
    return *call_metrics;
  }
  void call(const ToolIdentifier& tool, Middleware::Next next) {
    metrics().on_tool_call(tool, client.call(), std::move(next));
  }
  void call(const std::string& tool, ToolResult result = ToolResult::text("done")) {
    call({"dev", "files", tool}, [&](ToolCall passed) { passed.result(std::move(result)); });
  }

  Options options;
  test::LoopHost host;
  test::EmptyToolboxes toolboxes;
  test::RecordingClient client{host, toolboxes};
  std::unique_ptr<CallMetrics> call_metrics;
};

TEST_F(CallMetricsTest, CountsCallsByToolboxServerToolAndOutcome) {
  call("read");
  call("read");
  call("read", ToolResult::error("no such file"));
  call({"dev", "files", "read"}, [](ToolCall passed) { passed.fail({ErrorKind::timed_out, "too slow"}); });

  const std::string text = host.metrics();
  const auto line = [](const std::string& outcome, int count) {
    return "\nmcp_workbench_tool_calls_total{toolbox=\"dev\",server=\"files\",tool=\"read\",outcome=\"" + outcome +
           "\"} " + std::to_string(count) + "\n";
  };
  EXPECT_THAT(text, HasSubstr("# TYPE mcp_workbench_tool_calls_total counter\n"));
  EXPECT_THAT(text, HasSubstr(line("result", 2)));
  EXPECT_THAT(text, HasSubstr(line("tool_error", 1)));
  EXPECT_THAT(text, HasSubstr(line("timed_out", 1)));
  EXPECT_THAT(text, Not(HasSubstr("outcome=\"busy\"")));
}

TEST_F(CallMetricsTest, HasTheLatenciesOfEachToolAsAHistogram) {
  call("read");
  call("read");
  const std::string text = host.metrics();
  const std::string labels = R"({toolbox="dev",server="files",tool="read")";
  EXPECT_THAT(text, HasSubstr("# TYPE mcp_workbench_tool_call_duration_seconds histogram\n"));
  EXPECT_THAT(text, HasSubstr("mcp_workbench_tool_call_duration_seconds_bucket" + labels + ",le=\"60\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("mcp_workbench_tool_call_duration_seconds_bucket" + labels + ",le=\"+Inf\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("mcp_workbench_tool_call_duration_seconds_count" + labels + "} 2\n"));
}

TEST(ToolCounts, PutAnObservationIntoTheFirstBucketThatIsNotSmaller) {
  test::LoopHost host;
  ToolCounts counts({"t", "s", "n"});
  counts.record("result", std::chrono::milliseconds(1));     // le 0.001
  counts.record("result", std::chrono::microseconds(1001));  // le 0.005
  counts.record("result", std::chrono::seconds(61));         // le +Inf
  const auto collector = host.add_metrics([&](MetricsWriter& writer) {
    writer.family("mcp_workbench_x", MetricType::histogram, "X.");
    counts.write_latencies(writer);
  });
  const std::string text = host.metrics();
  EXPECT_THAT(text, HasSubstr("le=\"0.001\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("le=\"0.005\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("le=\"60\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("le=\"+Inf\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("_sum{toolbox=\"t\",server=\"s\",tool=\"n\"} 61.002001\n"));
}

TEST_F(CallMetricsTest, CountsACallThatIsCancelled) {
  std::vector<ToolCall> kept;
  call({"dev", "files", "read"}, [&](ToolCall passed) { kept.push_back(std::move(passed)); });
  client.cancel();
  EXPECT_THAT(host.metrics(), HasSubstr("tool=\"read\",outcome=\"cancelled\"} 1\n"));
}

TEST_F(CallMetricsTest, CountsToolsThatDoNotExistTogether) {
  for (int index = 0; index != 100; ++index) {
    call({"x" + std::to_string(index), "y", "z"},
         [](ToolCall passed) { passed.result(ToolResult::error("not found", ErrorKind::not_found)); });
  }
  const std::string text = host.metrics();
  EXPECT_THAT(text, HasSubstr(R"({toolbox="other",server="other",tool="other",outcome="refused"} 100)"));
  EXPECT_THAT(text, Not(HasSubstr("x7")));
}

TEST_F(CallMetricsTest, CountsToolsBeyondItsLimitTogether) {
  options.set("maxTools", std::int64_t{2});
  for (const char* const tool : {"a", "b", "c", "d", "a"}) call(tool);
  const std::string text = host.metrics();
  EXPECT_THAT(text, HasSubstr("tool=\"a\",outcome=\"result\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("tool=\"b\",outcome=\"result\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("tool=\"other\",outcome=\"result\"} 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("tool=\"c\"")));
}

TEST_F(CallMetricsTest, ShowsNothingBeforeTheFirstCallAndAfterItsEnd) {
  metrics();
  EXPECT_THAT(host.metrics(), IsEmpty());
  call("read");
  call_metrics.reset();
  EXPECT_THAT(host.metrics(), IsEmpty());
}

TEST(CallMetricsOptions, RefuseALimitThatIsOutOfRange) {
  for (const std::int64_t max_tools : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{10'001}}) {
    Options options;
    options.set("maxTools", max_tools);
    EXPECT_THAT(CallMetrics::check(options), SizeIs(1)) << max_tools;
  }
  EXPECT_THAT(CallMetrics::check(Options()), IsEmpty());
}

TEST_F(CallMetricsTest, HasTheFamiliesAndBoundsThatItsReadmeNames) {
  std::ifstream file(METRICS_REFERENCE, std::ios::binary);
  const std::string readme{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  call("read");
  const std::string text = host.metrics();
  std::string bounds;
  for (const double bound : kBounds) {
    std::string number = std::to_string(bound);
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
    bounds += (bounds.empty() ? "" : ", ") + number;
  }
  EXPECT_THAT(readme, HasSubstr(bounds));
  for (const char* const family : {"mcp_workbench_tool_calls_total", "mcp_workbench_tool_call_duration_seconds"}) {
    EXPECT_THAT(readme, HasSubstr("`" + std::string(family) + "`"));
    EXPECT_THAT(text, HasSubstr("# TYPE " + std::string(family) + " "));
  }
  for (const OptionDescription& option : CallMetrics::option_descriptions()) {
    EXPECT_THAT(readme, HasSubstr("| `" + option.name + "` |"));
  }
}

}  // namespace
}  // namespace workbench::metrics

namespace workbench::test {

struct CallMetricsFixture {
  std::unique_ptr<Middleware> make(Host& host) { return std::make_unique<metrics::CallMetrics>(Options(), host); }
};
INSTANTIATE_TYPED_TEST_SUITE_P(CallMetrics, MiddlewareContract, CallMetricsFixture);

}  // namespace workbench::test
