// Middleware that concerns only requests with a policy (`approve`, `labels`), between real clients and servers in
// memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What the middleware of a test has seen, "NAME tools/call TOOL".
using Seen = std::vector<std::string>;

/// Records the requests that it sees, and answers calls of tools for which a person would be asked.
class Asking final : public Middleware {
 public:
  Asking(std::string name, bool needs_policy, Seen& seen)
      : name_(std::move(name)), needs_policy_(needs_policy), seen_(seen) {}
  bool needs_policy() const override { return needs_policy_; }
  bool sees_requests() const override { return true; }
  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override {
    seen_.push_back(name_ + " tools/call " + tool.tool);
    const ToolPolicy policy = call.toolboxes().policy_of(tool);
    if (needs_policy_ && !policy.approve.empty()) return call.result(ToolResult::error("ask " + policy.approve[0]));
    next(std::move(call));
  }
  void on_request(MethodCall call, NextRequest next) override {
    seen_.push_back(name_ + " " + call.method() + " " + call.target().name);
    next(std::move(call));
  }

 private:
  const std::string name_;
  const bool needs_policy_;
  Seen& seen_;
};

class APolicyMiddleware : public WorkspaceFixture {
 protected:
  void add_middleware(const std::string& name, bool needs_policy) {
    registry_.add("plugin-" + name, "1", [this, name, needs_policy](Registrar& registrar) {
      registrar.add_middleware(
          name, {.make = [this, name, needs_policy](const Options&, Host&) -> Result<std::unique_ptr<Middleware>> {
            return std::unique_ptr<Middleware>(std::make_unique<Asking>(name, needs_policy, seen_));
          }});
    });
  }
  /// One that no list names, as it is found when the program starts.
  void add_asking() {
    add_middleware("asking", true);
    options_.policy_middleware.emplace_back("asking");
  }
  config::CallPolicy& policy_of(const std::string& toolbox, const std::string& server) {
    return toolbox_entry(toolbox).policies[server];
  }
  void reload() {
    const auto applied = workspaces().apply(config_);
    ASSERT_TRUE(applied) << applied.error().message;
    run_until_quiet();
  }

  Seen seen_;
};

TEST_F(APolicyMiddleware, SeesOnlyRequestsToServersWithAPolicy) {
  add_asking();
  add_server("dev", "files");
  add_server("dev", "search");
  policy_of("dev", "files").approve = {"other"};
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->result_of(client->use_tool("dev", "search"));
  EXPECT_THAT(seen_, IsEmpty());
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_THAT(seen_, ElementsAre("asking tools/call echo"));
}

TEST_F(APolicyMiddleware, IsNearerToTheServerThanThoseThatAreNamed) {
  add_middleware("named", false);
  options_.middleware = {"named"};
  add_asking();
  add_server("dev", "files");
  policy_of("dev", "files").labels.sends = true;
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_THAT(seen_, ElementsAre("named tools/call echo", "asking tools/call echo"));
}

TEST_F(APolicyMiddleware, ThatIsNamedFirstIsStillNearerToTheServer) {
  add_middleware("asking", true);
  add_middleware("named", false);
  options_.middleware = {"asking", "named"};
  add_server("dev", "files");
  policy_of("dev", "files").labels.sends = true;
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_THAT(seen_, ElementsAre("named tools/call echo", "asking tools/call echo"));
}

TEST_F(APolicyMiddleware, SeesNoCallOfAToolThatItsServerDoesNotHave) {
  add_middleware("named", false);
  options_.middleware = {"named"};
  add_asking();
  add_server("dev", "files");
  policy_of("dev", "files").approve = {"*"};
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  const std::string call = R"({"tool":{"toolbox":"dev","server":"files","tool":"ecko"},"arguments":{}})";
  EXPECT_THAT(client->result_of(client->call("use_tool", call)), HasSubstr("Tool 'ecko' not found"));
  EXPECT_THAT(seen_, ElementsAre("named tools/call ecko"));
}

