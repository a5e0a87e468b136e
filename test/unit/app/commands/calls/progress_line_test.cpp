// The progress of a call on a terminal.

#include "commands/calls/progress_line.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace workbench::app {
namespace {

TEST(ProgressText, IsABarIfTheTotalIsKnown) {
  EXPECT_EQ(progress_text(Json(R"({"progress":5,"total":10,"message":"reading"})"), 79),
            "[############            ]  50% reading");
  EXPECT_EQ(progress_text(Json(R"({"progress":30,"total":10})"), 79), "[########################] 100%");
}

TEST(ProgressText, IsTheNumberIfItIsNot) {
  EXPECT_EQ(progress_text(Json(R"({"progress":3.5,"message":"files"})"), 79), "3.5 files");
  EXPECT_EQ(progress_text(Json(R"({"progress":3,"total":0})"), 79), "3");
}

TEST(ProgressText, FitsIntoTheLineAndObeysNothing) {
  const std::string text = progress_text(Json(R"({"progress":1,"message":"\u001b[2Ja very long message"})"), 16);
  EXPECT_EQ(text, "1 \\u{1B}[2Ja ...");
}

TEST(ProgressLine, IsRemovedAtTheEnd) {
  std::ostringstream out;
  Output output(out);
  { ProgressLine(output, 80).show(Json(R"({"progress":1})")); }
  EXPECT_EQ(out.str(), "\r1\033[K\r\033[K");
}

TEST(ProgressLine, ShowsNothingWithoutATerminal) {
  std::ostringstream out;
  Output output(out);
  ProgressLine(output, 0).show(Json(R"({"progress":1})"));
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace workbench::app
