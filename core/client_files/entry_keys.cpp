#include "client_files/entry_keys.hpp"

#include <algorithm>
#include <array>

namespace workbench::client_files {
namespace {

struct Key {
  std::string_view name;
  KeyMeaning meaning;
};

using M = KeyMeaning;

/// The keys of all clients. Keys with different meanings in different clients are in meaning_of().
constexpr std::array kEntryKeys = {
    Key{"type", M::type},
    Key{"transport", M::type},
    Key{"transportType", M::type},
    Key{"command", M::command},
    Key{"cmd", M::command},
    Key{"image", M::image},
    Key{"args", M::args},
    Key{"arguments", M::args},
    Key{"env", M::env},
    Key{"envs", M::env},
    Key{"environment", M::env},
    Key{"inheritEnv", M::passed_on},
    Key{"env_vars", M::passed_on},
    Key{"env_keys", M::from_keyring},
    Key{"cwd", M::folder},
    Key{"working_dir", M::folder},
    Key{"workingDirectory", M::folder},
    Key{"directory", M::folder},
    Key{"envFile", M::env_file},
    Key{"url", M::url},
    Key{"uri", M::url},
    Key{"serverUrl", M::url},
    Key{"httpUrl", M::url},
    Key{"endpoint", M::url},
    Key{"headers", M::headers},
    Key{"http_headers", M::headers},
    Key{"requestHeaders", M::headers},
    Key{"env_http_headers", M::header_variables},
    Key{"bearer_token_env_var", M::bearer_variable},
    Key{"enabled", M::enabled},
    Key{"disabled", M::disabled},
    Key{"quarantined", M::quarantined},
    Key{"enabledTools", M::allowed_tools},
    Key{"enabled_tools", M::allowed_tools},
    Key{"includeTools", M::allowed_tools},
    Key{"allowedTools", M::allowed_tools},
    Key{"available_tools", M::allowed_tools_or_all},
    Key{"disabledTools", M::excluded_tools},
    Key{"disabled_tools", M::excluded_tools},
    Key{"excludeTools", M::excluded_tools},
    Key{"excludedTools", M::excluded_tools},
    Key{"timeout", M::call_timeout},
    Key{"requestTimeout", M::call_timeout},
    Key{"tool_timeout_sec", M::call_timeout},
    Key{"callTimeoutMs", M::call_timeout},
    Key{"startup_timeout_sec", M::start_timeout},
    Key{"startup_timeout_ms", M::start_timeout},
    Key{"initTimeout", M::start_timeout},
    Key{"connectionTimeout", M::start_timeout},
    Key{"startTimeoutMs", M::start_timeout},
    Key{"toolFilters", M::tool_filters},
    Key{"protocol", M::ours},
    Key{"share", M::ours},
    Key{"clientInfo", M::ours},
    Key{"idleStopMs", M::ours},
    Key{"loginShell", M::ours},
    Key{"maxResultTokens", M::ours},
    Key{"requires", M::ours},
    Key{"approve", M::ours},
    Key{"labels", M::ours},
    Key{"rlimits", M::ours},
    Key{"container", M::ours},
    Key{"proxy", M::ours},
    Key{"caFile", M::ours},
    Key{"certFile", M::ours},
    Key{"keyFile", M::ours},
    Key{"connectTimeoutMs", M::ours},
    Key{"oauth", M::authorization},
    Key{"auth", M::authorization},
    Key{"authorization", M::authorization},
    Key{"authProvider", M::authorization},
    Key{"authProviderType", M::authorization},
    Key{"oauthScopes", M::authorization},
    Key{"oauth_resource", M::authorization},
    Key{"scopes", M::authorization},
    Key{"clientId", M::authorization},
    Key{"apiKey", M::authorization},
    Key{"sandbox", M::confinement},
    Key{"sandboxEnabled", M::confinement},
    Key{"config", M::nested},
    Key{"requestOptions", M::nested},
    Key{"remote", M::nested},
};

/// What clients show or ask; it changes neither the server nor its tools.
constexpr std::array<std::string_view, 42> kWithoutEffect = {
    "_comment",
    "alwaysAllow",
    "alwaysAllowedTools",
    "alwaysLoadTools",
    "autoApprove",
    "autoStart",
    "bundled",
    "comment",
    "created",
    "custom",
    "description",
    "dev",
    "displayName",
    "display_name",
    "enabled_at",
    "env_filter",
    "faviconUrl",
    "gallery",
    "headersHelper",
    "icon",
    "iconUrl",
    "id",
    "name",
    "note",
    "notes",
    "readme",
    "ref",
    "required",
    "schema",
    "shared",
    "source",
    "tags",
    "title",
    "trust",
    "updated",
    "useInstructions",
    "useLegacyMcpJson",
    "version",
    "watchPaths",
    "default_tools_approval_mode",
    "supports_parallel_tool_calls",
    "installedAt",
};

}  // namespace

KeyMeaning meaning_of(std::string_view key, const Value& value, const ClientRow& client) {
  if (key == "protocol" && client.entry == ClientRow::Entry::mcpproxy_list) return KeyMeaning::type;
  // Copilot CLI: names, or "*". Codex: what is to be approved, by tool. Ours: how tools are shown.
  if (key == "tools") {
    if (value.is_list()) return KeyMeaning::allowed_tools;
    return client.is_ours ? KeyMeaning::ours : KeyMeaning::without_effect;
  }
  // opencode limits only how long the tools are waited for.
  if (key == "timeout" && client.entry == ClientRow::Entry::command_list) return KeyMeaning::start_timeout;
  if (value.is_object() && (key == "command" || key == "transport" || key == "server" || key == "connection")) {
    return KeyMeaning::nested;
  }
  if (key == "path" && client.dialect->has_nested_command) return KeyMeaning::command;
  const auto found =
      std::find_if(kEntryKeys.begin(), kEntryKeys.end(), [&](const Key& known) { return known.name == key; });
  if (found != kEntryKeys.end()) return found->meaning;
  const bool is_harmless = std::find(kWithoutEffect.begin(), kWithoutEffect.end(), key) != kWithoutEffect.end();
  return is_harmless ? KeyMeaning::without_effect : KeyMeaning::unknown;
}

config::TimeUnit unit_of(std::string_view key, const ClientRow& client) {
  if (key.ends_with("Ms") || key.ends_with("_ms")) return config::TimeUnit::milliseconds;
  if (key.ends_with("_sec")) return config::TimeUnit::seconds;
  const EntryDialect& dialect = *client.dialect;
  const bool is_its_own = key == "timeout" || key == dialect.timeout || key == dialect.start_timeout;
  return is_its_own ? client.timeout_unit : config::TimeUnit::unknown;
}

}  // namespace workbench::client_files
