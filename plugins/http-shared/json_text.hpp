#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/message.hpp>

namespace workbench::http {

// What both sides of the plugin do with JSON-RPC messages as text. [any thread]

/// The whole message in one string.
[[nodiscard]] std::string join(const Message& message);

/// Replaces line breaks by blanks, because the message may be passed on over a transport that ends messages with line
/// breaks. In valid JSON they occur between tokens only.
void remove_line_breaks(std::string& message);

/// The member of an object; absent if there is none, or if `object` is not an object.
[[nodiscard]] Json member(const JsonAccess& json, const Json& object, std::string_view name);

/// The characters of a string; empty for anything else.
[[nodiscard]] std::string string_or_empty(const JsonAccess& json, const Json& value);

/// Whether an array has more than `max` elements; to be asked before they are made into values, because each value
/// takes many times the two bytes that an element may have.
[[nodiscard]] bool has_more_elements(const Json& array, std::size_t max);

/// A JSON-RPC error response. `id` is raw JSON; empty: it is unknown and left out.
[[nodiscard]] std::string error_response(std::string_view id, int code, std::string_view message);

/// The error response to a request that may have been carried out, but whose result will not arrive. `reason` is a
/// clause, such as "the workbench has ended".
[[nodiscard]] Message outcome_unknown(std::string_view id, std::string_view reason);

}  // namespace workbench::http
