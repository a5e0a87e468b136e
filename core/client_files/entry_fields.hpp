#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbench::client_files {

/// An object, key by key, with its values as JSON, which YAML and TOML can read as well.
using Fields = std::vector<std::pair<std::string, std::string>>;

/// `["one", "two"]`
[[nodiscard]] std::string list_of(const std::vector<std::string>& texts);

/// `{ "key": value }`; `between` separates the two.
[[nodiscard]] std::string object_of(const Fields& fields, std::string_view between = ": ");

}  // namespace workbench::client_files
