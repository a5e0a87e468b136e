#pragma once

#include <cstddef>
#include <string>
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
};

/// Makes a tool definition acceptable to a client with these requirements. Many clients refuse all tools of a server if
/// one definition is wrong. What can be repaired in only one way is repaired; everything else is kept byte for byte.
/// `definition` is a JSON object that has been checked before. If members are duplicate, the first counts.
/// Error protocol: the definition cannot be repaired and the tool has to be left out; the message names it and says
/// why. [any thread] Has no state, takes linear time, does not recurse. Repairing a repaired definition changes
/// nothing.
[[nodiscard]] Result<Repaired> repair(const Json& definition, const ClientRequirements& requirements);

}  // namespace workbench::schema_repair
