#include "config/toolboxes_file/env_file.hpp"

#include <gmock/gmock.h>

#include <ctime>

#include "config_fixture.hpp"

namespace workbench::config {
namespace {

std::string problems_in(std::string_view text) {
  std::string problems;
  for (const auto& problem : parse_env_file(text).problems) {
    problems += std::to_string(problem.line) + ": " + problem.text + "\n";
  }
  return problems;
}

TEST(EnvFile, ReadsNamesAndValues) {
  const EnvFile file = parse_env_file(
      "# comment\r\n\r\nA=1\r\n  export B = two words  # note\nC=#no-comment\nD=\nE= # nothing\nF=a=b#c\nexport=yes");
  EXPECT_TRUE(file.problems.empty());
  EXPECT_EQ(file.variables, (Options::TextMap{{"A", "1"},
                                              {"B", "two words"},
                                              {"C", "#no-comment"},
                                              {"D", ""},
                                              {"E", ""},
                                              {"F", "a=b#c"},
                                              {"export", "yes"}}));
}

TEST(EnvFile, ReadsQuotedValues) {
  const EnvFile file = parse_env_file("A=' # $X \\n'\nB=\"l1\\nl2 \\\"q\\\" \\d\" # note\nC=''\n");
  EXPECT_EQ(problems_in(""), "");
  EXPECT_EQ(file.variables, (Options::TextMap{{"A", " # $X \\n"}, {"B", "l1\nl2 \"q\" \\d"}, {"C", ""}}));
}

TEST(EnvFile, OfTwoLinesWithOneNameTheLaterWins) {
  EXPECT_EQ(parse_env_file("A=1\nB=2\nA=3").variables, (Options::TextMap{{"A", "3"}, {"B", "2"}}));
}

TEST(EnvFile, ReportsTheLinesThatItCannotRead) {
  EXPECT_EQ(problems_in("A=1\nsecret\n1X=2\n=3\nB='open\nC=\"x\" y\n"),
            "2: is not NAME=value; write NAME=value, or put # before a comment\n"
            "3: is not NAME=value; write NAME=value, or put # before a comment\n"
            "4: is not NAME=value; write NAME=value, or put # before a comment\n"
            "5: has an unclosed quote, or text after the closing one; close it at the end of the line\n"
            "6: has an unclosed quote, or text after the closing one; close it at the end of the line\n");
  EXPECT_EQ(problems_in(std::string_view("A=a\0b", 5)), "1: contains a NUL character; remove it\n");
}

TEST(EnvFile, IsReadInATimeThatGrowsWithItsSizeOnly) {
  std::string text;
  for (int number = 0; number < 100'000; ++number) text += "NAME_" + std::to_string(number % 60'000) + "=x\n";
  const std::clock_t begin = std::clock();
  const EnvFile file = parse_env_file(text);
  Options options;
  options.set("env", file.variables);
  merge_env_file(file.variables, options);
  const Environment environment = with_variables(file.variables, environment_of({}));
  for (const auto& [name, value] : file.variables) EXPECT_EQ(environment(name), value);
  EXPECT_EQ(options.text_map("env"), file.variables);
  EXPECT_EQ(file.variables.size(), 60'000U);
  // Processor time, a hundred times as long as needed: quadratic, it takes minutes.
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 10);
}

TEST(EnvFile, ThatIsNoneIsGivenUpAfterSomeLines) {
  std::string text;
  for (int number = 0; number < 100'000; ++number) text += "not a variable\n";
  const EnvFile file = parse_env_file(text);
  ASSERT_EQ(file.problems.size(), 20U);
  EXPECT_THAT(file.problems.back().text, testing::EndsWith("; the lines behind it were not read: correct these first"));
}

TEST(EnvFile, HasWhatWasWrittenAsItsLines) {
  for (const std::string value : {"", "plain", "two words", " blanks ", "it's", "a\"b\\c\n\r\td", "#x", "a #b", "'",
                                  "\"", "$X ${Y}", "\\n", "ends with \\", "\xC3\xA4"}) {
    const EnvFile file = parse_env_file(env_file_line("A", value) + "\n" + env_file_line("B", "next"));
    EXPECT_EQ(file.variables, (Options::TextMap{{"A", value}, {"B", "next"}})) << value;
  }
}

TEST(EnvFile, OfAServerIsRelativeToTheJsonFileAndOverriddenByEnv) {
  const Folder folder;
  folder.write("some.env", "A=file\nB=file\n");
  const auto file = folder.write(
      "c.json", with_server(R"({"command": "c", "env": {"C": "json", "B": "json"}, "envFile": "${NAME}.env"})"));
  const auto reading = read_config(file, stdio_vocabulary(), environment_of({{"NAME", "some"}}));
  ASSERT_EQ(shown(reading.findings, folder), "");
  EXPECT_EQ(reading.config->toolboxes.at(0).servers.at(0).options.text_map("env"),
            (Options::TextMap{{"A", "file"}, {"B", "json"}, {"C", "json"}}));
}

TEST(EnvFile, ItsProblemsAreReportedWithFileAndLine) {
  const Folder folder;
  folder.write("bad.env", "A=1\nsecret text\n");
  const auto file = folder.write("c.json", with_server(R"({"command": "c", "envFile": "bad.env"})"));
  EXPECT_EQ(shown(read_config(file, stdio_vocabulary(), environment_of({})).findings, folder),
            "c.json:3:23: $.toolboxes.t.mcpServers.s.envFile: bad.env:2: is not NAME=value; write NAME=value, or put # "
            "before "
            "a comment\n");
}

TEST(EnvFile, ThatCannotBeReadIsAnError) {
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c", "envFile": "none.env"})")).findings,
            "config.json:3:23: $.toolboxes.t.mcpServers.s.envFile: none.env does not exist; correct the path (a "
            "relative path is relative to this file), or remove the key\n");
  EXPECT_EQ(
      ReadJson(with_server(R"({"command": "c", "envFile": ""})")).findings,
      "config.json:3:23: $.toolboxes.t.mcpServers.s.envFile: must not be empty; name a file, or remove the key\n");
}

