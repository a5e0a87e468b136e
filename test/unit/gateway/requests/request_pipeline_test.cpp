#include "gateway/requests/request_pipeline.hpp"

#include <workbench/until_cancelled.hpp>

#include "fake_request.hpp"
#include "gateway_fixture.hpp"
#include "unattended_toolboxes.hpp"

namespace {

using namespace gateway_fixture;
using gateway::CallStyle;
using gateway::Toolbox;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A tool call, and what the test keeps of it: the client's end, and whether its text is still held.
struct SentCall {
  RequestRecord record;
  FakeRequest* request = nullptr;  // until it is destroyed
  std::weak_ptr<const std::string> text;

  [[nodiscard]] bool is_released() const { return record.is_destroyed && text.expired(); }
};

class TheToolboxes : public GatewayFixture {
 protected:
  ~TheToolboxes() override {
    if (toolboxes_ == nullptr) return;
    bool is_closed = false;
    toolboxes_->set().close([&] { is_closed = true; });
    EXPECT_TRUE(run_until([&] { return is_closed; }));
  }

  UnattendedToolboxes& all() {
    if (toolboxes_ == nullptr) toolboxes_ = std::make_unique<UnattendedToolboxes>(host_, config_, registry_);
    return *toolboxes_;
  }
  gateway::ClientToolboxes& toolboxes() { return all().for_clients(); }

  void dispatch(SentCall& call, ToolIdentifier tool, CallStyle style = CallStyle::by_meta_tool,
                CallerIdentity identity = {}) {
    auto text = std::make_shared<const std::string>(R"({"a":1.0})");
    call.text = text;
    call.request = new FakeRequest(call.record, toolboxes(), std::move(identity));
    const std::string_view part = *text;
    all().pipeline().send(
        gateway::tool_call(std::move(tool), Json(std::move(text), part), detail::OwnedRequest(call.request), style));
  }
  void use(SentCall& call, const std::string& server, const std::string& tool = "echo") {
    dispatch(call, {"dev", server, tool});
  }

  void open(const std::string& name) {
    RequestRecord record;
    const detail::OwnedRequest caller(new FakeRequest(record, toolboxes()));
    toolboxes().open_toolbox(name, *caller, {}, [this](const Toolboxes::Opened& opened) {
      outcomes_.push_back(opened ? "opened" : opened.error().message);
    });
  }
  void close(const std::string& name) {
    RequestRecord record;
    const detail::OwnedRequest caller(new FakeRequest(record, toolboxes()));
    toolboxes().close_toolbox(name, *caller, [this](const Result<void>& closed) {
      outcomes_.push_back(closed ? "closed" : closed.error().message);
    });
  }
  void open_now(const std::string& name) {
    open(name);
    run_until_quiet();
    ASSERT_THAT(outcomes_, ElementsAre("opened"));
    outcomes_.clear();
  }

  std::vector<std::string> outcomes_;  // of open() and close()

