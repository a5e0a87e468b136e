// What a file of another client, or of a repository, may cost: bounded levels, bounded size, linear time. The times are
// processor times, hundreds of times as long as needed: they distinguish linear from quadratic, on a busy machine too.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <fstream>
#include <functional>
#include <set>
#include <tuple>

#include "client_files/discovery.hpp"
#include "client_files/document.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/proposal.hpp"
#include "client_files/toml_depth.hpp"
#include "client_files/translate.hpp"
#include "temporary_folder.hpp"

namespace workbench::client_files {
namespace {

using testing::HasSubstr;

constexpr std::size_t kMiB = std::size_t{1024} * 1024;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t time = 0; time < times; ++time) all += text;
  return all;
}

/// Lines with a number each, `bytes` together.
std::string numbered(const std::function<std::string(const std::string&)>& line, std::size_t bytes) {
  std::string all;
  for (std::size_t number = 100'000; all.size() + 60 < bytes; ++number) all += line(std::to_string(number));
  return all;
}

double seconds_of(const std::function<void()>& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

std::string problem_of(const std::string& text, Format format) {
  const Document document = parse(text, format);
  return document.problems.empty() ? "" : document.problems.front().text;
}

struct Deep {
  Format format;
  std::string text;
};

TEST(AFileOfAClient, IsRefusedBeforeAParserIsGivenTooManyLevels) {
  constexpr std::size_t kMany = 100'000;
  const std::vector<Deep> files{
      {Format::toml, repeated("a.", kMany) + "a = 1\n"},
      {Format::toml, "[" + repeated("a.", kMany) + "a]\nb = 1\n"},
      {Format::toml, "[[" + repeated("\"a\" . ", kMany) + "a]]\n"},
      {Format::toml, "a = " + repeated("[", kMany)},
      {Format::toml, "a = " + repeated("{a=", kMany)},
      {Format::toml, "[" + repeated("a.", 60) + "a]\n" + repeated("b.", 60) + "b = 1\n"},
      {Format::toml, "a = " + repeated("{b.c.d.e.f.g.h.i.j.k.l.m = ", 20) + "1" + repeated("}", 20)},
      {Format::yaml, repeated("[", kMany)},
      {Format::yaml, repeated("{a: ", kMany)},
      {Format::yaml, repeated("- ", kMany)},
      {Format::yaml, repeated("[", 200) + repeated("]", 200)},
      {Format::json, repeated("[", kMany)},
      {Format::json, repeated("{\"a\":", kMany)},
      {Format::json, repeated("[", 101) + repeated("]", 101)},
  };
  for (const Deep& file : files) {
    const Document document = parse(file.text, file.format);
    EXPECT_FALSE(document.root) << file.text.substr(0, 40);
    ASSERT_EQ(document.problems.size(), 1U) << file.text.substr(0, 40);
    EXPECT_THAT(document.problems[0].text, HasSubstr("nested")) << file.text.substr(0, 40);
    EXPECT_THAT(document.problems[0].text, HasSubstr("; ")) << "and has a remedy";
    EXPECT_LE(document.problems[0].offset, file.text.size());
  }
}

TEST(AFileOfAClient, MayHaveTheLevelsThatPeopleWrite) {
  for (const std::string& text : {
           std::string("[a.b.c]\nd.e = {f = [[1.5, 2.5], [3.5]], g.h = 'x.y.z'} # a.b.c.[[[\n"),
           "a = [" + repeated("1.5, ", 500) + "1.5]\n",
           "a = \"\"\"" + repeated("[a.b.", 500) + "\\\"\"\"\"\"\nb = '''" + repeated("{c.", 500) + "''''\nc = 1\n",
           repeated("[a.b]\n", 1) + repeated("# [[.\n", 500) + "t = 1979-05-27T00:32:00.999-07:00\n",
           "a = [\n" + repeated("  { b.c = 1 },\n", 500) + "]\n",
       }) {
    EXPECT_EQ(problem_of(text, Format::toml), "") << text.substr(0, 60);
  }
  EXPECT_EQ(problem_of(repeated("[", 99) + repeated("]", 99), Format::yaml), "");
  EXPECT_EQ(problem_of(repeated("[", 99) + repeated("]", 99), Format::json), "");
}

TEST(AFileOfAClient, IsReadInATimeThatGrowsWithItsSizeOnly) {
  const std::vector<Deep> files{
      {Format::toml, numbered([](const std::string& n) { return "k" + n + " = 1\n"; }, kMiB)},
      {Format::toml, numbered([](const std::string& n) { return "[t" + n + "]\nk = 1\n"; }, kMiB)},
      {Format::toml, "a = {" + numbered([](const std::string& n) { return "k" + n + " = 1, "; }, kMiB) + "z = 1}\n"},
      {Format::toml, numbered([](const std::string& n) { return "t" + n + ".x=1\nt" + n + ".y=1\n"; }, kMiB)},
      {Format::toml, numbered([](const std::string& n) { return "[[t" + n + "]]\n[[t" + n + "]]\n"; }, kMiB)},
      {Format::yaml, numbered([](const std::string& n) { return "k" + n + ": v\n"; }, kMiB)},
      {Format::yaml, "[" + repeated("a,", kMiB / 2 - 10) + "]"},
      {Format::yaml, numbered([](const std::string& n) { return "- &a" + n + " x\n"; }, kMiB)},
      {Format::json, "{" + numbered([](const std::string& n) { return "\"k" + n + "\": 1,"; }, 4 * kMiB) + "}"},
      {Format::json, "{" + repeated("/**/", kMiB) + "}"},
      {Format::json, "{" + repeated("\"a\": {},\n", 400'000) + "}"},
  };
  for (const Deep& file : files) {
    EXPECT_LT(seconds_of([&] { EXPECT_EQ(problem_of(file.text, file.format), "") << file.text.substr(0, 40); }), 20)
        << file.text.substr(0, 40);
  }
}

TEST(AFileOfAClient, IsRefusedIfItIsLargerThanAnyoneWrites) {
  for (const Format format : {Format::toml, Format::yaml}) {
    EXPECT_THAT(problem_of(repeated("# x\n", kMiB / 4 + 1), format), HasSubstr("is larger than 1 MiB"));
  }
  EXPECT_THAT(problem_of(repeated(" ", 16 * kMiB + 1), Format::json), HasSubstr("is larger than 16 MiB"));
  EXPECT_THAT(problem_of("[" + repeated("0,", 1'000'000) + "0]", Format::json), HasSubstr("more than 1000000 values"));
}

TEST(AFileOfAClient, IsRefusedIfItsAliasesRepeatTooMuch) {
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 12; ++level) {
    const std::string below = "*a" + std::to_string(level - 1);
    laughs +=
        "a" + std::to_string(level) + ": &a" + std::to_string(level) + " [" + repeated(below + ", ", 9) + below + "]\n";
  }
  const std::string long_text = "a: &a " + repeated("x", 500'000) + "\nb: [" + repeated("*a, ", 100'000) + "*a]\n";
  EXPECT_THAT(problem_of(laughs, Format::yaml), HasSubstr("more than 1000000 values"));
  EXPECT_THAT(problem_of(long_text, Format::yaml), HasSubstr("repeat more than 16 MiB of text"));
  EXPECT_NE(problem_of("&a [*a, *a]\n", Format::yaml), "") << "a value that has itself in it";
}

TEST(AFileOfAClient, HasServersInNumbersThatCanBeCompared) {
  const std::string many =
      "{\"mcpServers\": {" +
      numbered([](const std::string& n) { return "\"s" + n + "\": {\"command\": \"c\"},"; }, kMiB) + "}}";
  const std::string large = "{\"mcpServers\": {\"a\": {\"command\": \"c\", \"args\": [" + repeated("\"x\",", 20'000) +
                            "\"x\"]}, \"b\": {\"command\": \"c\"}}}";
  for (const auto& [text, expected, count] :
       {std::tuple{many, "servers, more than the 1000 that are read of one list", 0U},
        std::tuple{large, "has more than 10000 values and is left out", 2U}}) {
    const test_support::TemporaryFolder folder;
    const auto found = read_client_file(folder.write(".mcp.json", text), {folder.path(), folder.path(), folder.path()});
    ASSERT_TRUE(found && found->groups.size() == 1);
    FileFindings findings(found->file, found->document->text);
    const auto servers = translate(found->groups[0], *found->document->root, findings);
    EXPECT_EQ(servers.size(), count);
    EXPECT_THAT(findings.extract().at(0).text, HasSubstr(expected));
  }
}

TEST(AFileOfAClient, ThatIsBadTakesNoOtherAway) {
  const test_support::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / ".codex");
  std::filesystem::create_directories(folder.path() / ".cursor");
  std::ofstream(folder.path() / ".codex/config.toml") << repeated("a.", 100'000) << "a = 1\n";
  std::ofstream(folder.path() / ".claude.json") << repeated(" ", 17 * kMiB);
  std::ofstream(folder.path() / ".cursor/mcp.json") << R"({"mcpServers": {"a": {"command": "c"}}})";
  std::vector<std::string> with_servers;
  std::vector<std::string> with_problems;
  for (const FoundFile& file : find_client_files({folder.path(), folder.path() / ".config", folder.path() / "p"})) {
    auto& names = file.document->root ? with_servers : with_problems;
    names.push_back(file.file.filename().string());
  }
  EXPECT_THAT(with_servers, testing::ElementsAre("mcp.json"));
  EXPECT_THAT(with_problems, testing::UnorderedElementsAre("config.toml", ".claude.json"));
}

TEST(AFileOfAClient, WithLongNamesThatBeginAlikeIsImported) {
  const std::string name(64, 'n');
  std::string text = "{\"mcpServers\": {";
  for (const char* ending : {"a", "b", "c", "d"}) {
    text += "\"" + name + ending + "\": {\"command\": \"" + ending + "\"},";
  }
  const test_support::TemporaryFolder folder;
  const auto found =
      read_client_file(folder.write(".mcp.json", text + "}}"), {folder.path(), folder.path(), folder.path()});
  ASSERT_TRUE(found && found->groups.size() == 1);
  FileFindings findings(found->file, found->document->text);
  const auto servers = translate(found->groups[0], *found->document->root, findings);
  const Proposal proposal = propose(
      servers, [](const WrittenServer&) { return false; },
      [](std::string_view) { return std::optional<std::string>(); });
  std::set<std::string> names;
  for (const WrittenServer& server : proposal.toolboxes.at(0).servers) {
    EXPECT_LE(server.name.size(), 64U);
    names.insert(server.name);
  }
  EXPECT_EQ(names.size(), 4U);
}

TEST(FileFindings, OfVeryManyPlacesAreMadeInLinearTime) {
  const std::string text = repeated("a comment\n", 1'000'000);
  EXPECT_LT(seconds_of([&] {
              FileFindings findings("f", text);
              for (std::size_t at = 0; at < text.size(); at += 50) findings.note(at, "", "x");
              EXPECT_EQ(findings.extract().back().text, "f:999996:1: x");
            }),
            20);
}

TEST(AFileOfAClient, IsRefusedWithItsLineIfTheLibraryDidNotExpectIt) {
  for (const char* const line : {"[[ = 1", "[ = 1", "[[", "[,]", "[[\x01]]", "a = inf\xC3\xA4", "a = 1 \xCF\x9D"}) {
    const Document document = parse("a = 1\n[t]\n" + std::string(line) + "\nb = 2\n", Format::toml);
    EXPECT_FALSE(document.root) << line;
    ASSERT_EQ(document.problems.size(), 1U) << line;
    EXPECT_GE(document.problems[0].offset, 10U) << line;
    EXPECT_LE(document.problems[0].offset, 10U + std::string_view(line).size() + 1) << line;
  }
}

TEST(AFileOfAClient, HasNoServerWithACharacterThatNoProgramCanBeGiven) {
  const test_support::TemporaryFolder folder;
  const auto found = read_client_file(
      folder.write(".mcp.json",
                   R"({"mcpServers": {"a": {"command": "c", "env": {"KEY": "\u0000"}}, "b": {"command": "c"}}})"),
      {folder.path(), folder.path(), folder.path()});
  ASSERT_TRUE(found && found->groups.size() == 1);
  FileFindings findings(found->file, found->document->text);
  const auto servers = translate(found->groups[0], *found->document->root, findings);
  ASSERT_EQ(servers.size(), 2U);
  EXPECT_TRUE(servers[0].server.command.empty());
  EXPECT_EQ(servers[1].server.command, "c");
  EXPECT_THAT(findings.extract().at(0).text, HasSubstr("$.mcpServers.a: contains a NUL character"));
}

TEST(LevelsOfToml, AreThoseOfTheValueThatIsTooDeep) {
  EXPECT_EQ(too_deep_in_toml("a.b.c = 1", 1), std::optional<std::size_t>(3));
  EXPECT_EQ(too_deep_in_toml("a.b = 1\n[c.d]\ne = [[1]]", 3), std::optional<std::size_t>(19));
  EXPECT_EQ(too_deep_in_toml("a.b = 1\n[c.d]\ne = [[1]]", 4), std::nullopt);
}

}  // namespace
}  // namespace workbench::client_files
