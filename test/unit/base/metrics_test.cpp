#include "base/metrics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

namespace workbench::base {
namespace {

/// What one collector writes, as a scrape returns it.
std::string scraped(Metrics::Collect collect) {
  Metrics metrics;
  const auto kept = metrics.add(std::move(collect));
  return metrics.text();
}

TEST(Metrics, HasHelpTypeAndSamplesOfEachFamily) {
  const std::string text = scraped([](MetricsWriter& writer) {
    writer.family("mcp_workbench_servers", MetricType::gauge, "Servers by state.");
    writer.sample({{"state", "ready"}}, 2);
    writer.sample({{"state", "starting"}, {"toolbox", "dev"}}, 0.5);
    writer.family("mcp_workbench_restarts_total", MetricType::counter, "Restarts.");
    writer.sample({}, 1'000'000);
  });
  EXPECT_EQ(text,
            "# HELP mcp_workbench_servers Servers by state.\n"
            "# TYPE mcp_workbench_servers gauge\n"
            "mcp_workbench_servers{state=\"ready\"} 2\n"
            "mcp_workbench_servers{state=\"starting\",toolbox=\"dev\"} 0.5\n"
            "# HELP mcp_workbench_restarts_total Restarts.\n"
            "# TYPE mcp_workbench_restarts_total counter\n"
            "mcp_workbench_restarts_total 1000000\n");
}

TEST(Metrics, AddsUpTheBucketsOfAHistogram) {
  const std::string text = scraped([](MetricsWriter& writer) {
    writer.family("mcp_workbench_seconds", MetricType::histogram, "Time.");
    const std::array bounds{0.1, 1.0};
    const std::array<std::uint64_t, 3> counts{3, 2, 1};
    writer.histogram({{"tool", "echo"}}, {bounds, counts, 7.25});
  });
  EXPECT_EQ(text,
            "# HELP mcp_workbench_seconds Time.\n"
            "# TYPE mcp_workbench_seconds histogram\n"
            "mcp_workbench_seconds_bucket{tool=\"echo\",le=\"0.1\"} 3\n"
            "mcp_workbench_seconds_bucket{tool=\"echo\",le=\"1\"} 5\n"
            "mcp_workbench_seconds_bucket{tool=\"echo\",le=\"+Inf\"} 6\n"
            "mcp_workbench_seconds_sum{tool=\"echo\"} 7.25\n"
            "mcp_workbench_seconds_count{tool=\"echo\"} 6\n");
}

TEST(Metrics, EscapesLabelValuesAndReplacesBytesThatAreNotUtf8) {
  const std::string text = scraped([](MetricsWriter& writer) {
    writer.family("mcp_workbench_x", MetricType::gauge, "A \\ and\na \"line\".");
    writer.sample({{"tool", "a\"b\\c\nd\xC3\xA9\xFF"}}, 1);
  });
  EXPECT_EQ(text,
            "# HELP mcp_workbench_x A \\\\ and\\na \"line\".\n"
            "# TYPE mcp_workbench_x gauge\n"
            "mcp_workbench_x{tool=\"a\\\"b\\\\c\\nd\xC3\xA9\xEF\xBF\xBD\"} 1\n");
}

TEST(Metrics, WritesTheValuesThatAreNotOrdinaryNumbers) {
  const std::string text = scraped([](MetricsWriter& writer) {
    writer.family("mcp_workbench_x", MetricType::gauge, "X.");
    writer.sample({{"n", "1"}}, HUGE_VAL);
    writer.sample({{"n", "2"}}, -HUGE_VAL);
    writer.sample({{"n", "3"}}, std::nan(""));
  });
  EXPECT_NE(text.find("{n=\"1\"} +Inf\nmcp_workbench_x{n=\"2\"} -Inf\nmcp_workbench_x{n=\"3\"} NaN\n"), text.npos);
}

TEST(Metrics, LeavesOutFamiliesWithoutSamples) {
  EXPECT_EQ(scraped([](MetricsWriter& writer) { writer.family("mcp_workbench_x", MetricType::gauge, "X."); }), "");
}

TEST(Metrics, JoinsTheFamiliesOfSeveralCollectors) {
  Metrics metrics;
  const auto collect = [](const char* name) {
    return [name](MetricsWriter& writer) {
      writer.family("mcp_workbench_x", MetricType::gauge, "X.");
      writer.sample({{"of", name}}, 1);
      writer.family("mcp_workbench_y", MetricType::gauge, "Y.");
      writer.sample({{"of", name}}, 1);
    };
  };
  const auto one = metrics.add(collect("one"));
  const auto two = metrics.add(collect("two"));
  EXPECT_EQ(metrics.text(),
            "# HELP mcp_workbench_x X.\n# TYPE mcp_workbench_x gauge\n"
            "mcp_workbench_x{of=\"one\"} 1\nmcp_workbench_x{of=\"two\"} 1\n"
            "# HELP mcp_workbench_y Y.\n# TYPE mcp_workbench_y gauge\n"
            "mcp_workbench_y{of=\"one\"} 1\nmcp_workbench_y{of=\"two\"} 1\n");
}

TEST(Metrics, CollectsUntilTheSubscriptionIsDestroyed) {
  Metrics metrics;
  int collected = 0;
  auto subscription = metrics.add([&](MetricsWriter&) { ++collected; });
  EXPECT_EQ(collected, 0);
  static_cast<void>(metrics.text());
  EXPECT_EQ(collected, 1);
  subscription.reset();
  static_cast<void>(metrics.text());
  EXPECT_EQ(collected, 1);
}

TEST(Metrics, LetsCollectorsEndThemselvesAndEachOtherAndAddOthers) {
  Metrics metrics;
  std::vector<std::unique_ptr<EventLoop::Subscription>> subscriptions;
  int collected = 0;
  for (int index = 0; index != 3; ++index) {
    subscriptions.push_back(metrics.add([&](MetricsWriter&) {
      ++collected;
      subscriptions.clear();
      subscriptions.push_back(metrics.add([&](MetricsWriter&) { collected += 100; }));
    }));
  }
  static_cast<void>(metrics.text());
  EXPECT_EQ(collected, 1);
  static_cast<void>(metrics.text());
  EXPECT_EQ(collected, 101);
}

TEST(Metrics, IsEmptyInsideACollector) {
  Metrics metrics;
  std::string inner = "not asked";
  const auto kept = metrics.add([&](MetricsWriter& writer) {
    inner = metrics.text();
    writer.family("mcp_workbench_x", MetricType::gauge, "X.");
    writer.sample({}, 1);
  });
  EXPECT_NE(metrics.text(), "");
  EXPECT_EQ(inner, "");
  EXPECT_NE(metrics.text(), "") << "the next scrape is complete";
}

TEST(Metrics, RefusesWhatTheFormatDoesNotAllow) {
  const auto refuses = [](Metrics::Collect collect) {
    EXPECT_THROW(scraped(std::move(collect)), std::invalid_argument);
  };
  for (const char* const name : {"", "mcp_workbench_caf\xC3\xA9", "mcp_workbench_a b", "requests_total", "1x"}) {
    refuses([name](MetricsWriter& writer) { writer.family(name, MetricType::gauge, "X."); });
  }
  for (const char* const label : {"", "1x", "a-b", "__name", "le"}) {
    refuses([label](MetricsWriter& writer) {
      writer.family("mcp_workbench_x", MetricType::gauge, "X.");
      writer.sample({{label, "v"}}, 1);
    });
  }
  refuses([](MetricsWriter& writer) {
    writer.family("mcp_workbench_x", MetricType::gauge, "X.");
    writer.sample({{"a", "1"}, {"a", "2"}}, 1);
  });
  refuses([](MetricsWriter& writer) { writer.sample({}, 1); });
  refuses([](MetricsWriter& writer) {
    writer.family("mcp_workbench_x", MetricType::gauge, "X.");
    writer.histogram({}, {});
  });
  refuses([](MetricsWriter& writer) {
    writer.family("mcp_workbench_x", MetricType::histogram, "X.");
    const std::array bounds{1.0, 1.0};
    const std::array<std::uint64_t, 3> counts{};
    writer.histogram({}, {bounds, counts, 0});
  });
  refuses([](MetricsWriter& writer) {
    writer.family("mcp_workbench_x", MetricType::gauge, "X.");
    writer.family("mcp_workbench_x", MetricType::counter, "X.");
  });
}

TEST(Metrics, DoesNotAddSamplesToTheFamilyOfTheCollectorBefore) {
  Metrics metrics;
  const auto one =
      metrics.add([](MetricsWriter& writer) { writer.family("mcp_workbench_x", MetricType::gauge, "X."); });
  const auto two = metrics.add([](MetricsWriter& writer) { writer.sample({}, 1); });
  EXPECT_THROW(static_cast<void>(metrics.text()), std::invalid_argument);
}

TEST(Metrics, AllowsSubscriptionsThatOutliveIt) {
  std::unique_ptr<EventLoop::Subscription> subscription;
  {
    Metrics metrics;
    subscription = metrics.add([](MetricsWriter&) {});
  }
  subscription.reset();
}

}  // namespace
}  // namespace workbench::base
