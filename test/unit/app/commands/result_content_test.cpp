// How the result of a tool is shown, and what is saved of it.

#include "commands/result_content.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

using testing::HasSubstr;

struct Shown {
  bool is_complete;
  std::string out;
  std::string errors;
};

Shown show(const std::string& result, const std::filesystem::path& folder = {}, bool is_terminal = false) {
  std::ostringstream out;
  std::ostringstream errors;
  const bool is_complete = show_content(Json(result), {out, is_terminal, folder, "draw"}, errors);
  return {is_complete, out.str(), errors.str()};
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

constexpr const char* kImage = R"({"content":[{"type":"image","mimeType":"image/png","data":"AAEC/w=="}]})";

TEST(ResultContent, ShowsTextsAsTheyAreEachEndingItsLine) {
  EXPECT_EQ(show(R"({"content":[{"type":"text","text":"a\nb"},{"type":"text","text":"c\n"}]})").out, "a\nb\nc\n");
}

TEST(ResultContent, ATerminalIsShownControlCharactersInsteadOfObeyingThem) {
  EXPECT_EQ(show(R"({"content":[{"type":"text","text":"a\tb\n\u001b[2J"}]})", {}, true).out, "a\tb\n\\x1b[2J\n");
  EXPECT_EQ(show(R"({"content":[{"type":"text","text":"\u001b[1m"}]})", {}, false).out, "\x1b[1m\n");
}

TEST(ResultContent, SavesImagesUnderTheNameOfTheToolAndShowsWhere) {
  const test_support::TemporaryFolder folder;
  const Shown shown = show(kImage, folder.path() / "new");
  EXPECT_TRUE(shown.is_complete) << shown.errors;
  EXPECT_EQ(shown.out, "saved: " + (folder.path() / "new/draw.png").string() + "\n");
  EXPECT_EQ(content_of(folder.path() / "new/draw.png"), std::string("\x00\x01\x02\xff", 4));
}

TEST(ResultContent, NeverReplacesAFile) {
  const test_support::TemporaryFolder folder;
  folder.write("draw.png", "mine");
  EXPECT_THAT(show(kImage, folder.path()).out, HasSubstr("draw-2.png"));
  EXPECT_THAT(show(kImage, folder.path()).out, HasSubstr("draw-3.png"));
  EXPECT_EQ(content_of(folder.path() / "draw.png"), "mine");
}

TEST(ResultContent, SavesEmbeddedResourcesUnderTheLastPartOfTheirUri) {
  const test_support::TemporaryFolder folder;
  show(R"({"content":[{"type":"resource","resource":{"uri":"file:///a/../notes.md?x","text":"hello"}},
          {"type":"resource","resource":{"uri":"x://y/.hidden/..","blob":"AA==","mimeType":"audio/wav"}}]})",
       folder.path());
  EXPECT_EQ(content_of(folder.path() / "notes.md"), "hello");
  EXPECT_EQ(content_of(folder.path() / "draw.wav"), std::string(1, '\0'));
}

TEST(ResultContent, ShowsStructuredContentIfThereIsNoText) {
  EXPECT_EQ(show(R"({"content":[],"structuredContent":{"a":1.0}})").out, "{\"a\":1.0}\n");
  EXPECT_EQ(show(R"({"content":[{"type":"text","text":"t"}],"structuredContent":{"a":1}})").out, "t\n");
}

TEST(ResultContent, SaysWhatCannotBeSaved) {
  const test_support::TemporaryFolder folder;
  const Shown in_a_file = show(kImage, folder.write("file", ""));
  EXPECT_FALSE(in_a_file.is_complete);
  EXPECT_THAT(in_a_file.errors, HasSubstr("cannot save"));
}

}  // namespace
}  // namespace workbench::app
