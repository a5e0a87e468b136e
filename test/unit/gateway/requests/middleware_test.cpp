// Middleware between the tool calls of real clients and servers in memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A middleware that does what the test says.
class ScriptedMiddleware final : public Middleware {
 public:
  using Script = std::function<void(const ToolIdentifier&, ToolCall, Next)>;
  explicit ScriptedMiddleware(const Script& script) : script_(script) {}
  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override {
    script_(tool, std::move(call), std::move(next));
  }

 private:
  const Script& script_;
};

class AMiddleware : public WorkspaceFixture {
 protected:
  /// Adds one behind the others.
  void add(const std::string& name, ScriptedMiddleware::Script script) {
    scripts_[name] = std::move(script);
    registry_.add("plugin-" + name, "0.1.0", [this, name](Registrar& registrar) {
      registrar.add_middleware(
          name, {.make = [script = &scripts_[name]](const Options&, Host&) -> Result<std::unique_ptr<Middleware>> {
            return std::unique_ptr<Middleware>(std::make_unique<ScriptedMiddleware>(*script));
          }});
    });
    options_.middleware.push_back(name);
  }

  /// One that records what it sees of each call and how it ended, as `name: ...`.
  void add_recording(const std::string& name) {
    add(name, [this, name](const ToolIdentifier& tool, ToolCall call, Middleware::Next next) {
      seen_.push_back(name + ": " + tool.toolbox + "/" + tool.server + "/" + tool.tool);
      call.on_answer([this, name](const ToolOutcome& outcome) { seen_.push_back(name + " " + text_of(outcome)); });
      next(std::move(call));
    });
  }

  static std::string text_of(const ToolOutcome& outcome) {
    const std::string is_error = outcome.is_error ? "error " : "result ";
    if (const auto* result = std::get_if<Json>(&outcome.response)) return is_error + std::string(result->text());
    if (const auto* error = std::get_if<PeerError>(&outcome.response)) return is_error + "of server: " + error->message;
    return is_error + "without answer: " + std::get<Error>(outcome.response).message;
  }

  std::vector<std::string> seen_;

 private:
  std::map<std::string, ScriptedMiddleware::Script> scripts_;
};

TEST_F(AMiddleware, SeesEachCallAndItsAnswerTheFirstOneOutermost) {
  add_recording("outer");
  add_recording("inner");
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  const std::string result = client->result_of(client->use_tool("dev", "files"));

  EXPECT_THAT(seen_, ElementsAre("outer: dev/files/echo", "inner: dev/files/echo", "inner result " + result,
                                 "outer result " + result));
}

TEST_F(AMiddleware, SeesNativeCallsOfDynamicMode) {
  config_.tool_mode = config::ToolMode::dynamic;
  add_recording("audit");
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  client->result_of(client->call("dev__files__echo"));

  ASSERT_EQ(seen_.size(), 2U);
  EXPECT_EQ(seen_[0], "audit: dev/files/echo");
}

TEST_F(AMiddleware, SeesNativeCallsOfFlatMode) {
  config_.tool_mode = config::ToolMode::flat;
  add_recording("audit");
  add_server("dev", "files");
  const auto client = legacy_client();
  client->listed_tools();

  client->result_of(client->call("echo"));

  ASSERT_EQ(seen_.size(), 2U);
  EXPECT_EQ(seen_[0], "audit: dev/files/echo");
}

TEST_F(AMiddleware, ThatKeepsACallOverAReloadPassesItToTheServerThatIsThereThen) {
  config_.tool_mode = config::ToolMode::flat;
  std::vector<MoveOnlyFunction<void()>> kept;
  add("keeping", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    kept.push_back([call = std::move(call), next = std::move(next)]() mutable { next(std::move(call)); });
  });
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  ASSERT_THAT(client->listed_tools(), ElementsAre("echo"));
  const int replaced = client->call("echo");
  const int removed = client->call("echo");
  run_until_quiet();
  ASSERT_EQ(kept.size(), 2U);

  config_.toolboxes[0].servers[0].call_time_limit = 1min;
  ASSERT_TRUE(workspaces().apply(config_));
  ASSERT_TRUE(run_until([&] { return files.run(0).is_closing(); }));
  kept[0]();
  EXPECT_EQ(client->result_of(replaced), R"({"content":[]})");
  EXPECT_EQ(files.starts(), 2U);

  config_.toolboxes[0].servers.clear();
  ASSERT_TRUE(workspaces().apply(config_));
  ASSERT_TRUE(run_until([&] { return files.run(1).is_closing(); }));
  kept[1]();
  EXPECT_THAT(client->result_of(removed),
              HasSubstr("tools/call: the server 'files' of toolbox 'dev' is no longer configured"));
}

