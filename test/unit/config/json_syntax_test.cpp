#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>

#include "config_fixture.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kMinimal = R"({"toolboxes": {"t": {"description": "d", "mcpServers": {}}}})";

TEST(JsonSyntax, SaysWhatToDoAboutAMissingFile) {
  const Folder folder;
  const auto reading = read_config(folder.path() / "none.json", stdio_vocabulary(), environment_of({}));
  EXPECT_FALSE(reading.config);
  EXPECT_EQ(shown(reading.findings, folder),
            "none.json: does not exist; name the toolboxes file with --config FILE or WORKBENCH_CONFIG, or let "
            "\"mcp-workbench init\" write one\n");
}

TEST(JsonSyntax, SaysThatAFolderIsNotAFile) {
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "sub");
  const auto reading = read_config(folder.path() / "sub", stdio_vocabulary(), environment_of({}));
  EXPECT_EQ(shown(reading.findings, folder),
            "sub: is a folder, not a file; name the toolboxes file with --config FILE or WORKBENCH_CONFIG, or let "
            "\"mcp-workbench init\" write one\n");
}

TEST(JsonSyntax, DoesNotWaitForTheWriterOfAPipe) {
  const Folder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  const auto reading = read_config(folder.path() / "pipe", stdio_vocabulary(), environment_of({}));
  EXPECT_THAT(shown(reading.findings, folder), testing::StartsWith("pipe: is empty"));
}

TEST(JsonSyntax, SaysWhyAFileCannotBeRead) {
  const Folder folder;
  folder.write("file", "x");
  const auto reading = read_config(folder.path() / "file" / "below.json", stdio_vocabulary(), environment_of({}));
  EXPECT_EQ(shown(reading.findings, folder),
            "file/below.json: cannot be read (Not a directory); name the toolboxes file with --config FILE or "
            "WORKBENCH_CONFIG, or let \"mcp-workbench init\" write one\n");
}

TEST(JsonSyntax, SaysWhatToWriteIntoAnEmptyFile) {
  EXPECT_EQ(ReadJson(" \n").findings,
            "config.json: is empty; name the toolboxes file with --config FILE or WORKBENCH_CONFIG, or write into it "
            "{\"toolboxes\": {\"NAME\": {\"description\": \"what it is for\", \"mcpServers\": {}}}}\n");
}

TEST(JsonSyntax, AcceptsAByteOrderMark) {
  const ReadJson read("\xEF\xBB\xBF" + std::string(kMinimal));
  EXPECT_EQ(read.findings, "");
  EXPECT_TRUE(read.reading.config);
}

TEST(JsonSyntax, CountsColumnsAfterAByteOrderMark) {
  EXPECT_EQ(ReadJson("\xEF\xBB\xBF[]").findings,
            "config.json:1:1: $: must be an object; write {\"toolboxes\": {...}}\n");
}

TEST(JsonSyntax, GivesTheLineAndTheColumnInCharacters) {
  EXPECT_EQ(ReadJson("{\n \"\xC3\xA4\xC3\xB6\" 1}").findings,
            "config.json:2:7: cannot be read as JSON: expected ':' after a key; fix it here or just before\n");
}

TEST(JsonSyntax, SkipsCommentsAndSaysSoOnce) {
  const std::string finding =
      "note: config.json:2:3: a comment, which the workbench skips; other programs may refuse the file\n";
  const std::string rest = "\n" + with_server(R"({"command": "c"})").substr(1);
  EXPECT_EQ(ReadJson("{\n  // toolboxes" + rest).findings, finding);
  EXPECT_EQ(ReadJson("{\n  /* toolboxes */" + rest).findings, finding);
}

TEST(JsonSyntax, SkipsATrailingComma) {
  const ReadJson read(with_server(R"({"command": "c", })"));
  EXPECT_EQ(read.findings,
            "note: config.json:3:21: a comma after the last element, which the workbench skips; other programs may "
            "refuse the file\n");
  ASSERT_TRUE(read.reading.config);
  EXPECT_EQ(read.reading.config->toolboxes.at(0).servers.size(), 1U);
}

TEST(JsonSyntax, SaysThatAFileInAnotherFormatIsNotJson) {
  const Folder folder;
  const auto file = folder.write("c.yaml", "mcpServers:\n  a: {command: b}\n");
  EXPECT_EQ(shown(read_config(file, stdio_vocabulary(), environment_of({})).findings, folder),
            "c.yaml: is YAML, and a toolboxes file is JSON; --check shows the corrected file\n");
}

