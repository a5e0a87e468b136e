#pragma once

#include <string>
#include <vector>

#include "servers/catalog.hpp"

namespace workbench::servers {

/// The notes of the catalog, then what reviews withhold and miss, with words of the server.
[[nodiscard]] std::vector<std::string> notes_for_people(const Catalog& catalog);

/// The same for models, which read no word of what is withheld or missed: only how much it is, and what a person has to
/// do.
[[nodiscard]] std::vector<std::string> notes_for_models(const Catalog& catalog);

}  // namespace workbench::servers