TEST(EnvFile, NeverShowsTheValueOfAVariableInItsName) {
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c", "envFile": "${WHERE}/x"})"), {{"WHERE", "/secret"}}).findings,
            "config.json:3:23: $.toolboxes.t.mcpServers.s.envFile: ${WHERE}/x does not exist; correct the path (a "
            "relative path is relative to this file), or remove the key\n");
}

TEST(EnvFile, HasVariablesForEveryTextOfItsEntryWhateverTheTransport) {
  const Folder folder;
  folder.write(".env", "HOST=from-the-file\n");
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.transports["bare"] = {{"address", OptionType::text, false, "The address."}};
  const auto file = folder.write("c.json", with_server(R"({"type": "bare", "envFile": ".env", "address": "${HOST}"})"));
  const auto reading = read_config(file, vocabulary, environment_of({{"HOST", "from the environment"}}));
  ASSERT_EQ(shown(reading.findings, folder), "");
  EXPECT_EQ(reading.config->toolboxes.at(0).servers.at(0).options.text("address"), "from-the-file");
}

TEST(EnvFile, AtTheTopHasVariablesForTheWholeFileAndIsNotPassedToServers) {
  const Folder folder;
  folder.write("secrets.env", "TOKEN=t0ken\nOTHER=o\n");
  const std::string text = R"({"toolboxes": {"t": {"description": "d", "mcpServers": {
    "s": {"command": "c", "env": {"API_TOKEN": "${TOKEN}"}}}}}, "envFile": "secrets.env"})";
  const auto reading = read_config(folder.write("c.json", text), stdio_vocabulary(), environment_of({}));
  ASSERT_EQ(shown(reading.findings, folder), "");
  EXPECT_EQ(reading.config->toolboxes.at(0).servers.at(0).options.text_map("env"),
            (Options::TextMap{{"API_TOKEN", "t0ken"}}));
  EXPECT_EQ(reading.files.at(0), folder.path() / "secrets.env");
}

}  // namespace
}  // namespace workbench::config