TEST_F(AMiddleware, ThatKeepsACallOverAReloadDoesNotPassItToAToolThatIsHiddenNow) {
  config_.tool_mode = config::ToolMode::flat;
  MoveOnlyFunction<void()> pass;
  add("keeping", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    pass = [call = std::move(call), next = std::move(next)]() mutable { next(std::move(call)); };
  });
  ScriptedServer& files = add_server("dev", "files");
  files.tools = {"echo", "secret"};
  const auto client = legacy_client();
  ASSERT_THAT(client->listed_tools(), ElementsAre("echo", "secret"));
  const int call = client->call("secret");
  run_until_quiet();

  config_.toolboxes[0].servers[0].tool_filters = {"echo"};
  ASSERT_TRUE(workspaces().apply(config_));
  ASSERT_TRUE(run_until([&] { return files.starts() == 2; }));
  run_until_quiet();
  pass();

  EXPECT_THAT(client->result_of(call), HasSubstr("Tool 'secret' not found in server 'files'"));
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(AMiddleware, SeesCallsThatAreRefused) {
  add_recording("audit");
  add_server("dev", "files");
  const auto client = legacy_client();

  client->result_of(client->use_tool("nowhere", "files"));

  ASSERT_EQ(seen_.size(), 2U);
  EXPECT_EQ(seen_[0], "audit: nowhere/files/echo");
  EXPECT_THAT(seen_[1],
              HasSubstr("audit error {\"content\":[{\"type\":\"text\",\"text\":\"Toolbox 'nowhere' not found"));
}

TEST_F(AMiddleware, DoesNotSeeCallsOfMetaToolsThemselves) {
  add_recording("audit");
  add_server("dev", "files");
  const auto client = legacy_client();

  client->result_of(client->open_toolbox("dev"));

  EXPECT_THAT(seen_, IsEmpty());
}

TEST_F(AMiddleware, SeesTheCaller) {
  std::string principal_name;
  add("audit", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    principal_name = call.caller().identity().principal->name;
    next(std::move(call));
  });
  add_server("dev", "files");
  const auto client = legacy_client("{}", principal("ada"));
  client->result_of(client->open_toolbox("dev"));

  client->result_of(client->use_tool("dev", "files"));

  EXPECT_EQ(principal_name, "ada");
}

TEST_F(AMiddleware, MayRefuseACallThatIsThenNotSent) {
  add("guard", [](const ToolIdentifier&, ToolCall call, Middleware::Next) {
    call.result(ToolResult::error("Not during the night."));
  });
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  const std::string result = client->result_of(client->use_tool("dev", "files"));

  EXPECT_THAT(result, HasSubstr("Not during the night."));
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(AMiddleware, MayReplaceTheArguments) {
  add("mask", [](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    call.set_arguments(Json(R"({"path":"/safe"})"));
    next(std::move(call));
  });
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  client->result_of(client->use_tool("dev", "files", R"({"path":"/etc"})"));

  EXPECT_THAT(files.run().latest("tools/call").params.text(),
              testing::StartsWith(R"({"name":"echo","arguments":{"path":"/safe"},)"));
}

TEST_F(AMiddleware, CannotReplaceThemWithAValueThatIsNotAnObject) {
  std::string replacement;
  add("odd", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    call.set_arguments(Json(replacement));
    next(std::move(call));
  });
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  const std::string fault = "plugin 'plugin-odd' is at fault: middleware 'odd' replaced the arguments with ";

  replacement = "[1]";
  EXPECT_THAT(client->result_of(client->use_tool("dev", "files")),
              HasSubstr(fault + "something that is not a JSON object"));
  replacement = "{\"a\":}";
  EXPECT_THAT(client->result_of(client->use_tool("dev", "files")), HasSubstr(fault + "invalid JSON"));
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(AMiddleware, MayPassACallOnLater) {
  std::optional<ToolCall> kept;
  Middleware::Next go_on;
  add("queue", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    kept.emplace(std::move(call));
    go_on = std::move(next);
  });
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  const int id = client->use_tool("dev", "files");
  run_until_quiet();
  EXPECT_EQ(client->response_to(id), "");
  go_on(*std::move(kept));

  EXPECT_EQ(client->result_of(id), R"({"content":[]})");
}

