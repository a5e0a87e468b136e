#pragma once

#include <string_view>

#include "client_files/client_table.hpp"

namespace workbench::client_files {

/// What a key of a server entry means, in whatever client.
enum class KeyMeaning {
  type,
  command,
  image,
  args,
  env,           ///< an object, or a list of "NAME=value"
  passed_on,     ///< a list of names of variables
  from_keyring,  ///< the same, of variables whose values only the client knows
  folder,
  env_file,
  url,
  headers,
  header_variables,  ///< headers whose values are names of variables
  bearer_variable,   ///< the name of the variable with the token
  enabled,
  disabled,
  quarantined,
  allowed_tools,         ///< a list: only these
  allowed_tools_or_all,  ///< the same, but all if it is empty
  excluded_tools,        ///< a list: all but these
  call_timeout,          ///< in unit_of()
  start_timeout,         ///< the same
  tool_filters,          ///< ours
  ours,                  ///< another key of ours, kept as it is
  authorization,         ///< OAuth and the like
  confinement,           ///< what the server may not do
  nested,                ///< the rest of the entry
  without_effect,
  unknown,
};

/// For `value` of `key` in an entry of `client`.
[[nodiscard]] KeyMeaning meaning_of(std::string_view key, const Value& value, const ClientRow& client);

/// The unit of a time limit under `key`: the one that the key names, or that of the client if the key is its own.
[[nodiscard]] config::TimeUnit unit_of(std::string_view key, const ClientRow& client);

}  // namespace workbench::client_files
