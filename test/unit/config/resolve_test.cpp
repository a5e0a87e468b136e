// The configuration in effect for a client, over all samples and fixtures with all pairs of small changes, compared
// with the three computations that it replaces: that of a workspace, that of its toolboxes, and that of the pool of
// shared servers at a reload. They are kept here as they were.

#include "config/toolboxes_file/resolve.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "config/toolboxes_file/for_client.hpp"
#include "config_fixture.hpp"

namespace workbench::config {
namespace {

// --- the former computations -----------------------------------------------------------------------------------------

/// That of a workspace.
Config visible_part_of(Config visible, const ClientPlace& place) {
  if (place.toolboxes) {
    std::erase_if(visible.toolboxes, [&](const ToolboxEntry& toolbox) {
      const auto& allowed = *place.toolboxes;
      return std::find(allowed.begin(), allowed.end(), toolbox.name) == allowed.end();
    });
  }
  for (ToolboxEntry& toolbox : visible.toolboxes) {
    for (ServerEntry& server : toolbox.servers) server = for_client(std::move(server), place.folder, place.root);
  }
  return visible;
}

/// That of the toolboxes of a workspace, after the former.
ToolboxEntry as_shown(ToolboxEntry entry, ToolMode mode) {
  const bool is_shown_to_some = entry.shows_content.value_or(true);
  entry.shows_content = entry.shows_content.value_or(mode == ToolMode::flat);
  for (ServerEntry& server : entry.servers) {
    server.lists_content = server.is_shared() ? is_shown_to_some : *entry.shows_content;
  }
  return entry;
}

/// Whether the pool keeps a shared server that runs with `held` when the configuration becomes `config`.
bool keeps(const Config& config, const std::string& toolbox_name, const ServerEntry& held) {
  for (const ToolboxEntry& toolbox : config.toolboxes) {
    if (toolbox.name != toolbox_name) continue;
    for (const ServerEntry& server : as_shown(toolbox, config.tool_mode).servers) {
      if (server.name == held.name && server.is_shared()) return for_client(server, held.project) == held;
    }
  }
  return false;
}

// --- configurations --------------------------------------------------------------------------------------------------

std::vector<Config> read_all_files() {
  const std::filesystem::path root = WORKBENCH_SOURCE_FOLDER;
  const Environment environment =
      environment_of({{"HOME", "/home/me"}, {"DEV_FILES", "/dev-files"}, {"PROD_FILES", "/p"}});
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.transports["http"] = {{"url", OptionType::text, true, "Its address."},
                                   {"headers", OptionType::text_map, false, "Sent with each request."}};
  std::vector<Config> all;
  for (const char* const folder : {"config-samples", "test/client_files", "examples", "test/fixtures"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".json") continue;
      auto reading = read_config(entry.path(), vocabulary, environment);
      if (reading.config && !reading.config->toolboxes.empty()) all.push_back(*std::move(reading.config));
    }
  }
  return all;
}

const std::vector<Config>& files() {
  static const std::vector<Config> kFiles = read_all_files();
  return kFiles;
}

/// An entry that has all that depends on the client.
ServerEntry entry_with_references(const std::string& share) {
  return ReadJson(with_server(R"({"command": "run", "args": ["--in=${client.cwd}/a b"], "env": {"AT": "${client.cwd}"},
    "share": ")" + share + R"(", "tools": {"echo": {"arguments": {"path": {"default": "${client.cwd}/x"}}}}})"))
      .server();
}
ServerEntry entry_with_root() {
  return ReadJson(
             with_server(R"({"command": "sh", "args": ["-c", "ls ${client.root}"], "env": {"AT": "${client.root}"}})"))
      .server();
}

void add(Config& config, ServerEntry entry) {
  entry.name = "added-" + std::to_string(config.toolboxes.back().servers.size());
  config.toolboxes.back().servers.push_back(std::move(entry));
}

/// Changes the first server of the first toolbox that has one.
template <typename Function>
void change_first(Config& config, Function change) {
  for (ToolboxEntry& toolbox : config.toolboxes) {
    if (!toolbox.servers.empty()) return change(toolbox.servers.front());
  }
}

using Change = std::function<void(Config&)>;

const std::vector<Change>& small_changes() {
  static const std::vector<Change> kChanges = [] {
    std::vector<Change> changes{[](Config&) {}};
    for (const Share share : {Share::client, Share::project, Share::process}) {
      changes.emplace_back(
          [share](Config& config) { change_first(config, [&](ServerEntry& server) { server.share = share; }); });
    }
    for (const std::optional<bool> shows : {std::optional<bool>(), std::optional(true), std::optional(false)}) {
      changes.emplace_back([shows](Config& config) { config.toolboxes.front().shows_content = shows; });
    }
    for (const ToolMode mode : {ToolMode::dynamic, ToolMode::flat}) {
      changes.emplace_back([mode](Config& config) { config.tool_mode = mode; });
    }
    for (const char* const share : {"client", "project"}) {
      changes.emplace_back([entry = entry_with_references(share)](Config& config) { add(config, entry); });
    }
    changes.emplace_back([entry = entry_with_root()](Config& config) { add(config, entry); });
    changes.emplace_back([entry = entry_with_root()](Config& config) {
      add(config, entry);
      config.toolboxes.back().servers.back().takes_root_from_network = true;
    });
    changes.emplace_back([](Config& config) {
      config.toolboxes.pop_back();
      config.toolboxes.emplace_back().name = "new";
    });
    changes.emplace_back([](Config& config) { config.toolboxes.front().name += "-renamed"; });
    changes.emplace_back([](Config& config) { config.toolboxes.front().required_scopes = {"a"}; });
    changes.emplace_back([](Config& config) { std::reverse(config.toolboxes.begin(), config.toolboxes.end()); });
    const auto change_server = [&](auto change) {
      changes.emplace_back([change](Config& config) { change_first(config, change); });
    };
    change_server([](ServerEntry& server) { server.name += "-renamed"; });
    change_server([](ServerEntry& server) { server.identity += "changed"; });
    change_server([](ServerEntry& server) { server.protocol = "modern"; });
    change_server([](ServerEntry& server) { server.unusable = "it lacks a variable"; });
    change_server([](ServerEntry& server) { server.tool_filters = std::vector<std::string>{"a*"}; });
    change_server([](ServerEntry& server) { server.options.set("cwd", "/own"); });
    change_server([](ServerEntry& server) { server.takes_client_folder = !server.takes_client_folder; });
    change_server([](ServerEntry& server) { server.passes_client_info = true; });
    change_server([](ServerEntry& server) { server.call_time_limit = std::chrono::seconds(1); });
    change_server([](ServerEntry& server) { server.max_result_tokens = 10; });
    return changes;
  }();
  return kChanges;
}

std::vector<ClientPlace> places() {
  const ClientRoot from_network{.path = "/root", .is_from_network = true, .refusal = {}};
  const ClientRoot refused{.path = {}, .is_from_network = false, .refusal = "the root is gone"};
  const ClientRoot odd{.path = "/r $(x)", .is_from_network = false, .refusal = {}};
  const std::string first = files().front().toolboxes.front().name;
  return {{}, {"/p", {}, {}}, {"/p x", odd, {}}, {{}, from_network, {}}, {"/p", refused, std::vector{first}}};
}

constexpr std::array kModes{ToolMode::proxy, ToolMode::dynamic, ToolMode::flat};

/// Calls `function(config)` with each file as each pair of changes makes it.
template <typename Function>
void for_each_pair_of_changes(Function function) {
  for (const Config& file : files()) {
    for (const Change& one : small_changes()) {
      for (const Change& other : small_changes()) {
        Config changed = file;
        one(changed);
        other(changed);
        function(changed);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

// --- the properties --------------------------------------------------------------------------------------------------

TEST(Resolving, ReadsEnoughFilesToBeWorthIt) {
  EXPECT_GE(files().size(), 10U);
}

TEST(Resolving, GivesTheToolboxesThatWorkspaceAndToolboxesGaveTogether) {
  const auto all_places = places();
  for_each_pair_of_changes([&](const Config& config) {
    for (const ClientPlace& place : all_places) {
      Config former = visible_part_of(config, place);
      for (const ToolMode mode : kModes) {
        const Config resolved = resolve(config, place, mode);
        ASSERT_EQ(resolved.toolboxes.size(), former.toolboxes.size());
        for (std::size_t index = 0; index != former.toolboxes.size(); ++index) {
          ASSERT_TRUE(resolved.toolboxes[index] == as_shown(former.toolboxes[index], mode))
              << former.toolboxes[index].name;
        }
      }
    }
  });
}

TEST(Resolving, ForThePoolGivesWhatItGivesEveryClientThatSharesTheServer) {
  const auto all_places = places();
  std::size_t shared = 0;
  for_each_pair_of_changes([&](const Config& config) {
    for (const ClientPlace& place : all_places) {
      for (const ToolMode mode : kModes) {
        for (const ToolboxEntry& toolbox : resolve(config, place, mode).toolboxes) {
          for (const ServerEntry& server : toolbox.servers) {
            if (!server.is_shared()) continue;
            ++shared;
            ASSERT_TRUE(resolve_shared(config, toolbox.name, server.name, server.project) == server) << server.name;
          }
        }
      }
    }
  });
  EXPECT_GT(shared, 1'000U);
}

TEST(Resolving, KeepsTheSharedServersAtAReloadThatThePoolKept) {
  const ClientPlace place{"/p", {}, {}};
  std::size_t kept = 0;
  std::size_t ended = 0;
  for (const Config& file : files()) {
    for (const Change& one : small_changes()) {
      Config before = file;
      one(before);
      for (const Change& other : small_changes()) {
        Config after = before;
        other(after);
        for (const ToolboxEntry& toolbox : resolve(before, place, ToolMode::proxy).toolboxes) {
          for (const ServerEntry& held : toolbox.servers) {
            if (!held.is_shared()) continue;
            const bool is_kept = resolve_shared(after, toolbox.name, held.name, held.project) == held;
            ASSERT_EQ(is_kept, keeps(after, toolbox.name, held)) << held.name;
            ++(is_kept ? kept : ended);
          }
        }
      }
    }
  }
  EXPECT_GT(kept, 100U);
  EXPECT_GT(ended, 100U);
}

// --- single cases ----------------------------------------------------------------------------------------------------

Config with_one_server(Share share, std::optional<bool> shows_content = {}) {
  Config config;
  ToolboxEntry& toolbox = config.toolboxes.emplace_back();
  toolbox.name = "t";
  toolbox.shows_content = shows_content;
  ServerEntry& server = toolbox.servers.emplace_back();
  server.name = "s";
  server.share = share;
  return config;
}

bool lists_content(const Config& config, ToolMode mode) {
  return resolve(config, {}, mode).toolboxes.at(0).servers.at(0).lists_content;
}

TEST(Resolving, ListsTheContentOfAnOwnServerInFlatModeAlone) {
  EXPECT_FALSE(lists_content(with_one_server(Share::client), ToolMode::proxy));
  EXPECT_FALSE(lists_content(with_one_server(Share::client), ToolMode::dynamic));
  EXPECT_TRUE(lists_content(with_one_server(Share::client), ToolMode::flat));
}

TEST(Resolving, ListsTheContentOfAServerThatAllShareInEveryModeUnlessItIsHidden) {
  for (const ToolMode mode : kModes) {
    EXPECT_TRUE(lists_content(with_one_server(Share::process), mode));
    EXPECT_FALSE(lists_content(with_one_server(Share::process, false), mode));
  }
}

TEST(Resolving, GivesAClientWhoseFolderIsNotKnownAServerOfItsOwn) {
  const Config config = with_one_server(Share::project);
  EXPECT_EQ(resolve(config, {}, ToolMode::proxy).toolboxes.at(0).servers.at(0).share, Share::client);
  EXPECT_EQ(resolve_shared(config, "t", "s", ""), std::nullopt);
  EXPECT_TRUE(resolve_shared(config, "t", "s", "/p").has_value());
}

TEST(Resolving, ForThePoolKnowsNothingOfWhatIsNotConfiguredOrNotSharedSo) {
  EXPECT_EQ(resolve_shared(with_one_server(Share::process), "t", "other", ""), std::nullopt);
  EXPECT_EQ(resolve_shared(with_one_server(Share::process), "other", "s", ""), std::nullopt);
  EXPECT_EQ(resolve_shared(with_one_server(Share::client), "t", "s", ""), std::nullopt);
  EXPECT_EQ(resolve_shared(with_one_server(Share::process), "t", "s", "/p"), std::nullopt);
}

TEST(Resolving, HasTheModeThatTheClientBeganWith) {
  EXPECT_EQ(resolve(with_one_server(Share::client), {}, ToolMode::dynamic).tool_mode, ToolMode::dynamic);
}

TEST(Resolving, LeavesOutTheToolboxesThatThePrincipalMayNotUse) {
  const ClientPlace place{{}, {}, std::vector<std::string>{"u"}};
  EXPECT_TRUE(resolve(with_one_server(Share::client), place, ToolMode::proxy).toolboxes.empty());
}

}  // namespace
}  // namespace workbench::config
