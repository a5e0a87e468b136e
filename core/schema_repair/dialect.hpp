#pragma once

#include <optional>
#include <string_view>

namespace workbench::schema_repair {

/// The published dialects of JSON Schema that definitions are met in, oldest first, so that they compare.
enum class Dialect { draft_04, draft_06, draft_07, v2019_09, v2020_12 };

/// What a schema that does not say its dialect is written in, since revision 2025-11-25 of the specification.
inline constexpr Dialect kDefaultDialect = Dialect::v2020_12;

/// The dialect that a `$schema` means, however it is spelled: with http or https, with an empty fragment or without.
[[nodiscard]] std::optional<Dialect> find_dialect(std::string_view uri);

/// As people call it, "draft-07".
[[nodiscard]] std::string_view name_of(Dialect dialect);

/// The `$schema` to write for it. Validators know a dialect by this spelling; an empty fragment makes no difference.
/// Draft-04 and draft-06 have none that is understood everywhere: what they allow is written in draft-07.
[[nodiscard]] std::string_view raw_string_of(Dialect dialect);

/// Whether `items` may be an array, with `additionalItems` for the rest. Since 2020-12 these are `prefixItems` and
/// `items`.
[[nodiscard]] constexpr bool has_item_lists(Dialect dialect) {
  return dialect < Dialect::v2020_12;
}

}  // namespace workbench::schema_repair
