#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include <workbench/json.hpp>

#include "json/visible_json.hpp"

// Models read what servers list, so characters that cannot be seen are written out (base/visible_text.hpp).
// What clients send back has to reach the server as the server has written it.

namespace workbench::servers {

/// The definition of a tool with hidden characters written out. A structured result is to the byte what its server
/// sends, so a schema for it with other names and values would be wrong, and is left out.
[[nodiscard]] json::VisibleJson with_visible_tool(const Json& definition);

/// The end of a sentence that names the hidden characters of its subject. `shown`: see json::VisibleJson.
[[nodiscard]] std::string hidden_in(const std::map<std::string, std::string>& shown);

/// The names, URIs and other short texts in `shown`: longer ones are descriptions, which clients do not send back.
[[nodiscard]] std::map<std::string, std::string> sent_back(std::map<std::string, std::string> shown);

/// A server's instructions as they are kept: without blanks at the ends, `max` bytes at most.
struct VisibleInstructions {
  std::string text;
  bool has_hidden;  ///< characters, which are written out in it
};
[[nodiscard]] VisibleInstructions visible_instructions(std::string_view instructions, std::size_t max);

}  // namespace workbench::servers
