#include "lean/redundancy.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace meta_tools {
namespace {

struct Case {
  std::string_view text;
  std::string_view name;
  bool repeats;
};

TEST(RepeatsName, ComparesLettersAndDigitsWithoutCase) {
  for (const auto& [text, name, repeats] : {
           Case{"path", "path", true},
           Case{"File Path", "file_path", true},
           Case{"Filepath", "filePath", true},
           Case{"The `file-path`.", "file_path", false},
           Case{"`file-path`.", "file_path", true},
           Case{"Page 2", "page2", true},
           Case{"Page 2", "page", false},
           Case{"Path", "paths", false},
           Case{"", "path", false},
           Case{"Größe", "größe", true},
           Case{"Größe", "grosse", false},
           Case{"名前", "名前", true},
       }) {
    EXPECT_EQ(repeats_name(text, name), repeats) << text << " / " << name;
  }
}

TEST(RepeatsName, IsFalseForASignThatTheNameDoesNotHave) {
  EXPECT_FALSE(repeats_name("Count %", "count"));
  EXPECT_FALSE(repeats_name("C++", "c"));
  EXPECT_TRUE(repeats_name("Top", "$top"));
  EXPECT_TRUE(repeats_name("@timestamp", "@timestamp"));
}

TEST(RepeatsName, ComparesANameWithoutLettersExactly) {
  EXPECT_TRUE(repeats_name("_", "_"));
  EXPECT_FALSE(repeats_name("-", "_"));
  EXPECT_FALSE(repeats_name("", "_"));
}

TEST(RepeatsToolName, IsTrueForTitlesThatFrameworksGenerate) {
  for (const std::string_view title :
       {"read_file", "Read File", "read_fileArguments", "read_file_args", "ReadFileInput", "ReadFileParams",
        "Read file parameters", "ReadFileSchema", "ReadFileRequest"}) {
    EXPECT_TRUE(repeats_tool_name(title, "read_file")) << title;
  }
}

TEST(RepeatsToolName, IsFalseForEveryOtherTitle) {
  for (const std::string_view title :
       {"Arguments", "read_fileOutput", "read_files", "File", "read_file args %", "read_file arguments v2"}) {
    EXPECT_FALSE(repeats_tool_name(title, "read_file")) << title;
  }
}

TEST(NeedlessEscapes, OfAsciiCharactersAreRemoved) {
  EXPECT_EQ(without_needless_escapes(R"("the server\u0027s \u003Cname\u003e \u0022x\u0022")"),
            R"("the server's <name> \"x\"")");
}

TEST(NeedlessEscapes, DoNotIncludeThoseThatJsonNeedsNorThoseOfOtherCharacters) {
  const char* text = R"("\u000a \n \u001F \u007f \u00e9 \ud83d\ude00 \/")";
  EXPECT_EQ(without_needless_escapes(text), text);
}

TEST(NeedlessEscapes, DoNotIncludeTextAfterAnEscapedBackslash) {
  EXPECT_EQ(without_needless_escapes(R"("C:\\u0041\u0041 \u005c\u005cu0041")"), R"("C:\\u0041A \\\\u0041")");
}

}  // namespace
}  // namespace meta_tools
