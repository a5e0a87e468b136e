#pragma once

#include <string_view>

namespace workbench::client_files {

/// How a client writes a variable in a text. It passes `${NAME}` on as it is, unless that is its way.
enum class Variables {
  none,
  braces,      ///< ${NAME}
  env_braces,  ///< ${env:NAME}
  opencode,    ///< {env:NAME}
  secrets,     ///< ${{ secrets.NAME }}
};

/// What the entries of one client can express, and how. An empty name: nothing. Clients also differ in the form
/// of their entries, see ClientRow::Entry.
struct EntryDialect {
  bool is_known = true;                 ///< otherwise no entries can be written
  std::string_view type_of_stdio = {};  ///< empty: a type is not written for programs
  std::string_view type_of_http = "http";
  std::string_view type_of_sse = "sse";
  bool needs_type = false;  ///< an entry without a type is not accepted
  std::string_view url = "url";
  std::string_view url_of_sse = {};  ///< another key for the address of SSE; empty: there is none
  std::string_view timeout = {};
  std::string_view start_timeout = {};
  std::string_view allowed = {};  ///< a list of tools
  std::string_view excluded = {};
  bool must_list_tools = false;  ///< without `allowed` there are none; "*" means all
  /// The key that shows a server's tools to the model from the start, and not only when it searches for them: set for
  /// the workbench, which has few. Empty: there is none.
  std::string_view always_loads = {};
  bool has_disabled = false;
  bool has_enabled = false;
  bool has_env_file = false;
  bool has_sandbox = false;         ///< `sandboxEnabled` and `sandbox`, as ours
  std::string_view source = {};     ///< what the key `source` says; empty: there is none
  bool has_nested_command = false;  ///< in files of earlier versions: {"command": {"path": ..., "args": [...]}}
  Variables variables = Variables::none;
  bool has_default_values = false;          ///< ${NAME:-VALUE}
  bool runs_commands = false;               ///< $(COMMAND)
  bool has_inputs = false;                  ///< ${input:ID}
  std::string_view folder_of_project = {};  ///< the variable for it
};

/// For rows that are only read.
inline constexpr EntryDialect kUnknownDialect{.is_known = false};

}  // namespace workbench::client_files