TEST_F(AMiddleware, IsNotifiedOfACancelledCallWhichItCanNoLongerPassOn) {
  std::optional<ToolCall> kept;
  Middleware::Next go_on;
  add_recording("audit");
  add("queue", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    kept.emplace(std::move(call));
    go_on = std::move(next);
  });
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  const int id = client->use_tool("dev", "files");
  run_until_quiet();

  client->cancel(id);
  run_until_quiet();
  go_on(*std::move(kept));
  run_until_quiet();

  EXPECT_THAT(seen_, ElementsAre("audit: dev/files/echo",
                                 "audit error without answer: the client has cancelled the call or disconnected"));
  EXPECT_EQ(files.run().count("tools/call"), 0U);
  EXPECT_EQ(client->response_to(id), "");
}

TEST_F(AMiddleware, MayOutliveTheClientOfACallThatItKeeps) {
  std::optional<ToolCall> kept;
  Middleware::Next go_on;
  add("queue", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    kept.emplace(std::move(call));
    go_on = std::move(next);
  });
  ScriptedServer& files = add_server("dev", "files");
  auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  client->use_tool("dev", "files");
  run_until_quiet();

  client.reset();
  run_until_quiet();
  go_on(*std::move(kept));
  run_until_quiet();

  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(AMiddleware, ThatThrowsOrDropsACallIsNamedInTheAnswer) {
  bool throws = true;
  add("odd", [&](const ToolIdentifier&, const ToolCall&, const Middleware::Next&) {
    if (throws) throw std::runtime_error("the disk is full");
  });
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  const std::string fault = "plugin 'plugin-odd' is at fault: middleware 'odd' ";

  EXPECT_THAT(client->result_of(client->use_tool("dev", "files")), HasSubstr(fault + "threw: the disk is full"));
  throws = false;
  EXPECT_THAT(client->result_of(client->use_tool("dev", "files")),
              HasSubstr(fault + "dropped a call without an answer"));
}

TEST_F(AMiddleware, MayChangeResultsWhichOuterOnesThenSee) {
  add_recording("outer");
  add("inner", [](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    call.on_result([](Json& result) { result = Json(R"({"content":[],"was":)" + std::string(result.text()) + "}"); });
    next(std::move(call));
  });
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[],"was":{"content":[]}})");
  EXPECT_THAT(seen_, testing::Contains(R"(outer result {"content":[],"was":{"content":[]}})"));
}

TEST_F(AMiddleware, CannotChangeAnInputRequiredResultWhichIsNotAResultOfTheTool) {
  int changes = 0;
  add_recording("outer");
  add("inner", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    call.on_result([&](Json& result) {
      ++changes;
      result = Json(R"({"content":[]})");
    });
    next(std::move(call));
  });
  ScriptedServer& files = add_server("dev", "files", "modern");
  toolbox_entry("dev").auto_open = true;
  const std::string required = R"({"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}})";
  files.handle("tools/call",
               [&](ScriptedRun& run, const jsonrpc::Envelope& request) { run.result(request.id, required); });
  const auto client = modern_client(R"({"roots":{}})");

  EXPECT_THAT(client->result_of(client->use_tool("dev", "files")), HasSubstr(R"("inputRequests":{"r":)"));
  EXPECT_THAT(seen_, testing::Contains("outer result " + required));
  EXPECT_EQ(changes, 0);

  files.answer_normally("tools/call");
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_EQ(changes, 1);
}

TEST_F(AMiddleware, ThatReplacesAResultWithAValueThatIsNotAnObjectIsLoggedAndChangesNothing) {
  std::string replacement;
  add("odd", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    call.on_result([&](Json& result) { result = replacement.empty() ? Json() : Json(replacement); });
    next(std::move(call));
  });
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  for (const char* nonsense : {"[1]", "{", ""}) {
    replacement = nonsense;
    EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");
  }

  EXPECT_EQ(count_logged("middleware 'odd' threw: its replacement of a result is not a JSON object"), 3U);
}

