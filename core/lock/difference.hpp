#pragma once

#include <optional>
#include <string>

namespace workbench::lock {

/// How much a difference between the lock file and what a server lists matters.
enum class DifferenceClass {
  note,    ///< it makes no model do more: an annotation disappeared that warned of nothing, an icon is another one
  change,  ///< a person has to look at it
};

/// One field that differs. Its values are in the form of lock_form.hpp.
struct Difference {
  std::string field;                  ///< from the outside in: "inputSchema.properties.path.description"; may be empty
  std::optional<std::string> locked;  ///< absent: it was added
  std::optional<std::string> listed;  ///< absent: it was removed
  DifferenceClass weight = DifferenceClass::change;
};

}  // namespace workbench::lock
