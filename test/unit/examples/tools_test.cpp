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

/// The output, or the text of the error.
std::string output_of(const DemoTool& tool, std::string arguments) {
  const auto output = run(tool, std::move(arguments));
  return output ? output->text : output.error().message;
}

class EveryDemoTool : public testing::TestWithParam<const DemoTool*> {
 protected:
  static bool is_json(const Json& value) {
    return json::ScannerJsonAccess(1000).checked(std::string(value.text())).has_value();
  }
};
INSTANTIATE_TEST_SUITE_P(DemoTools, EveryDemoTool, testing::ValuesIn(tools()),
                         [](const auto& tool) { return std::string(tool.param->name); });

TEST_P(EveryDemoTool, HasADefinitionThatIsJsonInEveryRevision) {
  EXPECT_TRUE(is_json(definition(*GetParam(), ProtocolRevision::r2024_11_05)));
  EXPECT_TRUE(is_json(definition(*GetParam(), ProtocolRevision::r2025_11_25)));
}

TEST(DemoTools, RefuseAnArgumentThatTheirSchemaDoesNotName) {
  EXPECT_EQ(output_of(kConvertUnits, R"({"amount":1})"),
            "There is no argument 'amount'; this tool takes 'value', 'from' and 'to'.");
}

TEST(Add, ReturnsZeroForAnEmptyList) {
  EXPECT_EQ(output_of(kAdd, R"({"numbers":[]})"), R"({"sum":0,"count":0})");
}

TEST(Add, NamesTheElementThatIsNotANumber) {
  EXPECT_EQ(output_of(kAdd, R"({"numbers":[1,"2"]})"), "Argument 'numbers[1]' must be a number, not a string.");
}

TEST(Add, RefusesNumbersOutsideTheRangeOfDoublePrecision) {
  EXPECT_THAT(output_of(kAdd, R"({"numbers":[1e400]})"), HasSubstr("outside the range"));
  EXPECT_THAT(output_of(kAdd, R"({"numbers":[1e308,1e308]})"), HasSubstr("outside the range"));
}

TEST(WordCount, CountsLinesWordsAndCodePoints) {
  EXPECT_EQ(output_of(kWordCount, R"({"text":"one two\ncaf\u00e9\n"})"), R"({"lines":2,"words":3,"characters":13})");
  EXPECT_EQ(output_of(kWordCount, R"({"text":"no newline at the end"})"), R"({"lines":1,"words":5,"characters":21})");
  EXPECT_EQ(output_of(kWordCount, R"({"text":""})"), R"({"lines":0,"words":0,"characters":0})");
}

TEST(HashText, ReturnsTheDigestOfEachAlgorithm) {
  EXPECT_EQ(output_of(kHashText, R"({"text":"abc"})"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(output_of(kHashText, R"({"text":"abc","algorithm":"sha1"})"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(output_of(kHashText, R"({"text":"abc","algorithm":"md5"})"), "900150983cd24fb0d6963f7d28e17f72");
}

TEST(HashText, RefusesAnUnknownAlgorithmAndNamesTheKnownOnes) {
  EXPECT_EQ(output_of(kHashText, R"({"text":"abc","algorithm":"crc"})"),
            "There is no algorithm 'crc'; use 'sha256', 'sha1' or 'md5'.");
}

TEST(CurrentTime, IsIso8601InUtcOrAtAnOffset) {
  EXPECT_THAT(output_of(kCurrentTime, "{}"), MatchesRegex("[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+Z"));
  EXPECT_THAT(output_of(kCurrentTime, R"({"utc_offset":"-08:00"})"), MatchesRegex("[0-9T:-]+-08:00"));
}

class WrongOffset : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(CurrentTime, WrongOffset,
                         testing::Values("+5", "+05.30", "+15:00", "+05:60", "CET", "+05:30 "));

TEST_P(WrongOffset, IsRefusedWithTheRightForms) {
  EXPECT_THAT(output_of(kCurrentTime, std::string(R"({"utc_offset":")") + GetParam() + "\"}"),
              HasSubstr("write it like"));
}

TEST(ConvertUnits, ConvertsWithinOneQuantity) {
  EXPECT_EQ(output_of(kConvertUnits, R"({"value":1,"from":"in","to":"cm"})"), R"({"value":2.54,"unit":"cm"})");
  EXPECT_EQ(output_of(kConvertUnits, R"({"value":26.2,"from":"mi","to":"km"})"), R"({"value":42.1648128,"unit":"km"})");
  EXPECT_EQ(output_of(kConvertUnits, R"({"value":1,"from":"lb","to":"g"})"), R"({"value":453.59237,"unit":"g"})");
  EXPECT_EQ(output_of(kConvertUnits, R"({"value":-40,"from":"F","to":"C"})"), R"({"value":-40,"unit":"C"})");
  EXPECT_EQ(output_of(kConvertUnits, R"({"value":100,"from":"C","to":"F"})"), R"({"value":212,"unit":"F"})");
}

TEST(ConvertUnits, ReportsWhyAConversionIsImpossible) {
  EXPECT_THAT(output_of(kConvertUnits, R"({"value":1,"from":"kg","to":"m"})"), HasSubstr("measure different things"));
  EXPECT_THAT(output_of(kConvertUnits, R"({"value":1,"from":"furlong","to":"m"})"), HasSubstr("the units are 'mm', "));
  EXPECT_THAT(output_of(kConvertUnits, R"({"value":-1,"from":"K","to":"C"})"), HasSubstr("absolute zero"));
}

TEST(ListDirectory, ReturnsNamesKindsAndSizesInOrder) {
  const auto folder = std::filesystem::temp_directory_path() / ("demo-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "b");
  std::ofstream(folder / "a.txt") << "12345";
  std::filesystem::create_symlink("a.txt", folder / "c");

  const std::string output = output_of(kListDirectory, R"({"path":")" + folder.string() + "\"}");
  std::filesystem::remove_all(folder);

  EXPECT_THAT(output, HasSubstr(R"("entries":[{"name":"a.txt","kind":"file","size":5},)"
                                R"({"name":"b","kind":"directory"},{"name":"c","kind":"link"}],"truncated":false)"));
}

TEST(ListDirectory, ReportsWhyADirectoryCannotBeRead) {
  EXPECT_THAT(output_of(kListDirectory, R"({"path":"/no/such/folder"})"), HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace workbench::demo
