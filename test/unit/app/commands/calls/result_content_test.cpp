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

struct OddResult {
  const char* name;
  const char* result;
  const char* out;
  const char* remark;  ///< a part of it; empty: there is none
};

class ResultOfAnotherForm : public testing::TestWithParam<OddResult> {};

TEST_P(ResultOfAnotherForm, IsShown) {
  const Shown shown = show(GetParam().result);
  EXPECT_TRUE(shown.is_complete);
  EXPECT_EQ(shown.out, GetParam().out);
  EXPECT_THAT(shown.errors, HasSubstr(GetParam().remark));
  EXPECT_FALSE(shown.out.empty() && shown.errors.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Of, ResultOfAnotherForm,
    testing::Values(OddResult{"NoMembers", "{}", "", "empty result"},
                    OddResult{"NoBlocks", R"({"content":[]})", "", "empty result"},
                    OddResult{"Null", R"({"content":null,"_meta":{}})", "", "empty result"},
                    OddResult{"AnError", R"({"isError":true})", "", "empty result"},
                    OddResult{"NullStructured", R"({"content":[],"structuredContent":null})", "", "empty result"},
                    OddResult{"EmptyStructured", R"({"structuredContent":{}})", "{}\n", ""},
                    OddResult{"TheFirstRevision", R"({"toolResult":{"a":1}})", "{\"toolResult\":{\"a\":1}}\n",
                              "no content"},
                    OddResult{"AText", R"({"content":"just text"})", "just text\n", "not a list"},
                    OddResult{"ABlock", R"({"content":{"type":"text","text":"one"}})", "one\n", "not a list"},
                    OddResult{"ANumber", R"({"content":5})", "{\"content\":5}\n", "no content"},
                    OddResult{"AWholeText", R"("all of it")", "\"all of it\"\n", "no content"},
                    OddResult{"AWholeList", R"([{"type":"text","text":"x"}])", "[{\"type\":\"text\",\"text\":\"x\"}]\n",
                              "no content"},
                    OddResult{"TextsInAList", R"({"content":["a","b"]})", "a\nb\n", ""},
                    OddResult{"WithoutType", R"({"content":[{"text":"typeless"}]})", "typeless\n", ""},
                    OddResult{"UnknownType", R"({"content":[{"type":"video","data":"x"}]})",
                              "{\"type\":\"video\",\"data\":\"x\"}\n", ""},
                    OddResult{"TextThatIsANumber", R"({"content":[{"type":"text","text":5}]})",
                              "{\"type\":\"text\",\"text\":5}\n", ""},
                    OddResult{"ImageWithoutData", R"({"content":[{"type":"image"}]})", "{\"type\":\"image\"}\n", ""},
                    OddResult{"ResourceWithoutContent", R"({"content":[{"type":"resource","resource":{"uri":"x:y"}}]})",
                              "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:y\"}}\n", ""},
                    OddResult{"LinkWithoutAddress", R"({"content":[{"type":"resource_link","name":"n"}]})",
                              "{\"type\":\"resource_link\",\"name\":\"n\"}\n", ""}),
    [](const auto& one) { return one.param.name; });

struct WrittenBytes {
  const char* name;
  const char* block;
  const char* file;
  std::string bytes;
};

class BytesOfABlock : public testing::TestWithParam<WrittenBytes> {};

TEST_P(BytesOfABlock, AreSavedHoweverTheyAreWritten) {
  const test_support::TemporaryFolder folder;
  const Shown shown =
      show(std::string(R"({"content":[)") + GetParam().block + R"(,{"type":"text","text":"more"}]})", folder.path());
  EXPECT_TRUE(shown.is_complete) << shown.errors;
  EXPECT_THAT(shown.out, testing::EndsWith("\nmore\n"));
  EXPECT_EQ(content_of(folder.path() / GetParam().file), GetParam().bytes);
}

INSTANTIATE_TEST_SUITE_P(
    Of, BytesOfABlock,
    testing::Values(WrittenBytes{"DataUrl",
                                 R"({"type":"image","mimeType":"image/png","data":"data:image/png;base64,AAEC/w=="})",
                                 "mcp-result-1.png", std::string("\x00\x01\x02\xff", 4)},
                    WrittenBytes{"DataUrlWithTheOnlyMediaType",
                                 R"({"type":"audio","data":"DATA:audio/wav;rate=1;BASE64,AAEC"})", "mcp-result-1.wav",
                                 std::string("\x00\x01\x02", 3)},
                    WrittenBytes{"Blob", R"({"type":"resource","resource":{"blob":"data:image/gif;base64,AAEC"}})",
                                 "mcp-result-1.gif", std::string("\x00\x01\x02", 3)},
                    WrittenBytes{"WithoutPadding", R"({"type":"image","mimeType":"image/png","data":"AAEC/w"})",
                                 "mcp-result-1.png", std::string("\x00\x01\x02\xff", 4)},
                    WrittenBytes{"TheOtherAlphabet", R"({"type":"image","mimeType":"image/png","data":"AAEC_w=="})",
                                 "mcp-result-1.png", std::string("\x00\x01\x02\xff", 4)},
                    WrittenBytes{"InLines", R"({"type":"image","mimeType":"image/png","data":"AAEC\r\n/w==\n"})",
                                 "mcp-result-1.png", std::string("\x00\x01\x02\xff", 4)},
                    WrittenBytes{"SomethingElse", R"({"type":"image","mimeType":"image/png","data":"not base64!!"})",
                                 "mcp-result-1.txt", "not base64!!"}),
    [](const auto& one) { return one.param.name; });

TEST(ResultContent, SaysThatBytesAreNotInBase64) {
  const test_support::TemporaryFolder folder;
  EXPECT_THAT(show(R"({"content":[{"type":"image","data":"A!"}]})", folder.path()).errors,
              HasSubstr("not valid base64; it is saved as it is"));
}

TEST(ResultContent, SaysWhatCannotBeSaved) {
  const test_support::TemporaryFolder folder;
  const Shown in_a_file = show(kImage, folder.write("file", ""));
  EXPECT_FALSE(in_a_file.is_complete);
  EXPECT_THAT(in_a_file.errors, HasSubstr("cannot save"));
}

}  // namespace
}  // namespace workbench::app
