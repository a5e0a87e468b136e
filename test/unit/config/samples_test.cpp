#include <gmock/gmock.h>

#include <sstream>
#include <tuple>

#include <workbench/listener.hpp>

#include "config/settings/read_settings.hpp"
#include "config/settings/setting_descriptions.hpp"
#include "config/settings/settings_change.hpp"
#include "config_fixture.hpp"
#include "file_contents.hpp"

namespace workbench::config {
namespace {

using test_support::contents_of;

const std::filesystem::path kSamples = std::filesystem::path(WORKBENCH_SOURCE_FOLDER) / "config-samples";

ConfigReading read_sample(const std::string& name) {
  const Environment environment =
      environment_of({{"HOME", "/home/me"}, {"DEV_FILES", "/dev-files"}, {"PROD_FILES", "/p"}});
  return read_config(kSamples / name, stdio_vocabulary(), environment);
}

// Those of monitoring are for Grafana. Those of tokens are read by AcceptsItsTokensOnly and BehindNginx
// (test/e2e/http), hosted servers, which need another transport, by test/npm/oauth_login.test.mjs.
TEST(Samples, AllLoadWithoutErrors) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSamples)) {
    const std::filesystem::path file = std::filesystem::relative(entry.path(), kSamples);
    const bool is_of_others = file.filename() == "tokens.json" || *file.begin() == "monitoring";
    if (file.extension() != ".json" || is_of_others || file == "hosted-servers/toolboxes.json") {
      continue;
    }
    ++count;
    const auto reading = read_sample(file.string());
    EXPECT_TRUE(reading.config) << file << ": " << reading.findings.front().text;
  }
  EXPECT_EQ(count, 8U);
}

TEST(Samples, WithoutKeysOfOtherClientsLoadWithoutNotes) {
  for (const char* name : {"demo.json", "npm-servers.json", "small-context.json", "two-environments.json",
                           "nginx/toolboxes.json", "team/toolboxes.json"}) {
    EXPECT_TRUE(read_sample(name).findings.empty()) << name;
  }
}

TEST(Samples, TheDemoFindsItsServerOnThePath) {
  const auto reading = read_sample("demo.json");
  ASSERT_TRUE(reading.config);
  ASSERT_EQ(reading.config->toolboxes.size(), 2U);
  EXPECT_EQ(reading.config->toolboxes[0].servers.at(0).options.text("command"), "mcp-workbench-demo-server");
}

TEST(Samples, TwoEnvironmentsHaveServersOfTheSameNames) {
  const auto reading = read_sample("two-environments.json");
  ASSERT_TRUE(reading.config);
  const auto& [dev, prod] = std::tie(reading.config->toolboxes.at(0), reading.config->toolboxes.at(1));
  EXPECT_EQ(dev.servers.at(0).name, prod.servers.at(0).name);
  EXPECT_EQ(dev.servers.at(0).options.text_list("args").back(), "/dev-files");
  EXPECT_EQ(prod.servers.at(0).options.text_list("args").back(), "/p");
}

TEST(Samples, BehindAnIdentityProviderRequireScopesForProduction) {
  const auto reading = read_sample("identity-provider/toolboxes.json");
  ASSERT_TRUE(reading.config) << reading.findings.front().text;
  EXPECT_TRUE(reading.findings.empty());
  const auto& [dev, prod] = std::tie(reading.config->toolboxes.at(0), reading.config->toolboxes.at(1));
  EXPECT_TRUE(dev.required_scopes.empty());
  EXPECT_EQ(prod.required_scopes, std::vector<std::string>{"mcp:prod"});
  for (const ToolEntry& tool : prod.servers.at(0).tools) {
    EXPECT_EQ(tool.required_scopes, std::vector<std::string>{"mcp:prod.write"}) << tool.own_name;
  }
}

