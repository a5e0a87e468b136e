#pragma once

#include <string>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "schema_repair/client_requirements.hpp"

namespace workbench::schema_repair {

/// A tool's definition that no client has a reason to refuse.
struct Repaired {
  Json definition;                 ///< the very one that came, sharing its text, if nothing had to be changed
  std::vector<std::string> notes;  ///< sentences for people: what was changed and why, then what may yet be refused
  bool was_changed = false;
};

/// Makes a tool's definition one that `reader` takes. Many clients refuse all tools of a server for one of which the
/// definition is wrong; so what is wrong in one way only is put right, everything else stays to the byte, and a tool
/// with which that cannot be done is left out.
/// `definition` is a JSON object that was checked before. Of duplicate members the first counts.
/// protocol: the tool has to be left out; the message names it and says why.
/// [any thread] Keeps nothing, takes linear time. Mending what was mended changes nothing.
[[nodiscard]] Result<Repaired> repair(const Json& definition, const ClientRequirements& reader);

}  // namespace workbench::schema_repair
