#include <gmock/gmock.h>

#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/middleware_contract.hpp>

#include "guide/call_counter.hpp"

namespace workbench::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Both plugins, on the host that they are given.
struct CountCalls {
  std::unique_ptr<Middleware> make(Host& host) {
    counter = provider.make_extension<example::CallCounter>(host);
    static_cast<LoopHost&>(host).provide(*counter);
    return user.make_middleware("count-calls", {}, host);
  }

  const LoadedPlugin provider{CALL_COUNTER};
  const LoadedPlugin user{COUNT_CALLS};
  std::shared_ptr<example::CallCounter> counter;
};

class CallCounterTest : public ::testing::Test {
 protected:
  void call(const std::string& toolbox, std::optional<ErrorKind> failure = std::nullopt) {
    middleware->on_tool_call({toolbox, "files", "read"}, client.call(), [failure](ToolCall passed_on) {
      passed_on.result(ToolResult::passed_on(Json(R"({"content":[]})"), failure));
    });
  }

  LoopHost host;
  EmptyToolboxes toolboxes;
  RecordingClient client{host, toolboxes};
  CountCalls both;
  const std::unique_ptr<Middleware> middleware = both.make(host);
};

TEST_F(CallCounterTest, ShowsTheCallsOfEachToolboxInAScrape) {
  call("dev");
  call("dev");
  call("ops");
  const std::string figures = host.metrics();
  EXPECT_THAT(figures, HasSubstr("mcp_workbench_example_calls_total{toolbox=\"dev\"} 2\n"));
  EXPECT_THAT(figures, HasSubstr("mcp_workbench_example_calls_total{toolbox=\"ops\"} 1\n"));
}

TEST_F(CallCounterTest, CountsNothingForToolboxesThatDoNotExist) {
  call("no-such", ErrorKind::not_found);
  EXPECT_THAT(host.metrics(), Not(HasSubstr("no-such")));
}

TEST(CountCallsWithoutACounter, IsNotMadeAndNamesTheRemedy) {
  LoopHost host;
  const auto made = LoadedPlugin(COUNT_CALLS).factory<Middleware>("count-calls").make({}, host);
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("add call-counter to plugins.load"));
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(CountCalls, MiddlewareContract, CountCalls);

}  // namespace workbench::test