TEST_F(APolicyMiddleware, ThatIsNamedSeesNoRequestWithoutAPolicyEither) {
  add_middleware("asking", true);
  options_.middleware = {"asking"};
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_THAT(seen_, IsEmpty());
}

TEST_F(APolicyMiddleware, SeesRequestsOfOtherMethods) {
  add_asking();
  ScriptedServer& files = add_server("dev", "files");
  files.capabilities = R"({"tools":{},"prompts":{}})";
  files.lists["prompts/list"] = {R"({"name":"greet"})"};
  files.handle("prompts/get", [](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, "{}"); });
  config_.tool_mode = config::ToolMode::flat;
  toolbox_entry("dev").shows_content = true;
  policy_of("dev", "files").approve = {"greet"};
  const auto client = legacy_client();
  client->listed_tools();
  client->result_of(client->request("prompts/list"));
  client->result_of(client->request("prompts/get", R"("name":"greet")"));
  EXPECT_THAT(seen_, ElementsAre("asking prompts/get greet"));
}

TEST_F(APolicyMiddleware, AsksInEveryWayToCallATool) {
  add_asking();
  add_server("dev", "files");
  policy_of("dev", "files").approve = {"destructive:"};
  config_.tool_mode = config::ToolMode::flat;
  options_.meta_tools = {"use_tool"};
  for (const bool is_modern : {false, true}) {
    const auto client = is_modern ? modern_client() : legacy_client();
    client->listed_tools();
    EXPECT_EQ(first_text(client->result_of(client->call("echo"))), "ask destructive:");
    EXPECT_THAT(client->result_of(client->use_tool("dev", "files")), HasSubstr("ask destructive:"));
  }
}

TEST_F(APolicyMiddleware, FollowsAReloadThatRestartsNoServer) {
  add_asking();
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_THAT(seen_, IsEmpty());

  policy_of("dev", "files").approve = {"echo"};
  reload();
  EXPECT_EQ(first_text(client->result_of(client->use_tool("dev", "files"))), "ask echo");

  toolbox_entry("dev").policies.clear();
  reload();
  EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(APolicyMiddleware, IsMissedWhereAPersonIsToBeAsked) {
  add_middleware("named", false);
  options_.middleware = {"named"};
  add_server("dev", "files");
  ASSERT_TRUE(workspaces().check());
  policy_of("dev", "files").labels.sends = true;
  EXPECT_TRUE(workspaces().apply(config_)) << "labels ask nobody";
  policy_of("dev", "files").approve = {"!x"};
  EXPECT_TRUE(workspaces().apply(config_)) << "an entry that takes back asks nobody";
  options_.middleware_failures = {"middleware 'asking' could not be made: no disk"};
  policy_of("dev", "files").approve = {"x"};
  const auto applied = workspaces().apply(config_);
  ASSERT_FALSE(applied);
  EXPECT_THAT(applied.error().message, HasSubstr("no loaded plugin asks a person; load the plugin approvals"));
  EXPECT_THAT(applied.error().message, HasSubstr("; middleware 'asking' could not be made: no disk"));
}

/// An extension whose name is one of the test's.
constexpr ExtensionId kState{"example.org/state", 1};

TEST_F(APolicyMiddleware, KeepsWhatItHasForAWorkspaceUntilTheWorkspaceEnds) {
  add_server("dev", "files");
  std::weak_ptr<int> kept;
  {
    const auto client = legacy_client();
    workbench::Toolboxes& toolboxes = client->workspace().backend().toolboxes();
    EXPECT_EQ(toolboxes.plugin_state(kState), nullptr);
    const auto made = std::make_shared<int>(1);
    toolboxes.plugin_state(kState) = made;
    kept = made;
    const auto other = legacy_client();
    EXPECT_EQ(other->workspace().backend().toolboxes().plugin_state(kState), nullptr);
    EXPECT_EQ(toolboxes.plugin_state(kState), made);
  }
  run_until_quiet();
  EXPECT_TRUE(kept.expired());
}

}  // namespace
