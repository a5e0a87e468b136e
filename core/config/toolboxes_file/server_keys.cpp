#include "config/toolboxes_file/server_keys.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace workbench::config {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kNoEffect = "has no effect here; it may stay for other clients, or be removed";
constexpr std::string_view kUseToolFilters =
    "has no effect here; choose the tools that are offered with \"toolFilters\"";

constexpr std::array kForeignKeys = {
    Pair{"_comment", kNoEffect},
    Pair{"alwaysAllow", kNoEffect},
    Pair{"alwaysAllowedTools", kNoEffect},
    Pair{"autoApprove", kNoEffect},
    Pair{"autoStart", kNoEffect},
    Pair{"comment", kNoEffect},
    Pair{"description", kNoEffect},
    Pair{"dev", kNoEffect},
    Pair{"disabledTools", kUseToolFilters},
    Pair{"enabled", "has no effect here; leave a server out with \"disabled\": true"},
    Pair{"enabledTools", kUseToolFilters},
    Pair{"excludeTools", kUseToolFilters},
    Pair{"gallery", kNoEffect},
    Pair{"icon", kNoEffect},
    Pair{"includeTools", kUseToolFilters},
    Pair{"name", kNoEffect},
    Pair{"note", kNoEffect},
    Pair{"notes", kNoEffect},
    Pair{"sandbox", kNoEffect},
    Pair{"sandboxEnabled", kNoEffect},
    Pair{"timeout", "has no effect here; set the time limit of calls with \"callTimeoutMs\", in milliseconds"},
    Pair{"title", kNoEffect},
    Pair{"trust", kNoEffect},
    Pair{"version", kNoEffect},
};

constexpr std::array kMisnomers = {
    Pair{"arguments", "args"},  Pair{"cmd", "command"},         Pair{"directory", "cwd"},
    Pair{"environment", "env"}, Pair{"filters", "toolFilters"}, Pair{"httpUrl", "url"},
    Pair{"serverUrl", "url"},   Pair{"tools", "toolFilters"},   Pair{"workingDirectory", "cwd"},
};

constexpr std::array<std::string_view, 8> kNetworkTransports = {
    "http", "https", "sse", "streamable-http", "streamable_http", "streamableHttp", "websocket", "ws",
};

// What other clients call the transport "http", beside the names under which its plugin registers it.
constexpr std::array<std::string_view, 3> kOtherSpellingsOfHttp = {"https", "streamable_http", "streamableHttp"};

constexpr std::array<std::string_view, 3> kAddressKeys = {"httpUrl", "serverUrl", "url"};

template <std::size_t N>
std::optional<std::string_view> second_of(const std::array<Pair, N>& pairs, std::string_view first) {
  const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.first == first; });
  if (found == pairs.end()) return std::nullopt;
  return found->second;
}

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

const std::vector<std::string>& host_server_keys() {
  static const std::vector<std::string> keys = {"transport",      "type",          "toolFilters", "disabled", "envFile",
                                                "startTimeoutMs", "callTimeoutMs", "protocol",    "share"};
  return keys;
}

std::optional<std::string_view> foreign_key_note(std::string_view key) {
  return second_of(kForeignKeys, key);
}

std::optional<std::string_view> usual_misnomer(std::string_view key) {
  return second_of(kMisnomers, key);
}

bool is_network_transport(std::string_view name) {
  return contains(kNetworkTransports, name);
}

bool is_other_spelling_of_http(std::string_view name) {
  return contains(kOtherSpellingsOfHttp, name);
}

bool is_address_key(std::string_view key) {
  return contains(kAddressKeys, key);
}

std::vector<std::string_view> foreign_keys() {
  std::vector<std::string_view> keys;
  for (const Pair& pair : kForeignKeys) keys.push_back(pair.first);
  return keys;
}

}  // namespace workbench::config
