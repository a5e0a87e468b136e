// The word for how a call ended.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <workbench/testing/loop_host.hpp>

#include "outcome.hpp"

namespace workbench::call_log {
namespace {

const ToolIdentifier kTool{"dev", "files", "read"};

class OutcomeWord : public testing::Test {
 protected:
  std::string_view word(const Response& response, bool is_error, const ToolIdentifier& tool = kTool,
                        bool is_modern = false) {
    return word_for({response, is_error}, tool, is_modern, host.json());
  }
  /// For a result with `isError: true` and this text, which is the inside of a JSON string.
  std::string_view word_for_text(const std::string& text, const ToolIdentifier& tool = kTool) {
    return word(Json(R"({"content":[{"type":"text","text":")" + text + R"("}],"isError":true})"), true, tool);
  }

  test::LoopHost host;
};

TEST_F(OutcomeWord, IsResultForAResult) {
  EXPECT_EQ(word(Json(R"({"content":[]})"), false), "result");
}

TEST_F(OutcomeWord, IsToolErrorForTheErrorOfATool) {
  EXPECT_EQ(word_for_text("there is no such file"), "tool_error");
  EXPECT_EQ(word(Json(R"({"isError":true,"content":[]})"), true), "tool_error");
}

TEST_F(OutcomeWord, IsFailedForACallThatTheServerDidNotAnswer) {
  EXPECT_EQ(word_for_text("[dev/files/read] Error: no answer within 60 s"), "failed");
  for (const ErrorKind kind :
       {ErrorKind::unavailable, ErrorKind::timed_out, ErrorKind::protocol, ErrorKind::busy, ErrorKind::internal}) {
    EXPECT_EQ(word(Error{kind, "it did not work"}, true), "failed");
  }
}

TEST_F(OutcomeWord, IsFailedForAJsonRpcErrorOfTheServer) {
  EXPECT_EQ(word(PeerError{Json(R"({"code":-32603,"message":"no"})"), "no"}, true), "failed");
}

TEST_F(OutcomeWord, IsRefusedForACallOfWhatIsNotThere) {
  EXPECT_EQ(word_for_text("Toolbox 'dev' not found among the open ones; open it first"), "refused");
  EXPECT_EQ(word_for_text("Server 'files' not found in toolbox 'dev'; its servers are: a"), "refused");
  EXPECT_EQ(word_for_text("Tool 'read' not found in server 'files' (toolbox 'dev')"), "refused");
  EXPECT_EQ(word_for_text("Error: Tool 'read' not found in server 'files' (toolbox 'dev')"), "refused");
  EXPECT_EQ(word_for_text("Error: Invalid tool name format 'x'. Expected format: ...", {"", "", "x"}), "refused");
  EXPECT_EQ(word(Error{ErrorKind::not_found, "Unknown tool: x"}, true, {"", "", "x"}), "refused");
  EXPECT_EQ(word(Error{ErrorKind::invalid_argument, "it is not an object"}, true), "refused");
}

TEST_F(OutcomeWord, IsCancelledForACallThatTheClientCancelled) {
  EXPECT_EQ(word(Error{ErrorKind::cancelled, "the client has cancelled the call, or is gone"}, true), "cancelled");
}

TEST_F(OutcomeWord, IsToolErrorForAToolThatSpeaksOfAnother) {
  EXPECT_EQ(word_for_text("[dev/files/write] Error: no answer"), "tool_error");
  EXPECT_EQ(word_for_text("Toolbox 'other' not found"), "tool_error");
  EXPECT_EQ(word_for_text("Error: Invalid tool name format 'read'"), "tool_error");
}

TEST_F(OutcomeWord, DoesNotDependOnHowLongOrOddTheNamesAre) {
  const std::string name = std::string(300, 't') + "\"\n";
  EXPECT_EQ(word_for_text("Tool '" + std::string(250, 't') + " ... (shortened)", {"dev", "files", name}), "refused");
  EXPECT_EQ(word_for_text(R"(Tool '\"\n' not found in server 'files' (toolbox 'dev'))", {"dev", "files", "\"\n"}),
            "refused");
}

TEST_F(OutcomeWord, IsInputRequiredWhereAModernServerWantsInput) {
  const Json required(R"({"resultType":"input_required","inputRequests":{}})");
  EXPECT_EQ(word(required, false, kTool, true), "input_required");
  EXPECT_EQ(word(required, false, kTool, false), "result");
  EXPECT_EQ(word(Json(R"({"content":[],"text":"input_required"})"), false, kTool, true), "result");
}

}  // namespace
}  // namespace workbench::call_log
