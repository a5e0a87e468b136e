#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "schema_repair/client_requirements.hpp"

namespace workbench::schema_repair {

/// Definitions with a longer text are not checked but returned unchanged. Checking takes up to 16 bytes of memory for
/// each byte of the text. No model can read a definition of this size.
inline constexpr std::size_t kMaxDefinitionBytes = std::size_t{1} << 20U;

/// A tool definition that a client has no reason to refuse.
struct Repaired {
  Json definition;                 ///< shares the text of the original if nothing had to be changed
  std::vector<std::string> notes;  ///< sentences for people: what was changed and why, then what may still be refused
  bool was_changed = false;
  bool had_empty_arrays = false;  ///< `[]` where an object is required; has no note
};

/// Makes a tool definition acceptable to a client with these requirements. Many clients refuse all tools of a server if
/// one definition is wrong. What can be repaired in only one way is repaired; everything else is kept byte for byte.
/// `definition` is a JSON object that has been checked before. If members are duplicate, the first counts.
/// Error protocol: the definition cannot be repaired and the tool has to be left out; the message names it and says
/// why. [any thread] Has no state, takes linear time, does not recurse. Repairing a repaired definition changes
/// nothing.
[[nodiscard]] Result<Repaired> repair(const Json& definition, const ClientRequirements& requirements);

/// The fault alone, of an error of repair().
[[nodiscard]] std::string_view fault_in(const Error& left_out);

/// The same for a definition that repair() refuses for its `inputSchema`. What of the schema can be repaired by itself
/// stays: the `properties` one by one, of which the others allow anything, and `required`. Everything else in it is
/// left out, so that it allows more: the server validates the arguments. protocol: the fault is elsewhere.
[[nodiscard]] Result<Repaired> repair_in_part(const Json& definition, const ClientRequirements& requirements);

}  // namespace workbench::schema_repair
