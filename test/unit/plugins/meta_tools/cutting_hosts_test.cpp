// What models see of the lists of public servers in hosts that cut results: the names of all tools.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "catalog.hpp"
#include "cutting_hosts.hpp"
#include "gateway/toolboxes/host_descriptions.hpp"
#include "gateway/toolboxes/known_hosts.hpp"
#include "json/lookup.hpp"
#include "tool_descriptions.hpp"
#include "toolbox_answer.hpp"

namespace meta_tools {

void PrintTo(const CuttingHost& host, std::ostream* out) {
  *out << host.client;
}

namespace {

using workbench::Json;
using workbench::JsonMember;
using workbench::KnownTool;
using workbench::OpenedServer;
using workbench::OpenedToolbox;
using workbench::Tool;

/// A definition as long as those of servers are: the catalog has the beginnings of descriptions, and the names of
/// arguments. What is added is counted otherwise as bytes, as characters and as JSON.
Tool with_whole_definition(const KnownTool& known, std::size_t number) {
  constexpr std::string_view kMore =
      " It says \"yes\",\n\tor \u00fcber \u65e5\u672c\u8a9e \U0001F600, in C:\\temp\\file.";
  Tool tool = known.tool;
  for (std::size_t times = 0; times < number % 7; ++times) tool.description.append(kMore);
  workbench::JsonWriter definition;
  definition.object().member("name", tool.name).member("description", tool.description).key("inputSchema").object();
  definition.member("type", "object").key("properties").object();
  const Json schema = workbench::json::member(known.tool.definition, "inputSchema");
  for (const JsonMember& argument : workbench::json::members(workbench::json::member(schema, "properties"))) {
    definition.key(argument.key).object().member("type", "string").member("description", kMore).end();
  }
  definition.end().end().end();
  tool.definition = std::move(definition).json();
  return tool;
}

/// Each server of the catalog in a toolbox of its own, and all of them in one.
std::vector<OpenedToolbox> toolboxes() {
  std::vector<OpenedToolbox> toolboxes;
  OpenedToolbox all{"everything", "All servers of the catalog", {}};
  std::size_t number = 0;
  for (const KnownTool& known : retrieval::read_catalog(TOOL_CATALOG)) {
    if (all.servers.empty() || all.servers.back().name != known.identifier.server) {
      all.servers.push_back(
          {known.identifier.server, {}, {"left out: \"x\""}, {}, false, "Read \"this\" first. Then act."});
    }
    all.servers.back().tools.push_back(with_whole_definition(known, number++));
  }
  for (const OpenedServer& server : all.servers) toolboxes.push_back({server.name, "One server", {server}});
  toolboxes.push_back(std::move(all));
  return toolboxes;
}

const std::vector<OpenedToolbox>& catalog() {
  static const std::vector<OpenedToolbox> read = toolboxes();
  return read;
}

/// Names by server, in the order in which the answer has them.
using NamesByServer = std::map<std::string, std::vector<std::string>>;

std::string text_of(const Json& object, std::string_view name) {
  const Json value = workbench::json::member(object, name);
  return value.is_absent() ? std::string() : *kJson.characters(value);
}

void add_names(const std::string& answer, NamesByServer& names) {
  for (const Json& tool : workbench::json::elements(workbench::json::member(Json(answer), "tools"))) {
    std::vector<std::string>& of_server = names[text_of(tool, "source_server")];
    if (const Json listed = workbench::json::member(tool, "names"); !listed.is_absent()) {
      for (const Json& name : workbench::json::elements(listed)) of_server.push_back(*kJson.characters(name));
    } else {
      of_server.push_back(text_of(tool, "name"));
    }
  }
}

/// The names that a note of describe_tools has of tools that it does not describe.
std::vector<std::string> names_in_notes(const std::string& answer) {
  constexpr std::string_view kBefore = "not described here: ";
  std::vector<std::string> names;
  for (const Json& element : workbench::json::elements(workbench::json::member(Json(answer), "_notes"))) {
    const std::string note = *kJson.characters(element);
    const std::size_t begin = note.find(kBefore);
    if (begin == std::string::npos) continue;
    const std::string list = note.substr(begin + kBefore.size(), note.find(" and ", begin) - begin - kBefore.size());
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t end = std::min(list.find(", ", at), list.size());
      names.push_back(list.substr(at, end - at));
      at = end + 2;
    }
  }
  return names;
}

class ACuttingHost : public testing::TestWithParam<CuttingHost> {
 protected:
  [[nodiscard]] workbench::ResultBudget budget() const {
    return workbench::gateway::KnownHosts({}).find({GetParam().client, "1.0"}).result_budget();
  }

