#include "tools.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "json/scanner_json_access.hpp"

namespace workbench::demo {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

Result<Output> run(const DemoTool& tool, std::string arguments) {
  const auto read = Arguments::read(Json(std::move(arguments)), tool.input_schema);
  if (!read) return read.error();
  return tool.run(read.value());
}

/// The answer, or what was wrong.
std::string said(const DemoTool& tool, std::string arguments) {
  const auto output = run(tool, std::move(arguments));
  return output ? output->text : output.error().message;
}

TEST(DemoTools, HaveSchemasThatAreJson) {
  for (const DemoTool* tool : tools()) {
    for (const auto revision : {ProtocolRevision::r2024_11_05, ProtocolRevision::r2025_11_25}) {
      const Json written = definition(*tool, revision);
      EXPECT_TRUE(json::Access(1000).checked(std::string(written.text()))) << written.text();
    }
  }
}

TEST(DemoTools, RefuseAnArgumentThatTheirSchemaDoesNotName) {
  EXPECT_EQ(said(kConvertUnits, R"({"amount":1})"),
            "There is no argument 'amount'; this tool takes 'value', 'from' and 'to'.");
}

TEST(Add, TakesAnEmptyList) {
  EXPECT_EQ(said(kAdd, R"({"numbers":[]})"), R"({"sum":0,"count":0})");
}

TEST(Add, NamesTheElementThatIsNoNumber) {
  EXPECT_EQ(said(kAdd, R"({"numbers":[1,"2"]})"), "Argument 'numbers[1]' must be a number, not a string.");
}

TEST(Add, RefusesWhatDoublePrecisionCannotHold) {
  EXPECT_THAT(said(kAdd, R"({"numbers":[1e400]})"), HasSubstr("outside the range"));
  EXPECT_THAT(said(kAdd, R"({"numbers":[1e308,1e308]})"), HasSubstr("outside the range"));
}

TEST(WordCount, CountsLinesWordsAndCodePoints) {
  EXPECT_EQ(said(kWordCount, R"({"text":"one two\ncaf\u00e9\n"})"), R"({"lines":2,"words":3,"characters":13})");
  EXPECT_EQ(said(kWordCount, R"({"text":"no newline at the end"})"), R"({"lines":1,"words":5,"characters":21})");
  EXPECT_EQ(said(kWordCount, R"({"text":""})"), R"({"lines":0,"words":0,"characters":0})");
}

TEST(HashText, KnowsTheDigestsOfAbc) {
  EXPECT_EQ(said(kHashText, R"({"text":"abc"})"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(said(kHashText, R"({"text":"abc","algorithm":"sha1"})"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(said(kHashText, R"({"text":"abc","algorithm":"md5"})"), "900150983cd24fb0d6963f7d28e17f72");
}

TEST(HashText, NamesTheAlgorithmsItHas) {
  EXPECT_EQ(said(kHashText, R"({"text":"abc","algorithm":"crc"})"),
            "There is no algorithm 'crc'; take 'sha256', 'sha1' or 'md5'.");
}

TEST(CurrentTime, IsIso8601InUtcOrAtAnOffset) {
  EXPECT_THAT(said(kCurrentTime, "{}"), MatchesRegex("[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+Z"));
  EXPECT_THAT(said(kCurrentTime, R"({"utc_offset":"-08:00"})"), MatchesRegex("[0-9T:-]+-08:00"));
}

TEST(CurrentTime, SaysHowAnOffsetIsWritten) {
  for (const char* wrong : {"+5", "+05.30", "+15:00", "+05:60", "CET", "+05:30 "}) {
    EXPECT_THAT(said(kCurrentTime, std::string(R"({"utc_offset":")") + wrong + "\"}"), HasSubstr("write it like"));
  }
}

TEST(ConvertUnits, ConvertsWithinOneQuantity) {
  EXPECT_EQ(said(kConvertUnits, R"({"value":1,"from":"in","to":"cm"})"), R"({"value":2.54,"unit":"cm"})");
  EXPECT_EQ(said(kConvertUnits, R"({"value":26.2,"from":"mi","to":"km"})"), R"({"value":42.1648128,"unit":"km"})");
  EXPECT_EQ(said(kConvertUnits, R"({"value":1,"from":"lb","to":"g"})"), R"({"value":453.59237,"unit":"g"})");
  EXPECT_EQ(said(kConvertUnits, R"({"value":-40,"from":"F","to":"C"})"), R"({"value":-40,"unit":"C"})");
  EXPECT_EQ(said(kConvertUnits, R"({"value":100,"from":"C","to":"F"})"), R"({"value":212,"unit":"F"})");
}

TEST(ConvertUnits, SaysWhyItCannot) {
  EXPECT_THAT(said(kConvertUnits, R"({"value":1,"from":"kg","to":"m"})"), HasSubstr("measure different things"));
  EXPECT_THAT(said(kConvertUnits, R"({"value":1,"from":"furlong","to":"m"})"), HasSubstr("the units are 'mm', "));
  EXPECT_THAT(said(kConvertUnits, R"({"value":-1,"from":"K","to":"C"})"), HasSubstr("absolute zero"));
}

TEST(ListDirectory, TellsNamesKindsAndSizesInOrder) {
  const auto folder = std::filesystem::temp_directory_path() / ("demo-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "b");
  std::ofstream(folder / "a.txt") << "12345";
  std::filesystem::create_symlink("a.txt", folder / "c");

  const std::string answer = said(kListDirectory, R"({"path":")" + folder.string() + "\"}");
  std::filesystem::remove_all(folder);

  EXPECT_THAT(answer, HasSubstr(R"("entries":[{"name":"a.txt","kind":"file","size":5},)"
                                R"({"name":"b","kind":"directory"},{"name":"c","kind":"link"}],"truncated":false)"));
}

TEST(ListDirectory, SaysWhyItCannot) {
  EXPECT_THAT(said(kListDirectory, R"({"path":"/no/such/folder"})"), HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace workbench::demo
