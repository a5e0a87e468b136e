#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

// The names that arguments have in native lists, if models' APIs refuse their own.

namespace workbench::schema_repair {

/// The server's names of arguments, by their names in native lists.
using ArgumentNames = std::map<std::string, std::string, std::less<>>;

/// Whether the Messages API and Bedrock accept the name of an argument: ^[a-zA-Z0-9_.-]{1,64}$.
[[nodiscard]] bool is_native_argument_name(std::string_view name);

/// Names for those of a tool's arguments, each named once, that cannot keep theirs: without the characters that are
/// refused, so that `$top` becomes `top` and `filter[id]` becomes `filter_id`. Where nothing is left, another argument
/// has that name, or it is too long, it ends in eight hexadecimal digits that depend on the server's name alone, so
/// that the argument has the same name in the next list.
[[nodiscard]] ArgumentNames native_argument_names(const std::vector<std::string>& all);

/// `"$top" top, "$skip" skip`, for people.
[[nodiscard]] std::string names_in_words(const ArgumentNames& own_names);

/// The arguments of a call, a checked value, by the server's names. The rest stays to the byte, in its order, and so
/// does all of it if nothing is renamed, or it is not an object. An argument that has its own name in the call, too,
/// keeps that value, and the other one its name.
[[nodiscard]] Json with_own_names(const Json& arguments, const ArgumentNames& own_names);

}  // namespace workbench::schema_repair
