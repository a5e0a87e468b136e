#pragma once

// What every middleware promises, as a suite that its author instantiates:
//
//   struct Audit {                                         // made for each test
//     std::unique_ptr<workbench::Middleware> make(workbench::Host& host);
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(Audit, MiddlewareContract, Audit);
//
// All of it inside `namespace workbench::test`.

#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <workbench/middleware.hpp>
#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/odd_arguments.hpp>
#include <workbench/testing/recording_client.hpp>

namespace workbench::test {

template <typename Fixture>
class MiddlewareContract : public ::testing::Test {
 protected:
  /// Gives the middleware a call. What it passes on is kept in `passed_on`.
  void call(const ToolIdentifier& tool, Json arguments = Json("{}")) {
    ++calls;
    middleware->on_tool_call(tool, client.call(std::move(arguments)),
                             [this](ToolCall call) { passed_on.push_back(std::move(call)); });
  }
  void call() { call({"toolbox", "server", "tool"}); }

  /// Gives it another request, whether or not it says that it sees them.
  void request(std::string method, RequestTarget target, Json params = Json("{}")) {
    ++calls;
    middleware->on_request(client.request(std::move(method), std::move(target), std::move(params)),
                           [this](MethodCall call) { passed_on_requests.push_back(std::move(call)); });
  }

  /// Runs the loop until each call was answered or passed on. False: it took too long.
  [[nodiscard]] bool is_each_answered_or_passed_on() {
    return host.run_until(
        [&] { return client.answers.size() + passed_on.size() + passed_on_requests.size() >= calls; });
  }

  void TearDown() override {
    host.run_what_is_due();
    for (const std::string& line : host.logged()) EXPECT_EQ(line.find("answered a second time"), line.npos) << line;
  }

  LoopHost host;
  EmptyToolboxes toolboxes;
  RecordingClient client{host, toolboxes};
  std::size_t calls = 0;
  Fixture fixture;
  std::unique_ptr<Middleware> middleware = fixture.make(host);
  std::deque<ToolCall> passed_on;
  std::deque<MethodCall> passed_on_requests;
};

TYPED_TEST_SUITE_P(MiddlewareContract);

TYPED_TEST_P(MiddlewareContract, AnswersEachCallOrPassesItOnOnce) {
  const std::vector<ToolIdentifier> tools = {{"toolbox", "server", "tool"},
                                             {"", "", ""},
                                             {"..", "*", "%s"},
                                             {"\xC3\xA9t", "\xff\xfe", std::string(100'000, 't')}};
  for (const ToolIdentifier& tool : tools) {
    for (const Json& arguments : odd_arguments()) this->call(tool, arguments);
  }
  ASSERT_TRUE(this->is_each_answered_or_passed_on());
  EXPECT_EQ(this->client.answers.size() + this->passed_on.size(), this->calls);
  for (ToolCall& call : this->passed_on) call.result(ToolResult::text("done"));
  EXPECT_TRUE(this->host.run_until([&] { return this->client.answers.size() >= this->calls; }));
  EXPECT_EQ(this->client.answers.size(), this->calls);
  for (const auto& answer : this->client.answers) {
    const auto* failure = std::get_if<Error>(&answer);
    EXPECT_TRUE(failure == nullptr || failure->kind != ErrorKind::internal) << failure->message;
  }
}

TYPED_TEST_P(MiddlewareContract, PassesOnValidArguments) {
  for (const Json& arguments : odd_arguments()) this->call({"toolbox", "server", "tool"}, arguments);
  ASSERT_TRUE(this->is_each_answered_or_passed_on());
  for (const ToolCall& call : this->passed_on) {
    const Json& arguments = call.arguments();
    if (arguments.is_absent()) continue;
    EXPECT_EQ(arguments.kind(), JsonKind::object);
    EXPECT_TRUE(this->host.json().checked(std::string(arguments.text())));
  }
}

TYPED_TEST_P(MiddlewareContract, SurvivesAToolThatAnswersAtOnce) {
  this->middleware->on_tool_call({"toolbox", "server", "tool"}, this->client.call(),
                                 [](ToolCall call) { call.result(ToolResult::text("done")); });
  EXPECT_TRUE(this->host.run_until([&] { return this->client.answers.size() == 1; }));
}

TYPED_TEST_P(MiddlewareContract, SurvivesAToolThatFails) {
  this->middleware->on_tool_call({"toolbox", "server", "tool"}, this->client.call(), [](ToolCall call) {
    call.fail({ErrorKind::timed_out, "the tool took too long"});
  });
  EXPECT_TRUE(this->host.run_until([&] { return this->client.answers.size() == 1; }));
}

TYPED_TEST_P(MiddlewareContract, SurvivesTheCancellationOfACall) {
  this->call();
  this->client.cancel();
  this->passed_on.clear();
  this->call();
  EXPECT_TRUE(this->host.run_until([&] { return this->client.answers.size() + this->passed_on.size() > 0; }));
}

TYPED_TEST_P(MiddlewareContract, AnswersEachRequestOrPassesItOnOnceWithValidParams) {
  for (const char* method : {"prompts/get", "resources/read", "completion/complete", "tasks/get", "example.org/odd"}) {
    for (const Json& params : odd_arguments()) this->request(method, {"toolbox", "server", "name"}, params);
    this->request(method, {"", "", ""}, {});
  }
  ASSERT_TRUE(this->is_each_answered_or_passed_on());
  EXPECT_EQ(this->client.answers.size() + this->passed_on_requests.size(), this->calls);
  for (MethodCall& call : this->passed_on_requests) {
    const Json& params = call.params();
    const bool is_valid = params.is_absent() || (params.kind() == JsonKind::object &&
                                                 this->host.json().checked(std::string(params.text())).has_value());
    EXPECT_TRUE(is_valid) << params.text();
    call.result(Json(R"({"done":true})"));
  }
  EXPECT_TRUE(this->host.run_until([&] { return this->client.answers.size() >= this->calls; }));
  EXPECT_EQ(this->client.answers.size(), this->calls);
}

TYPED_TEST_P(MiddlewareContract, SurvivesTheCancellationOfARequest) {
  this->request("prompts/get", {"toolbox", "server", "name"});
  this->client.cancel();
  this->passed_on_requests.clear();
  this->host.run_what_is_due();
}

REGISTER_TYPED_TEST_SUITE_P(MiddlewareContract, AnswersEachCallOrPassesItOnOnce, PassesOnValidArguments,
                            SurvivesAToolThatAnswersAtOnce, SurvivesAToolThatFails, SurvivesTheCancellationOfACall,
                            AnswersEachRequestOrPassesItOnOnceWithValidParams, SurvivesTheCancellationOfARequest);

}  // namespace workbench::test
