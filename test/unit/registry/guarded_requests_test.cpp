// What a middleware can do wrong with requests that are not tool calls, and a review with what servers list.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/testing/empty_toolboxes.hpp>

#include "core_host.hpp"
#include "plain_request.hpp"
#include "registry/registry.hpp"

namespace workbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A client's request that records how it is answered.
class RecordedRequest final : public test_support::PlainRequest {
 public:
  RecordedRequest(std::vector<std::string>& answers, Toolboxes& toolboxes)
      : PlainRequest(std::make_shared<CallerIdentity>(), {}, toolboxes), answers_(answers) {}

  using PlainRequest::result;
  void result(Json object) override { answer("result " + std::string(object.text())); }
  void result(ToolResult result) override { answer("result " + result.plain_text()); }
  void error(const PeerError& error) override { answer("error " + error.message); }
  void fail(const Error& error) override { answer("fail " + error.message); }
  Json input_responses() const override { return {}; }
  Json request_state() const override { return {}; }
  bool is_suspended() const override { return false; }
  bool is_waiting_for_client() const override { return false; }
  void ask(InputRequest, MoveOnlyFunction<void(InputResponse)>) override {}
  bool wants_progress() const override { return false; }
  void report_progress(const Progress&) override {}
  void notify(std::string_view, const Json&) override {}
  void report_progress_members(std::string_view) override {}
  void log(const Json&) override {}
  void cancel() { set_over(); }

 private:
  void answer(std::string text) {
    if (!is_open()) return;
    set_over();
    answers_.push_back(std::move(text));
  }

  std::vector<std::string>& answers_;
};

using Script = std::function<void(MethodCall, Middleware::NextRequest)>;

class Scripted final : public Middleware {
 public:
  explicit Scripted(Script& script) : script_(script) {}
  void on_tool_call(const ToolIdentifier&, ToolCall call, Next next) override { next(std::move(call)); }
  void on_request(MethodCall call, NextRequest next) override { script_(std::move(call), std::move(next)); }
  bool sees_requests() const override { return true; }

 private:
  Script& script_;
};

class AGuardedMiddleware : public testing::Test {
 protected:
  AGuardedMiddleware() {
    host.changeable_limits.call = host.changeable_limits.server_start = std::chrono::milliseconds(30);
    registry.add("odd", "1.0.0", [this](Registrar& registrar) {
      registrar.add_middleware("odd", {.make = [this](const Options&, Host&) -> Result<std::unique_ptr<Middleware>> {
                                 return std::unique_ptr<Middleware>(std::make_unique<Scripted>(script));
                               }});
    });
  }

  void request(Script what) {
    script = std::move(what);
    last_request = new RecordedRequest(answers, toolboxes);
    MethodCall call(detail::OwnedRequest(last_request), "prompts/get", {"dev", "files", "greet"},
                    Json(R"({"name":"greet"})"), host);
    registry.of<Middleware>().object("odd").value()->on_request(std::move(call), [this](MethodCall passed) {
      passed_on.push_back(passed.method() + " " + passed.target().server + "/" + passed.target().name + " " +
                          std::string(passed.params().is_absent() ? "none" : passed.params().text()));
      passed.result(Json(R"({"messages":[]})"));
    });
  }

  test_support::CoreLoopHost host;
  registry::Registry registry{host};
  test::EmptyToolboxes toolboxes;
  Script script;
  RecordedRequest* last_request = nullptr;
  std::vector<std::string> answers;
  std::vector<std::string> passed_on;
  const std::string kFault = "plugin 'odd' is at fault: middleware 'odd' ";
};

TEST_F(AGuardedMiddleware, PassesOnARequestWithEverythingInIt) {
  request([](MethodCall call, Middleware::NextRequest next) { next(std::move(call)); });
  EXPECT_THAT(passed_on, ElementsAre(R"(prompts/get files/greet {"name":"greet"})"));
  EXPECT_THAT(answers, ElementsAre(R"(result {"messages":[]})"));
}

TEST_F(AGuardedMiddleware, ReplacesParamsByAnObjectOnly) {
  request([](MethodCall call, Middleware::NextRequest next) {
    call.set_params(Json(R"({"name":"greet","arguments":{"a":"b"}})"));
    next(std::move(call));
  });
  request([](MethodCall call, Middleware::NextRequest next) {
    call.set_params(Json(R"(["greet"])"));
    next(std::move(call));
  });
  request([](MethodCall call, Middleware::NextRequest next) {
    call.set_params(Json("{"));
    next(std::move(call));
  });
  EXPECT_THAT(passed_on, ElementsAre(R"(prompts/get files/greet {"name":"greet","arguments":{"a":"b"}})"));
  EXPECT_THAT(answers, ElementsAre(R"(result {"messages":[]})",
                                   "fail " + kFault + "replaced the params with something that is not a JSON object",
                                   HasSubstr("fail " + kFault + "replaced the params with invalid JSON: ")));
}