TEST_F(AMiddleware, IsNotifiedWhyTheToolHasNotAnswered) {
  std::vector<std::optional<ErrorKind>> failures;
  add("audit", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    call.on_answer([&](const ToolOutcome& outcome) { failures.push_back(outcome.failure); });
    next(std::move(call));
  });
  ScriptedServer& files = add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  client->result_of(client->use_tool("dev", "files"));
  client->result_of(client->use_tool("dev", "nowhere"));
  files.refuse("tools/call", -32603, "no");
  client->result_of(client->use_tool("dev", "files"));
  files.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope&) { run.exit(); });
  client->result_of(client->use_tool("dev", "files"));

  EXPECT_THAT(failures, ElementsAre(std::nullopt, ErrorKind::not_found, ErrorKind::protocol, ErrorKind::unavailable));
}

TEST_F(AMiddleware, IsNotifiedWhyAnotherOneHasNotLetTheToolAnswer) {
  std::vector<std::optional<ErrorKind>> failures;
  add("audit", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    call.on_answer([&](const ToolOutcome& outcome) { failures.push_back(outcome.failure); });
    next(std::move(call));
  });
  bool answers_whole = false;
  add("guard", [&](const ToolIdentifier&, ToolCall call, const Middleware::Next&) {
    call.result(answers_whole ? ToolResult::passed_on(Json(R"({"content":[],"isError":true})"), ErrorKind::busy)
                              : ToolResult::error("Later.", ErrorKind::busy));
  });
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  client->result_of(client->use_tool("dev", "files"));
  answers_whole = true;
  client->result_of(client->use_tool("dev", "files"));

  EXPECT_THAT(failures, ElementsAre(ErrorKind::busy, ErrorKind::busy));
}

TEST_F(AMiddleware, ThatKeepsACallForTooLongIsNamedInTheAnswer) {
  host_.changeable_limits.call = host_.changeable_limits.server_start = 300ms;
  std::optional<ToolCall> kept;
  add("slow", [&](const ToolIdentifier&, ToolCall call, const Middleware::Next&) { kept.emplace(std::move(call)); });
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  const int id = client->use_tool("dev", "files");

  ASSERT_TRUE(run_until([&] { return !client->response_to(id).empty(); }));
  EXPECT_THAT(client->response_to(id), HasSubstr("middleware 'slow' has not answered a call for 300 ms"));
}

TEST_F(AMiddleware, ThatThrowsWhenTheCallIsAnsweredIsLoggedAndChangesNothing) {
  add("odd", [&](const ToolIdentifier&, ToolCall call, Middleware::Next next) {
    call.on_answer([](const ToolOutcome&) { throw std::runtime_error("no ink"); });
    next(std::move(call));
  });
  add_server("dev", "files");
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));

  EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");

  EXPECT_EQ(count_logged("plugin 'plugin-odd' is at fault: middleware 'odd' threw: no ink"), 1U);
}

// --- what meta-tools of plugins see and answer -----------------------------------------------------------------------

class PluginMetaTool final : public MetaTool {
 public:
  using Script = std::function<void(ToolCall)>;
  explicit PluginMetaTool(const Script& script) : script_(script) {}
  Json definition(const workbench::Toolboxes&, const ClientProfile&) const override {
    return Json(R"({"name":"odd","inputSchema":{"type":"object"}})");
  }
  void call(ToolCall call) override { script_(std::move(call)); }

 private:
  const Script& script_;
};

class AMetaToolOfAPlugin : public WorkspaceFixture {
 protected:
  AMetaToolOfAPlugin() {
    registry_.add("plugin", "0.1.0", [this](Registrar& registrar) {
      registrar.add_meta_tool("odd", {.make = [this](const Options&, Host&) -> Result<std::unique_ptr<MetaTool>> {
                                return std::unique_ptr<MetaTool>(std::make_unique<PluginMetaTool>(script_));
                              }});
    });
  }

  PluginMetaTool::Script script_;
};

TEST_F(AMetaToolOfAPlugin, MayAnswerWithJsonOnSeveralLines) {
  script_ = [](ToolCall call) { call.result(ToolResult::passed_on(Json("{\n \"content\":[]\n}"))); };
  const auto client = legacy_client();

  EXPECT_EQ(client->result_of(client->call("odd")), R"({  "content":[] })");
}

