// A plugin that breaks the contracts of the SDK in the real program: each mistake costs one call or one connection, and
// the log names the plugin.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <string>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

const std::string kFault = "plugin 'hostile' is at fault: ";
const std::string kToolFault = kFault + "meta-tool 'hostile' ";
const std::string kConnectionFault = kFault + "transport 'hostile' ";

std::string hostile_server(const std::string& does) {
  return R"("odd":{"transport":"hostile","does":")" + does + R"(","protocol":"legacy"})";
}

class AHostilePlugin : public testing::Test {
 protected:
  explicit AHostilePlugin(const std::string& server = "close twice")
      : client(toolbox("dev", fake_server("s")) + "," + toolbox("odd", hostile_server(server)),
               {"-D", "plugins.load=stdio-transport,filters,meta-tools," HOSTILE_PLUGIN, "-D",
                "metaTools=open_toolbox,use_tool,hostile", "-D", "limits.serverStart=5s"}) {}

  /// The answer to a call that makes the plugin do this.
  std::string make_it(const std::string& action) {
    return client.request("tools/call", R"({"name":"hostile","arguments":{"do":")" + action + "\"}}");
  }

  void expect_in_log(const std::string& text) { client.process().wait_for_error_text(text); }

  /// Others notice nothing, and the workbench ends in order.
  void TearDown() override {
    client.open("dev");
    EXPECT_THAT(client.use("dev", "s", "echo", R"({"n":1.0})"), HasSubstr(R"({"n":1.0})"));
    client.process().close_input();
    EXPECT_EQ(client.process().wait().code_or_signal, 0);
  }

  InitializedClient client;
};

TEST_F(AHostilePlugin, LosesTheCallThatItThrowsOutOf) {
  EXPECT_THAT(make_it("throw"), HasSubstr(kToolFault + "threw: at once"));
  EXPECT_THAT(make_it("throw a number"), HasSubstr(kToolFault + "threw: something that is not a std::exception"));
  expect_in_log(kToolFault + "threw: at once");
}

TEST_F(AHostilePlugin, LosesTheCallInWhoseCourseACallbackThrows) {
  for (const std::string where : {"a timer", "a watch", "a task"}) {
    EXPECT_THAT(make_it("throw in " + where), HasSubstr(kToolFault)) << where;
    expect_in_log(kToolFault + "threw: in " + where);
  }
  EXPECT_THAT(make_it("throw when opened"), HasSubstr(kToolFault));
  expect_in_log(kToolFault + "threw: in done");
  EXPECT_THAT(make_it("throw when answered"), HasSubstr("answered"));
  expect_in_log(kToolFault + "threw: in on_answer");
}

TEST_F(AHostilePlugin, MayThrowWhenItsCallIsCancelled) {
  const int id = client.send("tools/call", R"({"name":"hostile","arguments":{"do":"throw when cancelled"}})");
  client.notify("notifications/cancelled", R"({"requestId":)" + std::to_string(id) + "}");
  expect_in_log(kToolFault + "threw: in on_cancel");
}

TEST_F(AHostilePlugin, HasOneAnswerForEachCall) {
  EXPECT_THAT(make_it("answer twice"), AllOf(HasSubstr("first"), Not(HasSubstr("second"))));
  expect_in_log("[hostile] a request was answered a second time");
  EXPECT_THAT(make_it("drop"), HasSubstr(kToolFault + "dropped a call without an answer"));
}

TEST_F(AHostilePlugin, SendsNoLineThatIsNotAMessage) {
  EXPECT_THAT(make_it("answer no JSON"), HasSubstr(kToolFault + "answered with invalid JSON"));
  EXPECT_EQ(make_it("answer with a line break"), R"({"content":[] , "x":1})");
}

TEST_F(AHostilePlugin, IsNamedWhenItBlocksTheEventLoop) {
  EXPECT_THAT(make_it("block"), HasSubstr("slow"));
  expect_in_log(kToolFault + "blocked the event loop for 1");
}

TEST_F(AHostilePlugin, IsNamedWhenItAnswersOrWatchesInAThreadOfItsOwn) {
  EXPECT_THAT(make_it("answer in a thread"), HasSubstr("from a thread"));
  expect_in_log(kToolFault + "answered a call on a thread of its own");
  EXPECT_THAT(make_it("watch in a thread"), HasSubstr("done"));
  for (const std::string function : {"after()", "watch()", "resolve()", "add_metrics()", "metrics()"}) {
    expect_in_log(kFault + "it called " + function + " on a thread of its own");
  }
}

// They are destroyed after main(), when neither the event loop nor the client's session exist.
TEST_F(AHostilePlugin, MayKeepItsCallsUntilTheProcessHasEnded) {
  const int id = client.send("tools/call", R"({"name":"hostile","arguments":{"do":"keep"}})");
  client.notify("notifications/cancelled", R"({"requestId":)" + std::to_string(id) + "}");
  client.send("tools/call", R"({"name":"hostile","arguments":{"do":"keep"}})");
}

/// Some exceptions end the process, whatever the workbench does.
class AnUncaughtException : public AHostilePlugin {
 protected:
  void TearDown() override { EXPECT_EQ(client.process().wait().code_or_signal, SIGABRT); }
};

TEST_F(AnUncaughtException, OutOfAPluginsFunctionThatIsNoexceptNamesThePlugin) {
  client.send("tools/call", R"({"name":"hostile","arguments":{"do":"throw out of noexcept"}})");
  expect_in_log(
      "mcp-workbench: " + kToolFault +
      "threw where nothing can catch it, out of a destructor or a function that is noexcept: out of noexcept");
}

TEST_F(AnUncaughtException, OutOfAThreadSaysWhatItIs) {
  client.send("tools/call", R"({"name":"hostile","arguments":{"do":"throw out of a thread"}})");
  expect_in_log("out of a thread, perhaps one of a plugin: in a thread; the process ends");
}

struct Mistake {
  const char* does;
  const char* what;
};

class AHostileConnection : public AHostilePlugin, public testing::WithParamInterface<Mistake> {
 protected:
  AHostileConnection() : AHostilePlugin(GetParam().does) {}
};

TEST_P(AHostileConnection, FailsAndIsNamed) {
  const std::string answer = client.open("odd");
  EXPECT_THAT(answer, HasSubstr("Failed to connect to server 'odd' in toolbox 'odd': "));
  expect_in_log(kConnectionFault + GetParam().what);
}

constexpr Mistake kMistakes[] = {
    {"close in start", "called on_closed() inside a call of its connection"},
    {"close twice", "called on_closed() after on_closed()"},
    {"throw in a timer", "threw: in a timer"},
    {"throw in send", "threw: in send"},
    {"deliver in send", "called on_message() inside a call of its connection"},
    {"block in send", "blocked the event loop for 1"},
    {"call in a thread", "called on_message() on a thread of its own"},
};
INSTANTIATE_TEST_SUITE_P(Mistakes, AHostileConnection, testing::ValuesIn(kMistakes), [](const auto& mistake) {
  std::string name = mistake.param.does;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

}  // namespace
