#include "lean/first_sentence.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace meta_tools {
namespace {

struct Case {
  std::string_view description;
  std::string_view sentence;
};

void expect_sentences(std::initializer_list<Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(first_sentence(c.description), c.sentence) << c.description;
}

TEST(FirstSentence, EndsAtAMarkBeforeWhiteSpace) {
  expect_sentences({
      {"Reads a file. Use it often.", "Reads a file."},
      {"Reads a file.\nUse it often.", "Reads a file."},
      {"Reads a file!\tUse it often.", "Reads a file!"},
      {"Lost a file? Read it here.", "Lost a file?"},
      {"Reads a file. use it often", "Reads a file."},
      {"Reads a file.", "Reads a file."},
      {"Reads a file", "Reads a file"},
      {"Really?! Yes.", "Really?!"},
      {"Says \"done.\" Then ends.", "Says \"done.\""},
      {"Answers \"done\". Then ends.", "Answers \"done\"."},
      {"Reads a file (or two). Then ends.", "Reads a file (or two)."},
      {"Plays song no. Really.", "Plays song no."},
  });
}

TEST(FirstSentence, EndsAtAFullStopOfChineseOrJapanese) {
  expect_sentences({
      {"读取文件。返回内容。", "读取文件。"},
      {"ファイルを読みますか？はい。", "ファイルを読みますか？"},
      {"「読む。」という意味", "「読む。」"},
  });
}

TEST(FirstSentence, DoesNotEndAtAMarkThatBelongsToAWord) {
  expect_sentences({
      {"Reads files, e.g. Word or a.txt, of version 2.0 up. More.",
       "Reads files, e.g. Word or a.txt, of version 2.0 up."},
      {"Reads text (i.e. UTF-8) vs. Binary data. More.", "Reads text (i.e. UTF-8) vs. Binary data."},
      {"Lists files, folders, etc. of a disk. More.", "Lists files, folders, etc. of a disk."},
      {"Lists files, folders, etc. More is to come.", "Lists files, folders, etc."},
      {"Waits... then reads a file. More.", "Waits... then reads a file."},
      {"Waits... Then reads a file.", "Waits..."},
      {"Quotes J. R. R. Tolkien at length. More.", "Quotes J. R. R. Tolkien at length."},
      {"Reads data of the U.S. Treasury. More.", "Reads data of the U.S. Treasury."},
      {"Follows RFC no. 2119 to the letter. More.", "Follows RFC no. 2119 to the letter."},
      {"Searches in . and below. More.", "Searches in . and below."},
      {"Runs `find . -name x? y` for you. More.", "Runs `find . -name x? y` for you."},
      {"Matches ? and * in names. More.", "Matches ? and * in names."},
      {"Asks (really?) before it writes. More.", "Asks (really?) before it writes."},
      {"Needs Node.js and asks https://example.org/a?b=c. More.", "Needs Node.js and asks https://example.org/a?b=c."},
      {"A lone ` does not hide. More.", "A lone ` does not hide."},
  });
}

TEST(FirstSentence, EndsWithItsParagraph) {
  expect_sentences({
      {"Get the current time\n\nTakes a timezone.", "Get the current time"},
      {"Get the current time\r\n \r\nTakes a timezone.", "Get the current time"},
      {"Get the current time\nin a timezone.\nMore.", "Get the current time in a timezone."},
      {"Get the current time\n    Args:\n        timezone: a name", "Get the current time"},
      {"Search with:\n- text\n- regex", "Search with:"},
      {"Search with:\n1. text\n2. regex", "Search with:"},
      {"Is new since version\n2. Use it", "Is new since version 2."},
      {"Get the time\n## Usage\nCall it.", "Get the time"},
      {"Get the time\n```\nget_time()\n```", "Get the time"},
      {"Get the time\n<example>now</example>", "Get the time"},
      {"Get the time\n---\nCall it.\n", "Call it."},
      {"Get the time.\n---\nCall it.\n", "Get the time."},
  });
}

TEST(FirstSentence, SkipsMarkupAtTheBeginning) {
  expect_sentences({
      {"# Read File\n\nReads a file. More.", "Reads a file."},
      {"Read File\n=========\nReads a file. More.", "Reads a file."},
      {"**Overview**\nReads a file. More.", "Reads a file."},
      {"**Reads** a file. More.", "Reads a file."},
      {"**Reads a file.** More.", "Reads a file."},
      {"- Reads a file\n- Writes a file", "Reads a file"},
      {"* Reads a file. More.", "Reads a file."},
      {"1. Reads a file. More.", "Reads a file."},
      {"\xE2\x80\xA2 Reads a file", "Reads a file"},
      {"> Reads a file. More.", "Reads a file."},
      {"<usecase>Reads a file</usecase>\n<instructions>Call it.</instructions>", "Reads a file"},
      {"<usecase>\n  Reads a file. More.\n</usecase>", "Reads a file."},
      {"<tool name=\"x\"><purpose>Reads a file</purpose></tool>", "Reads a file"},
      {"<br/>Reads a file. More.", "Reads a file."},
      {"<!-- generated\n -->Reads a file. More.", "Reads a file."},
      {"```json\n{\"a\": 1}\n```\nReads a file. More.", "Reads a file."},
      {"---\nReads a file. More.", "Reads a file."},
      {"Description:\n  Reads a file. More.", "Reads a file."},
      {"\n\n  Reads a file\n  of text. More.\n", "Reads a file of text."},
      {"#5 is alive. More.", "#5 is alive."},
      {"**/*.txt is read. More.", "**/*.txt is read."},
      {"<path> is read. More.", "<path> is read."},
      {"<3 is no tag. More.", "<3 is no tag."},
  });
}

TEST(FirstSentence, IsNeverEmptyForADescriptionThatIsNotBlank) {
  expect_sentences({
      {"# Read File", "Read File"},
      {"# Read File\n\n## Usage\n", "Read File"},
      {"**Read File**", "Read File"},
      {"Usage:", "Usage:"},
      {"```\nread_file(path)\n```", "read_file(path)"},
      {"```", "```"},
      {"---", "---"},
      {"<a></a>", "<a></a>"},
      {"<!-- -->", "<!-- -->"},
      {"-", "-"},
      {"#", "#"},
      {".", "."},
      {"...", "..."},
      {"****", "****"},
      {"` `", "` `"},
  });
}

TEST(FirstSentence, IsEmptyForABlankDescription) {
  expect_sentences({{"", ""}, {" \n\t\r\n", ""}, {"\xC2\xA0\xE3\x80\x80\xEF\xBB\xBF", ""}});
}

TEST(FirstSentence, HasOneBlankForEachRunOfWhiteSpace) {
  EXPECT_EQ(first_sentence("Reads\t a \xC2\xA0 file\xE3\x80\x80of\n  text\x01.  More."), "Reads a file of text .");
}

TEST(FirstSentence, IsCutAfterAWord) {
  EXPECT_EQ(first_sentence("Reads a file of text.", 21), "Reads a file of text.");
  EXPECT_EQ(first_sentence("Reads a file of text.", 20), "Reads a file of...");
  EXPECT_EQ(first_sentence("Reads a file, of text.", 16), "Reads a file...");
  EXPECT_EQ(first_sentence("Reads a file of text.", 15), "Reads a file...");
  EXPECT_EQ(first_sentence("Reads a file of text.", 14), "Reads a...");
}

TEST(FirstSentence, IsCutAtACharacterWhereThereAreNoWords) {
  EXPECT_EQ(first_sentence("abcdefghijkl", 10), "abcdefg...");
  EXPECT_EQ(first_sentence("读取文件并返回内容", 14), "读取文...");
  EXPECT_EQ(first_sentence("a 读取文件并返回内容", 14), "a 读取文...");
}

TEST(FirstSentence, HasAtLeastOneCharacterAtAnyLength) {
  EXPECT_EQ(first_sentence("Reads", 3), "Rea");
  EXPECT_EQ(first_sentence("Reads", 0), "R");
  EXPECT_EQ(first_sentence("读取文件", 5), "读");
  EXPECT_EQ(first_sentence("读取文件", 1), "读");
  EXPECT_EQ(first_sentence("\xF0\x9F\x93\x84 file", 1), "\xF0\x9F\x93\x84");
}

TEST(FirstSentence, RespectsItsLengthAndCutsBetweenCharacters) {
  const std::string_view text = "Größe: 读取文件, \xF0\x9F\x93\x84 and naïve words of text without an end";
  for (std::size_t max = 4; max <= text.size() + 1; ++max) {
    const std::string sentence = first_sentence(text, max);
    EXPECT_LE(sentence.size(), max);
    const std::string kept = sentence.ends_with("...") ? sentence.substr(0, sentence.size() - 3) : sentence;
    ASSERT_TRUE(text.starts_with(kept)) << sentence;
    EXPECT_TRUE(kept.size() == text.size() || (static_cast<unsigned char>(text[kept.size()]) & 0xC0U) != 0x80)
        << sentence;
  }
}

TEST(FirstSentence, IsFoundInALongTextAndBehindMuchMarkup) {
  EXPECT_EQ(first_sentence(std::string(1000000, 'x')), std::string(157, 'x') + "...");
  EXPECT_EQ(first_sentence(std::string(1000000, ' ') + "Reads a file."), "Reads a file.");
  std::string tags;
  for (int i = 0; i < 100000; ++i) tags.append("<a>");
  EXPECT_FALSE(first_sentence(tags + "</a>").empty());
  std::string wide;
  for (int i = 0; i < 10000; ++i) wide.append("读");
  EXPECT_EQ(first_sentence(wide, 100000).size(), 8190U);  // the limit of 8 KiB, in whole characters
}

TEST(FirstSentence, IsFoundInDescriptionsOfRealServers) {
  expect_sentences({
      {"Read the complete contents of a file from the file system as text. Handles various text encodings and provides "
       "detailed error messages if the file cannot be read. Use the 'head' parameter.",
       "Read the complete contents of a file from the file system as text."},
      {"\n    Fetch the weather for a city.\n\n    Args:\n        city: Name of the city\n    Returns:\n        The "
       "weather\n    ",
       "Fetch the weather for a city."},
      {"<usecase>Retrieves data about a symbol (e.g. AAPL). Use it for "
       "charts.</usecase>\n<instructions>...</instructions>",
       "Retrieves data about a symbol (e.g. AAPL)."},
      {"Facilitates a detailed, step-by-step thinking process for problem-solving and analysis.\n\nFeatures:\n- x",
       "Facilitates a detailed, step-by-step thinking process for problem-solving and analysis."},
      {"\xF0\x9F\x94\x8D **Search** the web! Returns up to 10 results.", "\xF0\x9F\x94\x8D **Search** the web!"},
  });
}

}  // namespace
}  // namespace meta_tools