TEST(Samples, PastedEntriesCauseNotesAboutWhatHasNoEffect) {
  std::vector<std::string> paths;
  for (const Finding& finding : read_sample("pasted-from-other-clients.json").findings) {
    const std::string rest = finding.text.substr(finding.text.find("$.toolboxes.pasted.mcpServers"));
    paths.push_back(rest.substr(0, rest.find(": ")));
  }
  const std::string servers = "$.toolboxes.pasted.mcpServers.";
  EXPECT_EQ(paths, (std::vector<std::string>{servers + "from-vs-code.dev", servers + "from-cline.autoApprove",
                                             servers + "from-cline.timeout", servers + "from-gemini-cli.trust",
                                             servers + "from-gemini-cli.includeTools"}));
}

TEST(Samples, AllPropertiesLoadAsTheyAre) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSamples)) {
    if (entry.path().extension() != ".properties") continue;
    ++count;
    EXPECT_TRUE(read_settings(entry.path(), {}, environment_of({}), "/usr/local").findings.empty()) << entry.path();
  }
  EXPECT_EQ(count, 4U);
}

TEST(Samples, BehindNginxAgreeAboutTheAddressAndTheHostName) {
  const auto reading = read_settings(kSamples / "nginx/workbench.properties", {}, environment_of({}), "/usr/local");
  const auto& options = reading.settings.of<Listener>().options.at("http");
  const std::string address = options.at("address").text + ":" + options.at("port").text;
  const std::string server = contents_of(kSamples / "nginx/mcp-workbench.conf");
  EXPECT_THAT(server, testing::HasSubstr("proxy_pass http://" + address + ";"));
  EXPECT_THAT(server, testing::HasSubstr("server_name " + options.at("allowedHosts").text + ";"));
  EXPECT_THAT(contents_of(kSamples / "systemd/mcp-workbench.socket"),
              testing::HasSubstr("ListenStream=" + address + "\n"))
      << "systemd opens the socket to which nginx connects";
}

TEST(Samples, BehindNginxHaveTheServerBlockOfTheDocuments) {
  const std::string page = contents_of(std::filesystem::path(WORKBENCH_SOURCE_FOLDER) / "docs/operate/deploy.md");
  std::istringstream sample(contents_of(kSamples / "nginx/mcp-workbench.conf"));
  for (std::string line; std::getline(sample, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos || line[begin] == '#') continue;
    EXPECT_THAT(page, testing::HasSubstr("\n" + line + "\n"));
  }
}

TEST(Samples, OfATeamLimitATokenToAToolboxThatExists) {
  const auto reading = read_sample("team/toolboxes.json");
  ASSERT_TRUE(reading.config);
  EXPECT_EQ(reading.config->toolboxes.at(0).name, "build");
  EXPECT_THAT(contents_of(kSamples / "team/tokens.json"), testing::HasSubstr(R"("toolboxes": ["build"])"));
}

TEST(Samples, OfATeamListensOverHttpsWithTokens) {
  const auto reading = read_settings(kSamples / "team/workbench.properties", {}, environment_of({}), "/usr/local");
  EXPECT_EQ(reading.settings.of<Listener>().names, std::vector<std::string>{"http"});
  const auto& options = reading.settings.of<Listener>().options.at("http");
  for (const char* option : {"tokensFile", "certificate", "key"}) EXPECT_EQ(options.count(option), 1U) << option;
}

TEST(Samples, ThePropertiesAreTheDefaultsIfNothingIsCommentedOut) {
  const Folder folder;
  std::string text = contents_of(kSamples / "workbench.properties");
  for (const SettingDescription& setting : setting_descriptions()) {
    const std::size_t comment = text.find("\n# " + setting.key + " =");
    if (comment != std::string::npos) text.erase(comment + 1, 2);
  }
  const auto file = folder.write("w.properties", text);
  const auto set = read_settings(file, {}, environment_of({}), "/usr/local");
  EXPECT_EQ(shown(set.findings, folder), "");
  const Settings defaults = read_settings({}, {}, environment_of({}), "/usr/local").settings;
  EXPECT_EQ(set.settings.toolboxes_file, folder.path() / defaults.toolboxes_file);
  const SettingsChange change = change_while_running(defaults, set.settings);
  EXPECT_THAT(change.applied, testing::IsEmpty());
  EXPECT_THAT(change.waiting, testing::ElementsAre("workbench.toolboxes"));
}

}  // namespace
}  // namespace workbench::config