TEST_F(AMetaToolOfAPlugin, IsNamedWhereItAnswersWithSomethingElse) {
  const auto client = legacy_client();
  const std::string fault = "plugin 'plugin' is at fault: meta-tool 'odd' answered with ";

  script_ = [](ToolCall call) { call.result(ToolResult::passed_on(Json("{\"content\":"))); };
  EXPECT_THAT(client->result_of(client->call("odd")), HasSubstr(fault + "invalid JSON"));
  script_ = [](ToolCall call) { call.result(ToolResult::structured(Json("{}"), Json("{}"))); };
  EXPECT_THAT(client->result_of(client->call("odd")), HasSubstr(fault + "JSON of the wrong type"));
}

TEST_F(AMetaToolOfAPlugin, IsNamedWhereACallbackOfItsCallThrows) {
  add_server("dev", "files");
  script_ = [](ToolCall call) {
    workbench::Toolboxes& toolboxes = call.toolboxes();
    const Caller& caller = call.caller();
    toolboxes.open_toolbox("dev", caller, {},
                           [call = std::move(call)](const auto&) { throw std::runtime_error("later"); });
  };
  options_.meta_tools = {"open_toolbox", "use_tool", "odd"};
  const auto client = legacy_client();

  EXPECT_THAT(client->result_of(client->call("odd")),
              HasSubstr("plugin 'plugin' is at fault: meta-tool 'odd' dropped a call without an answer"));

  EXPECT_EQ(count_logged("plugin 'plugin' is at fault: meta-tool 'odd' threw: later"), 1U);
  EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");
}

TEST_F(AMetaToolOfAPlugin, IsLoggedWhereItThrowsWhenItsCallIsCancelled) {
  std::optional<ToolCall> kept;
  script_ = [&](ToolCall call) {
    kept.emplace(std::move(call));
    kept->caller().on_cancel([](const Json&) { throw std::runtime_error("no way"); });
  };
  const auto client = legacy_client();
  const int id = client->call("odd");
  run_until_quiet();

  client->cancel(id);
  run_until_quiet();

  EXPECT_EQ(client->response_to(id), "");
  EXPECT_EQ(count_logged("plugin 'plugin' is at fault: meta-tool 'odd' threw: no way"), 1U);
}

TEST_F(AMetaToolOfAPlugin, KnowsTheToolsOfToolboxesThatAreOrWereOpen) {
  add_server("dev", "files");
  add_server("other", "web");
  options_.meta_tools = {"open_toolbox", "use_tool", "close_toolbox", "odd"};
  std::vector<std::string> known;
  script_ = [&](ToolCall call) {
    known.clear();
    for (const KnownTool& tool : call.toolboxes().known_tools(call.caller())) {
      const ToolIdentifier& identifier = tool.identifier;
      known.push_back(identifier.toolbox + "/" + identifier.server + "/" + identifier.tool +
                      (tool.is_open ? " open" : " closed") + (tool.native_name.empty() ? "" : " " + tool.native_name));
    }
    call.result(ToolResult::text("done"));
  };
  const auto client = legacy_client();

  client->result_of(client->call("odd"));
  EXPECT_THAT(known, IsEmpty());

  client->result_of(client->open_toolbox("dev"));
  client->result_of(client->call("odd"));
  EXPECT_THAT(known, ElementsAre("dev/files/echo open"));

  client->result_of(client->call("close_toolbox", R"({"toolbox_name":"dev"})"));
  client->result_of(client->call("odd"));
  EXPECT_THAT(known, ElementsAre("dev/files/echo closed"));
}

TEST_F(AMetaToolOfAPlugin, KnowsTheNamesUnderWhichDynamicModeShowsTools) {
  config_.tool_mode = config::ToolMode::dynamic;
  add_server("dev", "files");
  std::string native_name;
  script_ = [&](ToolCall call) {
    for (const KnownTool& tool : call.toolboxes().known_tools(call.caller())) native_name = tool.native_name;
    call.result(ToolResult::text("done"));
  };
  const auto client = legacy_client("{}", nullptr, "claude-code");
  client->result_of(client->open_toolbox("dev"));

  client->result_of(client->call("odd"));

  EXPECT_EQ(native_name, "dev__files__echo");
}

}  // namespace
