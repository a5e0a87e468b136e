// Entries that ask for confinement, and the rule of the file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "config/toolboxes_file/confinement.hpp"
#include "config/toolboxes_file/for_client.hpp"
#include "config_fixture.hpp"

namespace workbench::config {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

/// Transports of which the first confines its servers.
Vocabulary confining_vocabulary() {
  Vocabulary vocabulary = stdio_vocabulary();
  auto& options = vocabulary.transports["stdio"];
  for (const char* flag : {"sandbox.enabled", "sandbox.bestEffort", "sandbox.network.allowLocalBinding"})
    options.push_back({flag, OptionType::flag, false, "A switch."});
  for (const char* list :
       {"sandbox.filesystem.denyRead", "sandbox.filesystem.allowWrite", "sandbox.network.allowedDomains"})
    options.push_back({list, OptionType::text_list, false, "A list."});
  vocabulary.transports["http"] = {{"url", OptionType::text, true, "The address."}};
  vocabulary.transports["other"] = {{"command", OptionType::text, true, "The program."}};
  return vocabulary;
}

/// A file with the server `s`, whose entry has these members, and another one; `top`: members of the file.
ReadJson read_file(const std::string& members, const std::string& top = {}) {
  return ReadJson("{" + top + R"("toolboxes":{"t":{"description":"d","mcpServers":{"s":{)" + members +
                      R"(},"other":{"command":"y"}}}}})",
                  {{"HOME", "/home/p"}}, confining_vocabulary());
}

bool is_confined(const ReadJson& read, std::size_t server = 0) {
  return read.server(server).options.flag(kIsConfined, false);
}

TEST(AnEntry, IsConfinedIfItAsksForIt) {
  for (const char* asks : {R"("sandboxEnabled":true)", R"("sandbox":{"enabled":true})",
                           R"("sandboxEnabled":true,"sandbox":{"enabled":true})"}) {
    const ReadJson read = read_file(R"("command":"x",)" + std::string(asks));
    ASSERT_TRUE(read.reading.config) << read.findings;
    EXPECT_TRUE(is_confined(read)) << asks;
    EXPECT_FALSE(is_confined(read, 1)) << asks;
    EXPECT_EQ(read.findings, "") << asks;
  }
}

TEST(AnEntry, HasItsRulesInGroupsOfTwoLevels) {
  const ReadJson read = read_file(
      R"("command":"x","sandboxEnabled":true,"sandbox":{"bestEffort":true,"filesystem":{"denyRead":["~/a"],)"
      R"("allowWrite":["${HOME}/b","."]},"network":{"allowedDomains":["example.com"],"allowLocalBinding":true}})");
  EXPECT_EQ(read.findings, "");
  const Options& options = read.server(0).options;
  EXPECT_THAT(options.text_list("sandbox.filesystem.denyRead"), ElementsAre("~/a"));
  EXPECT_THAT(options.text_list("sandbox.filesystem.allowWrite"), ElementsAre("/home/p/b", "."));
  EXPECT_THAT(options.text_list("sandbox.network.allowedDomains"), ElementsAre("example.com"));
  EXPECT_TRUE(options.flag("sandbox.network.allowLocalBinding", false));
  EXPECT_TRUE(options.flag("sandbox.bestEffort", false));
}

TEST(AnEntry, HasTheFolderOfItsClientInItsRules) {
  const ReadJson read =
      read_file(R"("command":"x","sandboxEnabled":true,"sandbox":{"filesystem":{"allowWrite":["${client.cwd}/out"]}})");
  const ServerEntry entry = for_client(read.server(0), "/home/p/project");
  EXPECT_THAT(entry.options.text_list("sandbox.filesystem.allowWrite"), ElementsAre("/home/p/project/out"));
}

class WrongRules : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(WrongRules, AreErrorsWithPlaceAndRemedyAndTheServerIsNotStarted) {
  const ReadJson read = read_file(R"("command":"x","sandboxEnabled":true,)" + std::string(GetParam().first));
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_TRUE(read.server(0).unusable);
  EXPECT_FALSE(read.server(1).unusable);
  EXPECT_THAT(read.findings, HasSubstr(GetParam().second));
}

INSTANTIATE_TEST_SUITE_P(
    Of, WrongRules,
    testing::Values(
        std::pair(R"("sandbox":{"netwrok":{}})", R"(s.sandbox.netwrok: unknown key; did you mean "network"?)"),
        std::pair(R"("sandbox":{"filesystem":{"allowWrites":[]}})",
                  R"(s.sandbox.filesystem.allowWrites: unknown key; did you mean "allowWrite"?)"),
        std::pair(R"("sandbox":{"filesystem":["/x"]})", "s.sandbox.filesystem: must be an object"),
        std::pair(R"("sandbox":"docker")", "s.sandbox: must be an object"),
        std::pair(R"("sandbox":{"network":{"allowedDomains":"a"}})", "allowedDomains: must be an array of strings"),
        std::pair(R"("sandbox":{"enabled":false})", R"(s.sandbox.enabled: contradicts "sandboxEnabled"; remove one)")));

TEST(ASwitch, IsTrueOrFalse) {
  for (const char* wrong : {R"("yes")", "1", "null"}) {
    const ReadJson read = read_file(R"("command":"x","sandboxEnabled":)" + std::string(wrong));
    EXPECT_TRUE(read.server(0).unusable) << wrong;
    EXPECT_THAT(read.findings, HasSubstr("sandboxEnabled: must be true or false")) << wrong;
  }
}

TEST(RulesWithoutTheSwitch, AreANoteThatSaysHowToSwitchThemOn) {
  const ReadJson read = read_file(R"("command":"x","sandbox":{"network":{}})");
  EXPECT_FALSE(is_confined(read));
  EXPECT_THAT(read.findings, AllOf(HasSubstr("note: "), HasSubstr("s.sandbox: has no effect without "),
                                   HasSubstr(R"("sandboxEnabled": true)"), HasSubstr(R"("sandbox": "required")")));
  for (const char* quiet : {R"("sandbox":{})", R"("sandboxEnabled":false,"sandbox":{"network":{}})"}) {
    const ReadJson other = read_file(R"("command":"x",)" + std::string(quiet));
    EXPECT_FALSE(is_confined(other)) << quiet;
    EXPECT_EQ(other.findings, "") << quiet;
  }
}

TEST(TheRuleRequired, ConfinesAllServersThatAreStarted) {
  const ReadJson read = read_file(R"("command":"x","sandboxEnabled":false)", R"("sandbox":"required",)");
  EXPECT_TRUE(is_confined(read));
  EXPECT_TRUE(is_confined(read, 1));
  EXPECT_THAT(read.findings, HasSubstr("s.sandboxEnabled: has no effect, because"));
}

TEST(TheRuleRequired, DoesNotConcernServersAtAnAddress) {
  const ReadJson read = read_file(R"("url":"https://example.com/mcp")", R"("sandbox":"required",)");
  EXPECT_EQ(read.findings, "");
  EXPECT_FALSE(read.server(0).unusable);
}

TEST(TheRuleRequired, RefusesTransportsThatStartProgramsUnconfined) {
  const ReadJson read = read_file(R"("transport":"other","command":"x")", R"("sandbox":"required",)");
  EXPECT_THAT(read.server(0).unusable.value_or(""), HasSubstr("cannot confine the program"));
  EXPECT_FALSE(read.server(1).unusable);
}

TEST(TheRuleOff, IsSaidToThoseWhoAskForConfinement) {
  const ReadJson read = read_file(R"("command":"x","sandboxEnabled":true)", R"("sandbox":"off",)");
  EXPECT_FALSE(is_confined(read));
  EXPECT_FALSE(read.server(0).unusable);
  EXPECT_THAT(read.findings, AllOf(HasSubstr("note: "), HasSubstr("is \"off\", so the server runs unconfined")));
}

TEST(AnUnknownRule, IsAnErrorOfTheFile) {
  const ReadJson read = read_file(R"("command":"x")", R"("sandbox":"requird",)");
  EXPECT_FALSE(read.reading.config);
  EXPECT_THAT(read.findings, HasSubstr(R"($.sandbox: unknown value "requird"; did you mean "required"?)"));
}

TEST(AConfinedServer, IsOtherThanTheSameOneUnconfined) {
  const ReadJson confined = read_file(R"("command":"x","sandboxEnabled":true)");
  const ReadJson off = read_file(R"("command":"x","sandboxEnabled":true)", R"("sandbox":"off",)");
  EXPECT_NE(confined.server(0).identity, off.server(0).identity);
}

TEST(AConfinedServer, IsToldWhichFilesHaveSecretsAndWhetherItsFolderIsNamed) {
  const ReadJson read = read_file(R"("command":"x","cwd":"/srv","sandboxEnabled":true)");
  EXPECT_THAT(read.server(0).options.text_list(kFilesWithSecrets), ElementsAre(EndsWith("/config.json")));
  EXPECT_TRUE(read.server(0).options.flag(kNamesFolder, false));
  const ReadJson unnamed = read_file(R"("command":"x","sandboxEnabled":true)");
  EXPECT_FALSE(unnamed.server(0).options.flag(kNamesFolder, true));
}

TEST(AServerAtAnAddress, CannotAskForConfinement) {
  for (const char* asks : {R"("sandboxEnabled":true)", R"("sandbox":{"network":{}})"}) {
    const ReadJson read = read_file(R"("url":"https://example.com/mcp",)" + std::string(asks));
    EXPECT_TRUE(read.server(0).unusable) << asks;
    EXPECT_THAT(read.findings, HasSubstr("only a server that the workbench starts over stdio can be confined")) << asks;
  }
}

TEST(AServerAtAnAddress, MaySayThatItIsNotConfined) {
  for (const char* asks : {R"("sandboxEnabled":false)", R"("sandbox":{})"}) {
    EXPECT_FALSE(read_file(R"("url":"https://example.com/mcp",)" + std::string(asks)).server(0).unusable) << asks;
  }
}

TEST(AnEntryThatIsOff, MayAskForConfinement) {
  for (const char* off : {R"("disabled":true,"sandboxEnabled":true)", R"("sandboxEnabled":true,"disabled":true)",
                          R"("sandboxEnabled":1,"enabled":false)"}) {
    const ReadJson read = read_file(R"("command":"x",)" + std::string(off));
    ASSERT_TRUE(read.reading.config) << off;
    EXPECT_EQ(read.server(0).name, "other");
    for (const Finding& finding : read.reading.findings) EXPECT_EQ(finding.severity, Finding::Severity::note) << off;
  }
}

TEST(AnOptionOfATransport, MayHaveTheNameOfAKeyOfOtherClients) {
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.transports["stdio"].push_back({"sandbox", OptionType::text, false, "How it is confined."});
  const ReadJson read(
      R"({"toolboxes":{"t":{"description":"d","mcpServers":{"s":{"command":"x","sandbox":"strict"}}}}})", {},
      vocabulary);
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_FALSE(read.server(0).unusable);
}

}  // namespace
}  // namespace workbench::config
