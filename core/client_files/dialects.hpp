#pragma once

#include "client_files/dialect.hpp"

// The dialect of each client in client_table().

namespace workbench::client_files::dialects {

inline constexpr EntryDialect kClaudeDesktop{};
inline constexpr EntryDialect kClaudeCode{
    .type_of_stdio = "stdio", .variables = Variables::braces, .has_default_values = true};
inline constexpr EntryDialect kVsCode{
    .type_of_stdio = "stdio",
    .needs_type = true,
    .has_env_file = true,
    .has_sandbox = true,
    .variables = Variables::env_braces,
    .has_inputs = true,
    .folder_of_project = "${workspaceFolder}",
};
inline constexpr EntryDialect kCursor{.variables = Variables::env_braces, .folder_of_project = "${workspaceFolder}"};
inline constexpr EntryDialect kWindsurf{
    .url = "serverUrl",
    .excluded = "disabledTools",
    .has_disabled = true,
    .variables = Variables::env_braces,
};
inline constexpr EntryDialect kZed{.has_enabled = true, .source = "custom", .has_nested_command = true};
inline constexpr EntryDialect kCline{
    .type_of_stdio = "stdio",
    .type_of_http = "streamableHttp",
    .timeout = "timeout",
    .has_disabled = true,
};
inline constexpr EntryDialect kRoo{
    .type_of_stdio = "stdio",
    .type_of_http = "streamable-http",
    .timeout = "timeout",
    .excluded = "disabledTools",
    .has_disabled = true,
    .variables = Variables::env_braces,
};
inline constexpr EntryDialect kContinue{
    .type_of_stdio = "stdio",
    .type_of_http = "streamable-http",
    .start_timeout = "connectionTimeout",
    .variables = Variables::secrets,
};
inline constexpr EntryDialect kGemini{
    .type_of_http = {},
    .type_of_sse = {},
    .url = "httpUrl",
    .url_of_sse = "url",
    .timeout = "timeout",
    .allowed = "includeTools",
    .excluded = "excludeTools",
    .variables = Variables::braces,
    .has_default_values = true,
};
inline constexpr EntryDialect kQwen{
    .type_of_http = {},
    .type_of_sse = {},
    .url = "httpUrl",
    .url_of_sse = "url",
    .timeout = "timeout",
    .allowed = "includeTools",
    .excluded = "excludeTools",
    .always_loads = "alwaysLoadTools",
    .variables = Variables::braces,
};
inline constexpr EntryDialect kCodex{
    .type_of_http = {},
    .timeout = "tool_timeout_sec",
    .start_timeout = "startup_timeout_sec",
    .allowed = "enabled_tools",
    .excluded = "disabled_tools",
    .has_enabled = true,
};
inline constexpr EntryDialect kOpencode{
    .type_of_stdio = "local",
    .type_of_http = "remote",
    .start_timeout = "timeout",
    .has_enabled = true,
    .variables = Variables::opencode,
};
inline constexpr EntryDialect kCrush{
    .type_of_stdio = "stdio",
    .needs_type = true,
    .timeout = "timeout",
    .excluded = "disabled_tools",
    .has_disabled = true,
    .variables = Variables::braces,
    .runs_commands = true,
};
inline constexpr EntryDialect kGoose{
    .type_of_stdio = "stdio",
    .type_of_http = "streamable_http",
    .url = "uri",
    .timeout = "timeout",
    .allowed = "available_tools",
    .has_enabled = true,
};
inline constexpr EntryDialect kAmazonQ{
    .timeout = "timeout",
    .excluded = "disabledTools",
    .has_disabled = true,
    .variables = Variables::env_braces,
};
inline constexpr EntryDialect kCopilotCli{
    .type_of_stdio = "local",
    .needs_type = true,
    .allowed = "tools",
    .must_list_tools = true,
    .variables = Variables::braces,
};
inline constexpr EntryDialect kLmStudio{.timeout = "timeout"};
inline constexpr EntryDialect kKiro{
    .timeout = "timeout",
    .excluded = "disabledTools",
    .has_disabled = true,
    .variables = Variables::braces,
};
inline constexpr EntryDialect kAmp{.type_of_http = {}, .allowed = "includeTools", .variables = Variables::braces};
inline constexpr EntryDialect kOneMcp{
    .timeout = "requestTimeout",
    .start_timeout = "connectionTimeout",
    .has_disabled = true,
    .variables = Variables::braces,
};
inline constexpr EntryDialect kMcpproxy{.type_of_stdio = "stdio", .has_enabled = true};

}  // namespace workbench::client_files::dialects