 private:
  std::unique_ptr<UnattendedToolboxes> toolboxes_;
};

// --- a call on its way to its server ---------------------------------------------------------------------------------

TEST_F(TheToolboxes, SendACallToItsServerWithTheArgumentsToTheByte) {
  ScriptedServer& files = add_server("dev", "files");
  open_now("dev");
  SentCall call;
  use(call, "files");
  run_until_quiet();
  EXPECT_THAT(files.run().latest("tools/call").params.text(),
              testing::StartsWith(R"({"name":"echo","arguments":{"a":1.0},)"));
  EXPECT_EQ(call.record.result, R"({"content":[]})");
  EXPECT_TRUE(call.is_released());
}

TEST_F(TheToolboxes, SendNothingForACallThatWasCancelledBeforeItReachesThem) {
  ScriptedServer& files = add_server("dev", "files");
  toolbox_entry("dev").auto_open = true;
  SentCall call;
  auto* request = new FakeRequest(call.record, toolboxes());
  detail::OwnedRequest owned(request);
  request->cancel();
  all().pipeline().send(
      gateway::tool_call({"dev", "files", "echo"}, Json("{}"), std::move(owned), CallStyle::by_meta_tool));
  run_until_quiet();
  EXPECT_TRUE(call.record.is_destroyed);
  EXPECT_EQ(files.starts(), 0U);
}

TEST_F(TheToolboxes, ForwardNothingThatWasCancelledBefore) {
  ScriptedServer& files = add_server("dev", "files");
  SentCall call;
  auto* request = new FakeRequest(call.record, toolboxes());
  detail::OwnedRequest owned(request);
  request->cancel();
  all().pipeline().send(gateway::call_on_server({"dev", "files", "echo"}, {}, {}, std::move(owned)));
  run_until_quiet();
  EXPECT_TRUE(call.record.is_destroyed);
  EXPECT_EQ(files.starts(), 0U);
}

TEST_F(TheToolboxes, HoldNothingForAClientThatHasCancelledBefore) {
  RequestRecord record;
  FakeRequest request(record, toolboxes());
  request.cancel();
  const workbench::UntilCancelled waiting(request, std::string("its arguments"));
  EXPECT_FALSE(waiting.extract());
}

struct Unfindable {
  std::string name;
  ToolIdentifier tool;
  CallStyle style;
  std::string text;
};

class AToolThatCannotBeFound : public TheToolboxes, public testing::WithParamInterface<Unfindable> {};

INSTANTIATE_TEST_SUITE_P(
    TheToolboxes, AToolThatCannotBeFound,
    testing::Values(Unfindable{"UnknownToolbox",
                               {"prod", "files", "echo"},
                               CallStyle::by_meta_tool,
                               "Toolbox 'prod' not found; the toolboxes are: dev, closed"},
                    Unfindable{"ClosedToolbox",
                               {"closed", "other", "echo"},
                               CallStyle::by_meta_tool,
                               "Toolbox 'closed' not found among the open ones; open it first with open_toolbox"},
                    Unfindable{"UnknownServer",
                               {"dev", "database", "echo"},
                               CallStyle::by_meta_tool,
                               "Server 'database' not found in toolbox 'dev'; its servers are: files"},
                    Unfindable{"UnknownTool",
                               {"dev", "files", "delete_all"},
                               CallStyle::by_meta_tool,
                               "Tool 'delete_all' not found in server 'files' (toolbox 'dev'); its tools are: echo"},
                    Unfindable{"NativeCall",
                               {"dev", "files", "delete_all"},
                               CallStyle::native,
                               "Error: Tool 'delete_all' not found in server 'files' (toolbox 'dev'); its tools are: "
                               "echo"}),
    [](const auto& unfindable) { return unfindable.param.name; });

TEST_P(AToolThatCannotBeFound, IsAnsweredWithTheTextOfTheContract) {
  add_server("dev", "files");
  add_server("closed", "other");
  open_now("dev");
  SentCall call;
  dispatch(call, GetParam().tool, GetParam().style);
  EXPECT_EQ(call.record.result, GetParam().text);
}

TEST_F(TheToolboxes, AnswerACallOfAServerThatCannotBeStartedWithTheReason) {
  add_server("dev", "files");
  add_server("dev", "broken").connect_error = Error{ErrorKind::unavailable, "no such program"};
  open_now("dev");
  SentCall call;
  use(call, "broken");
  run_until_quiet();
  EXPECT_THAT(call.record.result, StartsWith("[dev/broken/echo] Error: Failed to connect to server 'broken' in toolbox "
                                             "'dev': no such program"));
}

TEST_F(TheToolboxes, HoldACallUntilItsServerIsReachedWhileItsToolboxIsBeingOpened) {
  ScriptedServer& files = add_server("dev", "files");
  open("dev");
  SentCall call;
  use(call, "files");
  EXPECT_EQ(call.record.result, "");
  run_until_quiet();
  EXPECT_EQ(call.record.result, R"({"content":[]})");
  EXPECT_EQ(files.starts(), 1U);
}

TEST_F(TheToolboxes, HoldACallOfAnUnknownToolWhileTheToolsAreBeingListedAgain) {
  ScriptedServer& files = add_server("dev", "files");
  open_now("dev");
  files.leave_unanswered("tools/list");
  files.run().notify("notifications/tools/list_changed");
  run_until_quiet();
  SentCall call;
  use(call, "files", "new");
  run_until_quiet();
  EXPECT_EQ(call.record.result, "");
  files.run().answer("tools/list", R"({"tools":[{"name":"new","inputSchema":{"type":"object"}}]})");
  run_until_quiet();
  EXPECT_EQ(call.record.result, R"({"content":[]})");
}

// --- cancelled calls -------------------------------------------------------------------------------------------------

TEST_F(TheToolboxes, NeverSendACallThatIsCancelledWhileItsToolboxIsBeingOpened) {
  ScriptedServer& files = add_server("dev", "files");
  open("dev");
  SentCall call;
  use(call, "files");
  EXPECT_FALSE(call.is_released());
  call.request->cancel();
  EXPECT_TRUE(call.is_released());
  run_until_quiet();
  EXPECT_THAT(outcomes_, ElementsAre("opened"));
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(TheToolboxes, NeverSendACallThatIsCancelledWhileTheToolsAreBeingListedAgain) {
  ScriptedServer& files = add_server("dev", "files");
  open_now("dev");
  files.leave_unanswered("tools/list");
  files.run().notify("notifications/tools/list_changed");
  run_until_quiet();
  SentCall call;
  use(call, "files", "new");
  EXPECT_FALSE(call.is_released());
  call.request->cancel();
  EXPECT_TRUE(call.is_released());
  files.run().answer("tools/list", R"({"tools":[{"name":"new","inputSchema":{"type":"object"}}]})");
  run_until_quiet();
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(TheToolboxes, NeverSendACallThatIsCancelledWhileItsServerIsStartedAgain) {
  ScriptedServer& files = add_server("dev", "files");
  open_now("dev");
  files.run().exit();
  run_until_quiet();
  SentCall call;
  use(call, "files");
  EXPECT_FALSE(call.is_released());
  call.request->cancel();
  EXPECT_TRUE(call.is_released());
  run_until_quiet();
  ASSERT_EQ(files.starts(), 2U);
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(TheToolboxes, CancelACallThatItsServerIsWorkingOn) {
  ScriptedServer& files = add_server("dev", "files");
  open_now("dev");
  files.leave_unanswered("tools/call");
  SentCall call;
  use(call, "files");
  run_until_quiet();
  ASSERT_EQ(files.run().count("tools/call"), 1U);
  call.request->cancel();
  run_until_quiet();
  EXPECT_EQ(files.run().latest("notifications/cancelled").params.text(),
            "{\"requestId\":" + files.run().latest("tools/call").id.raw() + "}");
  EXPECT_TRUE(call.is_released());
}

// --- opening and closing ---------------------------------------------------------------------------------------------

TEST_F(TheToolboxes, CarryOutACallInTheNewProcessAfterACloseAndAnOpenInOneGo) {
  ScriptedServer& files = add_server("dev", "files");
  files.closes_slowly = true;
  open_now("dev");
  close("dev");
  open("dev");
  SentCall call;
  use(call, "files");
  run_until_quiet();
  EXPECT_EQ(call.record.result, "");
  files.run().exit();
  files.closes_slowly = false;
  run_until_quiet();
  EXPECT_THAT(outcomes_, ElementsAre("closed", "opened"));
  EXPECT_EQ(call.record.result, R"({"content":[]})");
  EXPECT_EQ(files.run(0).count("tools/call"), 0U);
  EXPECT_EQ(files.run(1).count("tools/call"), 1U);
}

TEST_F(TheToolboxes, AnswerEverythingAndEndClosedAfterCloseOpenUseCloseInOneGo) {
  ScriptedServer& files = add_server("dev", "files");
  open_now("dev");
  close("dev");
  open("dev");
  SentCall call;
  use(call, "files");
  close("dev");
  run_until_quiet();
  EXPECT_THAT(outcomes_,
              testing::UnorderedElementsAre("closed", "Toolbox 'dev' was closed while it was being opened", "closed"));
  EXPECT_THAT(call.record.result, StartsWith("[dev/files/echo] Error: "));
  EXPECT_THAT(call.record.result, HasSubstr("its toolbox was closed"));
  EXPECT_THAT(call.record.result, testing::Not(HasSubstr("is not known"))) << "it was not sent";
  EXPECT_EQ(all().set().all()[0]->state(), Toolbox::State::closed);
  EXPECT_EQ(files.starts(), 1U);
  EXPECT_EQ(files.run().count("tools/call"), 0U);
}

TEST_F(TheToolboxes, ReportAChangeBeforeTheAnswerOfTheOpening) {
  add_server("dev", "files");
  RequestRecord record;
  const detail::OwnedRequest caller(new FakeRequest(record, toolboxes()));
  std::vector<std::string>& events = all().observer().events;
  toolboxes().open_toolbox("dev", *caller, {}, [&](const Toolboxes::Opened&) { events.emplace_back("opened"); });
  run_until_quiet();
  EXPECT_THAT(events, ElementsAre("changed", "answer", "opened"));
}

TEST_F(TheToolboxes, CloseOneThatIsBeingOpened) {
  add_server("dev", "files").leave_unanswered("initialize");
  open("dev");
  run_until_quiet();
  close("dev");
  run_until_quiet();
  EXPECT_THAT(outcomes_, testing::UnorderedElementsAre("Toolbox 'dev' was closed while it was being opened", "closed"));
}

TEST_F(TheToolboxes, CannotOpenOrCloseWhatIsNotThere) {
  add_server("dev", "files");
  open("prod");
  close("prod");
  close("dev");
  EXPECT_THAT(outcomes_, ElementsAre("Toolbox 'prod' not found in configuration; the toolboxes are: dev",
                                     "Toolbox 'prod' not found; the toolboxes are: dev",
                                     "Toolbox 'dev' not found among the open ones"));
}

// --- toolboxes that a call opens -------------------------------------------------------------------------------------

TEST_F(TheToolboxes, AreOpenedByACallOfAModernClient) {
  add_server("dev", "files");
  CallerIdentity modern;
  modern.is_modern = true;
  SentCall call;
  dispatch(call, {"dev", "files", "echo"}, CallStyle::by_meta_tool, modern);
  run_until_quiet();
  EXPECT_EQ(call.record.result, R"({"content":[]})");
  EXPECT_TRUE(toolboxes().summaries()[0].is_open);
}

TEST_F(TheToolboxes, AreOpenedByACallWhereTheConfigurationSaysSo) {
  add_server("dev", "files");
  toolbox_entry("dev").auto_open = true;
  SentCall call;
  use(call, "files");
  run_until_quiet();
  EXPECT_EQ(call.record.result, R"({"content":[]})");
}

TEST_F(TheToolboxes, StartAServerOnceForACallThatOpensItsToolboxAndAnswerWithTheFailure) {
  ScriptedServer& broken = add_server("dev", "broken");
  broken.refuse("initialize", -32603, "out of memory");
  toolbox_entry("dev").auto_open = true;
  SentCall call;
  use(call, "broken");
  run_until_quiet();
  EXPECT_THAT(call.record.result, HasSubstr("out of memory"));
  EXPECT_EQ(broken.starts(), 1U);
}

}  // namespace
