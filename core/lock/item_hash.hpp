#pragma once

#include <string>
#include <string_view>

#include "lock/item_key.hpp"

namespace workbench::lock {

/// What a person passes to `--expect`: `sha256:` and hexadecimal digits, of the kind, the name and the definition in
/// the form of lock_form.hpp. The same for every spelling of the same definition. [any thread]
[[nodiscard]] std::string item_hash(CatalogItemKind kind, std::string_view name, std::string_view definition);

/// The same of a text with several hashes, such as those of all items of a server. Their order matters.
[[nodiscard]] std::string joined_hash(std::string_view hashes);

}  // namespace workbench::lock
