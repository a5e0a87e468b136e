#include "gateway/toolboxes/known_hosts.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "gateway/toolboxes/host_descriptions.hpp"

namespace {

using namespace workbench;

config::HostEntry correction(std::string name, std::string version = "*") {
  config::HostEntry entry;
  entry.name = std::move(name);
  entry.version = std::move(version);
  return entry;
}

TEST(KnownHosts, KnowNothingOfAHostThatIsNotInTheTable) {
  const gateway::KnownHosts hosts({});
  const ClientProfile& profile = hosts.find({"some-new-agent", "1.0"});
  EXPECT_EQ(profile.detail, ToolDetail::full);
  EXPECT_FALSE(profile.instructions_bytes.has_value());
  EXPECT_FALSE(profile.tool_name_bytes.has_value());
  EXPECT_FALSE(profile.is_one_shot);
  EXPECT_EQ(&hosts.find({"", ""}), &profile) << "one object for all of whom nothing is known";
}

TEST(KnownHosts, AssumeOfAnUnknownHostThatItShowsWhatAllKnownOnesShow) {
  const gateway::KnownHosts hosts({});
  const ClientProfile& unknown = hosts.find({"some-new-agent", "1.0"});
  EXPECT_EQ(unknown.result_measure, ResultMeasure::escaped_bytes) << "no host counts more of any text";
  for (const config::HostEntry& entry : gateway::known_host_table()) {
    EXPECT_LE(unknown.result_bytes, entry.result_bytes.value()) << entry.name;
  }
}

TEST(KnownHosts, CountAnUnknownHostInBytesIfOnlyItsLimitIsConfigured) {
  config::HostEntry size = correction("my-agent");
  size.result_bytes = 16'000;
  config::HostEntry other = correction("other-agent");
  other.instructions_bytes = 0;
  const gateway::KnownHosts hosts({size, other});
  EXPECT_EQ(hosts.find({"my-agent", ""}).result_bytes, 16'000U);
  EXPECT_EQ(hosts.find({"my-agent", ""}).result_measure, ResultMeasure::bytes);
  EXPECT_EQ(hosts.find({"other-agent", ""}).result_bytes, hosts.find({"", ""}).result_bytes);
  EXPECT_EQ(hosts.find({"other-agent", ""}).result_measure, ResultMeasure::escaped_bytes);
}

TEST(KnownHosts, HaveNoLimitForHostsThatShowAll) {
  const gateway::KnownHosts hosts({});
  for (const char* const name : {"Zed", "Visual Studio Code", "inspector-cli", "mcp-workbench-cli", "mcporter"}) {
    EXPECT_EQ(hosts.find({name, "1"}).result_bytes, ClientProfile::kUnlimited) << name;
  }
}

TEST(KnownHosts, HaveTheClientsThatOpenASessionForEachCall) {
  const gateway::KnownHosts hosts({});
  for (const char* const name : {"inspector-cli", "mcporter", "mcp-cli", "mcp", "mcp-workbench-cli"}) {
    EXPECT_TRUE(hosts.find({name, "1"}).is_one_shot) << name;
  }
  const ClientProfile& python = hosts.find({"mcp", "0.1.0"});
  EXPECT_EQ(python.result_bytes, hosts.find({"", ""}).result_bytes) << "agents and frameworks have this name";
  EXPECT_EQ(python.result_measure, hosts.find({"", ""}).result_measure);
}

TEST(KnownHosts, AreFoundByTheBeginningOfTheirNames) {
  const gateway::KnownHosts hosts({});
  EXPECT_EQ(hosts.find({"@cline/core", "0.0.0"}).result_bytes, 7'800U);
  EXPECT_EQ(hosts.find({"qwen-cli-mcp-client-tools", "1"}).result_bytes, 24'000U);
  EXPECT_TRUE(hosts.find({"claude-code (via mcp-remote 0.1.38)", "1"}).reads_anthropic_meta);
  EXPECT_TRUE(hosts.find({"inspector-cli", "2"}).is_one_shot);
}

TEST(KnownHosts, HaveAllThatWasObservedOfAHostInItsRow) {
  const gateway::KnownHosts hosts({});
  const ClientProfile& kilo = hosts.find({"kilo", "7.0"});
  EXPECT_EQ(kilo.result_bytes, 50'000U);
  EXPECT_EQ(kilo.instructions_bytes, gateway::kWholeInstructions);
  EXPECT_TRUE(kilo.handles_list_changed);
  EXPECT_EQ(kilo.tool_name_bytes, 64 - std::string("workbench_").size());
  const ClientProfile& nanocoder = hosts.find({"nanocoder-mcp-client", "1.0"});
  EXPECT_EQ(nanocoder.result_bytes, 19'500U);
  EXPECT_EQ(nanocoder.result_measure, ResultMeasure::characters);
  EXPECT_EQ(nanocoder.instructions_bytes, 0U);
  EXPECT_FALSE(nanocoder.handles_list_changed);
  EXPECT_EQ(nanocoder.tool_name_bytes, 64U);
}

TEST(KnownHosts, CountResultsAsTheHostDoes) {
  const gateway::KnownHosts hosts({});
  EXPECT_EQ(hosts.find({"Cline", "3"}).result_measure, ResultMeasure::escaped);
  EXPECT_EQ(hosts.find({"codex-mcp-client", "1"}).result_measure, ResultMeasure::bytes);
  config::HostEntry entry = correction("Cline");
  entry.result_measure = ResultMeasure::characters;
  EXPECT_EQ(gateway::KnownHosts({entry}).find({"Cline", "3"}).result_measure, ResultMeasure::characters);
}

TEST(KnownHosts, DeferToolsFromTheVersionOnThatBeganIt) {
  const gateway::KnownHosts hosts({});
  EXPECT_EQ(hosts.find({"opencode", "1.18.33"}).defers_tools, false);
  EXPECT_EQ(hosts.find({"opencode", "2.0.0-beta.1"}).defers_tools, true);
  EXPECT_EQ(hosts.find({"opencode", "10.0"}).has_code_mode, true);
  EXPECT_EQ(hosts.find({"opencode", "local"}).defers_tools, false) << "a version that is not a number";
  EXPECT_EQ(hosts.find({"claude-code", "2.1.6"}).defers_tools, false);
  EXPECT_EQ(hosts.find({"claude-code", "2.1.330"}).defers_tools, true);
  EXPECT_EQ(hosts.find({"some-new-agent", "1"}).defers_tools, std::nullopt);
}

TEST(KnownHosts, MayBeCorrectedFromAVersionOn) {
  config::HostEntry entry = correction("my-agent", ">=1.10");
  entry.defers_tools = true;
  entry.has_code_mode = false;
  const gateway::KnownHosts hosts({entry});
  EXPECT_EQ(hosts.find({"my-agent", "1.9"}).defers_tools, std::nullopt);
  EXPECT_EQ(hosts.find({"my-agent", "1.10.2"}).defers_tools, true);
  EXPECT_EQ(hosts.find({"my-agent", "1.10.2"}).has_code_mode, false);
}

TEST(KnownHosts, AreCorrectedInTheOrderOfTheConfiguration) {
  config::HostEntry first = correction("claude-*");
  first.result_bytes = 100'000;
  first.max_tokens = 1'000;
  config::HostEntry second = correction("claude-code", "2.*");
  second.result_bytes = 200'000;
  const gateway::KnownHosts hosts({first, second});
  EXPECT_EQ(hosts.find({"claude-code", "2.1"}).result_bytes, 200'000U);
  EXPECT_EQ(hosts.find({"claude-code", "2.1"}).open_bytes, 4'000U);
  EXPECT_EQ(hosts.find({"claude-code", "1.9"}).result_bytes, 100'000U);
  EXPECT_TRUE(hosts.find({"claude-code", "1.9"}).reads_anthropic_meta) << "what is not corrected stays";
}

TEST(KnownHosts, LeaveRoomForAPrefixAndAlwaysSomeForTheName) {
  config::HostEntry entry = correction("prefixing");
  entry.tool_prefix = "mcp__workbench__";
  config::HostEntry shorter = correction("short");
  shorter.tool_prefix = std::string(100, 'p');
  const gateway::KnownHosts hosts({entry, shorter});
  EXPECT_EQ(hosts.find({"prefixing", ""}).tool_name_bytes, 48U);
  EXPECT_EQ(hosts.find({"short", ""}).tool_name_bytes, 24U);
}

TEST(KnownHosts, KeepAPrefixWhenOnlyTheLengthIsCorrectedAndTheOtherWayRound) {
  config::HostEntry length = correction("claude-code*");
  length.max_tool_name = 60;
  config::HostEntry prefix = correction("gemini-cli-mcp-client*");
  prefix.tool_prefix = "mcp_w_";
  const gateway::KnownHosts hosts({length, prefix});
  EXPECT_EQ(hosts.find({"claude-code", ""}).tool_name_bytes, 60 - std::string("mcp__workbench__").size());
  EXPECT_EQ(hosts.find({"gemini-cli-mcp-client", ""}).tool_name_bytes, 63 - std::string("mcp_w_").size());
}

TEST(KnownHosts, MayHaveBracketsAndBackslashesInTheirNames) {
  config::HostEntry entry = correction(R"(my [agent]\x*)");
  entry.is_one_shot = true;
  const gateway::KnownHosts hosts({entry});
  EXPECT_TRUE(hosts.find({R"(my [agent]\x 2)", ""}).is_one_shot);
}

TEST(KnownHosts, HaveEachRowOfTheTableOnce) {
  std::set<std::pair<std::string, std::string>> names;
  for (const config::HostEntry& entry : gateway::known_host_table())
    EXPECT_TRUE(names.insert({entry.name, entry.version}).second);
}

}  // namespace