TEST(JsonSyntax, ReportsWhatIsWrongBetweenCommentsAtItsPlace) {
  EXPECT_EQ(
      ReadJson(with_server("{ // the server\n\"comand\": \"c\", /* \" */ \"args\": [\"//\", \",]\",], }")).findings,
      "note: config.json:3:8: a comment, which the workbench skips; other programs may refuse the file\n"
      "config.json:4:1: $.toolboxes.t.mcpServers.s.comand: unknown key; did you mean \"command\"?\n");
}

TEST(JsonSyntax, MayBeWrittenInUtf16WithAByteOrderMark) {
  EXPECT_THAT(ReadJson(std::string_view("\xFF\xFE{\0}\0", 6)).findings, testing::HasSubstr("\"toolboxes\" is missing"));
}

TEST(JsonSyntax, RefusesWhatIsNestedTooDeeply) {
  EXPECT_EQ(ReadJson("{\"a\": " + std::string(100, '[') + std::string(100, ']') + "}").findings,
            "config.json:1:106: cannot be read as JSON: arrays and objects are nested too deeply; fix it here or just "
            "before\n");
}

TEST(JsonSyntax, PointsAtANumberThatNoTypeCanHold) {
  EXPECT_EQ(ReadJson("{\"a\": [1.5, 2,\n 1e999]}").findings,
            "config.json:2:2: a number that is too large or too small; write one that fits in 64 bits\n");
  EXPECT_EQ(ReadJson("{\"a\": 123456789012345678901234567890}").findings,
            "config.json:1:7: a number that is too large or too small; write one that fits in 64 bits\n");
}

TEST(JsonSyntax, PointsAtHalfASurrogatePair) {
  const std::string finding = "config.json:1:4: half a surrogate pair; write both halves, or the character itself\n";
  EXPECT_EQ(ReadJson(R"({"x\ud83d":1})").findings, finding);
  EXPECT_EQ(ReadJson(R"({"x\ude00":1})").findings, finding);
  EXPECT_EQ(ReadJson(R"({"x\ud83d\ud83d":1})").findings, finding);
}

TEST(JsonSyntax, AcceptsAWholeSurrogatePair) {
  const ReadJson read(R"({"toolboxes": {"\ud83d\ude00": {"description": "\\ud83d", "mcpServers": {}}}})");
  EXPECT_EQ(read.findings, "");
  EXPECT_EQ(read.reading.config.value().toolboxes.at(0).name, "\xF0\x9F\x98\x80");
}

TEST(JsonSyntax, PointsAtANulCharacter) {
  EXPECT_EQ(ReadJson(R"({"toolboxes\u0000": {}})").findings,
            "config.json:1:12: a NUL character, which is not allowed here; remove it\n");
}

/// The findings about a file, and the time of the processor that they take; a test that is quadratic takes minutes.
std::string findings_in_linear_time(const std::string& text) {
  const std::clock_t begin = std::clock();
  std::string findings = ReadJson(text).findings;
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 20);
  return findings;
}

TEST(JsonSyntax, RefusesObjectsWithMoreMembersThanCanBeCompared) {
  std::string text = "{\"toolboxes\": {\n";
  for (int number = 0; number < 400'000; ++number) text += "\"t" + std::to_string(number) + "\": {},\n";
  EXPECT_EQ(findings_in_linear_time(text + "}}"),
            "config.json:1:15: an object with too many members; divide it into several, or remove some\n");
}

TEST(JsonSyntax, RefusesManyValuesBelowVeryLongNames) {
  std::string text = "{\"" + std::string(1'000'000, 'n') + "\": [0";
  for (int number = 0; number < 100'000; ++number) text += ",0";
  EXPECT_EQ(findings_in_linear_time(text + "]}"),
            "config.json: has too many values below very long names; shorten the names or divide the file\n");
}

TEST(JsonSyntax, ShowsTheFirstOfVeryManyFindings) {
  std::string text = "{\"toolboxes\": {\"t\": {\"description\": \"d\", \"mcpServers\": {\n";
  for (int number = 0; number < 15'000; ++number) text += "\"s" + std::to_string(number) + "\": 1,\n/* a comment */";
  const std::string findings = findings_in_linear_time(text + "\"z\": {\"command\": \"c\"}}}}}");
  EXPECT_EQ(std::count(findings.begin(), findings.end(), '\n'), 1'001);
  EXPECT_THAT(findings, testing::EndsWith(" further findings that are not shown; correct these first\n"));
}

}  // namespace
}  // namespace workbench::config
