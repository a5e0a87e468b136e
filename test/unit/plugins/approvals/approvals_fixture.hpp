#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/recording_client.hpp>

#include "approval_desk.hpp"
#include "approvals.hpp"

namespace workbench::approvals {

/// Toolboxes whose tools have a definition and, by name, a policy.
class JudgedToolboxes final : public test::EmptyToolboxes {
 public:
  JudgedToolboxes() {
    policy.approve = {"create_*"};
    policy.is_listed = true;
  }

  std::optional<KnownTool> find_tool(const ToolIdentifier& tool) const override {
    if (definition.is_absent()) return std::nullopt;
    KnownTool known;
    known.identifier = tool;
    known.tool.name = tool.tool;
    known.tool.definition = definition;
    return known;
  }
  using EmptyToolboxes::policy_of;
  ToolPolicy policy_of(const ToolIdentifier& tool) const override {
    const auto found = policies.find(tool.tool);
    return found == policies.end() ? policy : found->second;
  }

  Json definition{R"({"name":"create_issue"})"};
  std::map<std::string, ToolPolicy> policies;  ///< of tools by name; others have `policy`
};

/// A client with a workspace of its own, and what its calls have become.
struct TestClient {
  explicit TestClient(Host& host, std::string principal = {}) : client(host, toolboxes) {
    client.identity.client_info = {"agent", "1"};
    if (!principal.empty()) {
      client.identity.principal = std::make_shared<Principal>(Principal{std::move(principal), {}, {}});
    }
  }

  /// The last answer, or "none".
  [[nodiscard]] std::string answer() const {
    return client.answers.empty() ? "none" : test::RecordingClient::text_of(client.answers.back());
  }
  /// What the person enters in the form of each elicitation.
  void respond_with(std::string result) {
    client.respond = [this, result = std::move(result)](const InputRequest& request) -> InputResponse {
      forms.emplace_back(request.params.text());
      return Json(std::string(result));
    };
  }

  JudgedToolboxes toolboxes;
  test::RecordingClient client;
  std::deque<ToolCall> passed;
  std::deque<MethodCall> passed_requests;
  std::vector<std::string> forms;  ///< the params of elicitations
};

class ApprovalsTest : public testing::Test {
 protected:
  /// Answers what waits, while all that a test has is still there.
  void TearDown() override { made.reset(); }

  Approvals& middleware() {
    if (made == nullptr) made = std::make_unique<Approvals>(options, host, *desk);
    return *made;
  }
  TestClient& another_client(std::string principal = {}) { return others.emplace_back(host, std::move(principal)); }
  void call(TestClient& from, std::string arguments = R"({"title":"a"})", std::string tool = "create_issue") {
    middleware().on_tool_call({"dev", "github", std::move(tool)}, from.client.call(Json(std::move(arguments))),
                              [&from](ToolCall passed) { from.passed.push_back(std::move(passed)); });
  }
  void request(TestClient& from, std::string method = "prompts/get") {
    middleware().on_request(from.client.request(std::move(method), {"dev", "github", "triage"}, Json(R"({"n":1})")),
                            [&from](MethodCall passed) { from.passed_requests.push_back(std::move(passed)); });
  }

  /// The text of a member of each waiting question.
  std::vector<std::string> waiting(std::string_view member) {
    std::vector<std::string> texts;
    const auto questions = host.json().elements(desk->waiting({}));
    for (const Json& one : *questions) {
      const auto members = host.json().members(one);
      for (const JsonMember& found : *members) {
        if (found.key == member) texts.push_back(characters(found.value));
      }
    }
    return texts;
  }
  [[nodiscard]] static std::string text(const Json& json) { return std::string(json.text()); }
  [[nodiscard]] std::string characters(const Json& value) {
    return value.kind() == JsonKind::string ? host.json().characters(value).value() : std::string(value.text());
  }
  std::string only_id() {
    const auto ids = waiting("id");
    EXPECT_EQ(ids.size(), 1U);
    return ids.empty() ? "" : ids.front();
  }

  using Decision = ApprovalAnswer::Decision;
  Result<std::size_t> answer(std::vector<std::string> ids, Decision decision, std::string reason = {}) {
    return desk->answer({std::move(ids), decision, std::move(reason), "ada", "terminal"}, {});
  }
  /// Answers what waits with `decision`.
  void answer_all(Decision decision, std::string reason = {}) {
    EXPECT_TRUE(answer(waiting("id"), decision, std::move(reason)));
  }
  /// Runs the loop until the client has an answer.
  [[nodiscard]] bool is_answered(const TestClient& asked, std::size_t answers = 1) {
    return host.run_until([&] { return asked.client.answers.size() >= answers; });
  }

  Options options;
  test::LoopHost host;
  std::shared_ptr<ApprovalDesk> desk = std::make_shared<ApprovalDesk>(host);
  TestClient client{host};
  std::deque<TestClient> others;
  std::unique_ptr<Approvals> made;
};

}  // namespace workbench::approvals