  /// Fails if the host cuts the answer.
  void expect_whole(const std::string& answer) const {
    EXPECT_EQ(GetParam().shown(answer), GetParam().whole(answer)) << answer.size() << " bytes";
  }

  [[nodiscard]] std::string open(const OpenedToolbox& toolbox) const {
    Audience audience;
    audience.shown = budget();
    audience.budget = budget();
    audience.has_describe_tools = true;
    return write_toolbox_answer(toolbox, audience, kJson);
  }

  /// The answer of describe_tools for the tools of a server after the one named last.
  [[nodiscard]] std::string describe_after(const OpenedToolbox& toolbox, const OpenedServer& server,
                                           std::size_t named) const {
    Descriptions descriptions;
    descriptions.of = Descriptions::Of::server;
    for (std::size_t index = named; index < server.tools.size(); ++index) {
      descriptions.tools.push_back({{toolbox.name, server.name, server.tools[index].name}, &server.tools[index]});
    }
    return as_json(descriptions, budget(), kJson);
  }
};
INSTANTIATE_TEST_SUITE_P(All, ACuttingHost, testing::ValuesIn(cutting_hosts()));

TEST_P(ACuttingHost, ShowsTheNamesOfAllToolsOfEveryPublicServer) {
  for (const OpenedToolbox& toolbox : catalog()) {
    SCOPED_TRACE(toolbox.name);
    const std::string answer = open(toolbox);
    expect_whole(answer);
    NamesByServer names;
    add_names(answer, names);
    for (const OpenedServer& server : toolbox.servers) {
      std::vector<std::string>& named = names[server.name];
      while (named.size() < server.tools.size()) {
        EXPECT_THAT(answer, testing::HasSubstr("\\\"after\\\":"));
        const std::size_t before = named.size();
        const std::string more = describe_after(toolbox, server, before);
        expect_whole(more);
        add_names(more, names);
        for (std::string& name : names_in_notes(more)) named.push_back(std::move(name));
        ASSERT_GT(named.size(), before) << more;
      }
      for (std::size_t index = 0; index < named.size(); ++index) EXPECT_EQ(named[index], server.tools[index].name);
    }
  }
}

TEST_P(ACuttingHost, ShowsWholeDescriptionsOfServers) {
  for (const OpenedToolbox& toolbox : catalog()) {
    Descriptions descriptions;
    descriptions.of = Descriptions::Of::toolbox;
    for (const OpenedServer& server : toolbox.servers) {
      for (const Tool& tool : server.tools)
        descriptions.tools.push_back({{toolbox.name, server.name, tool.name}, &tool});
    }
    expect_whole(as_json(descriptions, budget(), kJson));
    expect_whole(as_signatures(descriptions, budget(), kJson));
  }
}

TEST(CuttingHosts, AreAllHostsOfTheTableThatCut) {
  const std::vector<CuttingHost> played = cutting_hosts();
  const workbench::gateway::KnownHosts hosts({});
  std::set<std::pair<std::size_t, workbench::ResultMeasure>> limits;
  for (const CuttingHost& host : played) {
    const workbench::ClientProfile& profile = hosts.find({host.client, "1.0"});
    EXPECT_NE(profile.result_bytes, workbench::ClientProfile::kUnlimited) << host.client;
    limits.insert({profile.result_bytes, profile.result_measure});
  }
  for (const auto& described : workbench::gateway::host_descriptions()) {
    const workbench::config::HostEntry& entry = described.entry;
    if (entry.result_bytes == workbench::ClientProfile::kUnlimited) continue;
    const std::string begin = entry.name.substr(0, entry.name.find('*'));
    const bool is_played = begin.empty() || std::any_of(played.begin(), played.end(), [&](const CuttingHost& host) {
                             return host.client.starts_with(begin);
                           });
    EXPECT_TRUE(is_played) << entry.name;
    EXPECT_TRUE(limits.contains({*entry.result_bytes, *entry.result_measure})) << entry.name;
  }
}

}  // namespace
}  // namespace meta_tools