TEST_F(AGuardedMiddleware, AnswersARequestThatItThrowsOutOfOrDrops) {
  request([](const MethodCall&, const Middleware::NextRequest&) { throw std::runtime_error("no such day"); });
  request([](const MethodCall&, const Middleware::NextRequest&) {});
  EXPECT_THAT(passed_on, IsEmpty());
  EXPECT_THAT(answers, ElementsAre("fail " + kFault + "threw: no such day",
                                   "fail " + kFault + "dropped a call without an answer"));
}

TEST_F(AGuardedMiddleware, PassesARequestOnOnce) {
  std::optional<MethodCall> kept;
  Middleware::NextRequest later;
  request([&](MethodCall call, Middleware::NextRequest next) {
    kept.emplace(std::move(call));
    later = std::move(next);
  });
  EXPECT_THAT(answers, IsEmpty());
  later(*std::move(kept));
  later(*std::move(kept));
  EXPECT_EQ(passed_on.size(), 1U);
  EXPECT_THAT(host.logged(), ElementsAre("odd: " + kFault + "passed a call on a second time"));
}

TEST_F(AGuardedMiddleware, PassesOnNothingThatItHasAnsweredOrThatWasCancelled) {
  request([](MethodCall call, Middleware::NextRequest next) {
    call.result(Json("{}"));
    next(std::move(call));
  });
  request([&](MethodCall call, Middleware::NextRequest next) {
    last_request->cancel();
    next(std::move(call));
  });
  EXPECT_THAT(passed_on, IsEmpty());
  EXPECT_THAT(answers, ElementsAre("result {}"));
  EXPECT_THAT(host.logged(), ElementsAre("odd: " + kFault + "passed on a call that it had answered"));
}

TEST_F(AGuardedMiddleware, AnswersARequestThatIsKeptForTooLong) {
  std::optional<MethodCall> kept;
  request([&](MethodCall call, const Middleware::NextRequest&) { kept.emplace(std::move(call)); });
  ASSERT_TRUE(host.run_until([&] { return !answers.empty(); }));
  EXPECT_THAT(answers, ElementsAre("fail " + kFault + "has not answered a call for 30 ms"));
}

// What the plugin waits for has the same limit, and begins after the call.
TEST_F(AGuardedMiddleware, MayAnswerWhenTheLimitOfWhatItWaitsForIsOver) {
  constexpr std::chrono::milliseconds kLimit(500);
  host.changeable_limits.call = host.changeable_limits.server_start = kLimit;
  std::optional<MethodCall> kept;
  EventLoop::Timer timer;
  request([&](MethodCall call, const Middleware::NextRequest&) { kept.emplace(std::move(call)); });
  timer = host.loop().after(kLimit, [&] { kept->fail({ErrorKind::timed_out, "nothing came of it"}); });
  ASSERT_TRUE(host.run_until([&] { return !answers.empty(); }));
  EXPECT_THAT(answers, ElementsAre("fail nothing came of it"));
}

class ThrowingReview final : public CatalogReview {
 public:
  ReviewVerdict review(const ReviewedServer&, const CatalogItem&) override { throw std::runtime_error("cannot read"); }
};

TEST(AGuardedReview, WithholdsWhatItThrowsOutOf) {
  test_support::CoreLoopHost host;
  registry::Registry registry{host};
  registry.add("odd", "1.0.0", [](Registrar& registrar) {
    registrar.add_catalog_review("strict", {.make = construct<CatalogReview, ThrowingReview>});
  });
  EXPECT_THAT(registry.of<CatalogReview>().names(), ElementsAre("strict"));

  const ReviewVerdict verdict = registry.of<CatalogReview>().object("strict").value()->review(
      {"dev", "files"}, {CatalogItemKind::tool, "read", Json("{}")});

  EXPECT_EQ(verdict.action(), ReviewVerdict::Action::withhold);
  EXPECT_EQ(verdict.text(), "plugin 'odd' is at fault: catalog review 'strict' threw: cannot read");
}

}  // namespace
}  // namespace workbench
