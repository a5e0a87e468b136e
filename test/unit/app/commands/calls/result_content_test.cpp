// How the result of a tool is shown, and what is saved of it.

#include "commands/calls/result_content.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "commands/calls/saved_files.hpp"
#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

using testing::HasSubstr;

struct Shown {
  bool is_complete;
  std::string out;
  std::string errors;
};

Shown show(const std::string& result, std::optional<std::filesystem::path> folder = {}, bool is_terminal = false) {
  std::ostringstream out;
  std::ostringstream errors;
  Output shown(out, is_terminal);
  Output told(errors);
  const bool is_complete = show_content(Json(result), {shown, std::move(folder)}, told);
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
  EXPECT_EQ(show(R"({"content":[{"type":"text","text":"a\tb\n\u001b[2J"}]})", {}, true).out, "a\tb\n\\u{1B}[2J\n");
  EXPECT_EQ(show(R"({"content":[{"type":"text","text":"\u001b[1m"}]})", {}, false).out, "\x1b[1m\n");
}

TEST(ResultContent, WritesNoFileUnlessAskedTo) {
  const test_support::TemporaryFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const Shown shown = show(R"({"content":[{"type":"image","mimeType":"image/png","data":"AAEC/w=="},
      {"type":"audio","mimeType":"a\u001bb","data":"AA=="},
      {"type":"resource","resource":{"uri":"file:///Makefile","text":"all: ;"}},
      {"type":"resource","resource":{"uri":"file:///CLAUDE.md","blob":"AA=="}}]})");
  std::filesystem::current_path(before);
  EXPECT_TRUE(shown.is_complete) << shown.errors;
  EXPECT_EQ(shown.out,
            "not saved: image (image/png); --save FOLDER saves it\n"
            "not saved: audio (a\\u{1B}b); --save FOLDER saves it\nall: ;\n"
            "not saved: resource; --save FOLDER saves it\n");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ResultContent, SavesImagesUnderANameOfOursAndShowsWhere) {
  const test_support::TemporaryFolder folder;
  const Shown shown = show(kImage, folder.path() / "new");
  EXPECT_TRUE(shown.is_complete) << shown.errors;
  EXPECT_EQ(shown.out, "saved: " + (folder.path() / "new/mcp-result-1.png").string() + "\n");
  EXPECT_EQ(content_of(folder.path() / "new/mcp-result-1.png"), std::string("\x00\x01\x02\xff", 4));
}

TEST(ResultContent, NeverReplacesOrFollowsAFile) {
  const test_support::TemporaryFolder folder;
  folder.write("mcp-result-1.png", "mine");
  std::filesystem::create_symlink(folder.path() / "elsewhere", folder.path() / "mcp-result-2.png");
  EXPECT_THAT(show(kImage, folder.path()).out, HasSubstr("mcp-result-3.png"));
  EXPECT_THAT(show(kImage, folder.path()).out, HasSubstr("mcp-result-4.png"));
  EXPECT_EQ(content_of(folder.path() / "mcp-result-1.png"), "mine");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "elsewhere"));
}

/// The names of all files below the folder.
std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST(ResultContent, TakesNoPartOfANameFromTheServer) {
  const test_support::TemporaryFolder folder;
  const Shown shown = show(R"({"content":[
      {"type":"resource","resource":{"uri":"file:///a/../workbench-config.json","text":"{}"}},
      {"type":"resource","resource":{"uri":"x://y/Makefile","blob":"AA==","mimeType":"../../etc/passwd"}},
      {"type":"resource","resource":{"uri":"CLAUDE.md","text":"<script>","mimeType":"text/html; charset=utf-8"}},
      {"type":"image","mimeType":"image/svg+xml","data":"AA==","name":".bashrc"},
      {"type":"audio","mimeType":"AUDIO/WAV","data":"AA=="}]})",
                           folder.path());
  EXPECT_TRUE(shown.is_complete) << shown.errors;
  EXPECT_EQ(names_in(folder.path()),
            (std::vector<std::string>{"mcp-result-1.txt", "mcp-result-2.bin", "mcp-result-3.txt", "mcp-result-4.txt",
                                      "mcp-result-5.wav"}));
}

TEST(ResultContent, SavesABoundedNumberOfFiles) {
  const test_support::TemporaryFolder folder;
  std::string blocks;
  for (std::size_t i = 0; i <= SavedFiles::kMaxFiles; ++i) {
    blocks += std::string(i == 0 ? "" : ",") + R"({"type":"image","mimeType":"image/png","data":"AA=="})";
  }
  const Shown shown = show(R"({"content":[)" + blocks + "]}", folder.path());
  EXPECT_FALSE(shown.is_complete);
  EXPECT_THAT(shown.errors, HasSubstr("more than 100 files"));
  EXPECT_EQ(names_in(folder.path()).size(), SavedFiles::kMaxFiles);
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
