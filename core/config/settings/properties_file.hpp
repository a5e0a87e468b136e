#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace workbench::config {

/// One line of a properties file, with the lines that continue it.
struct Property {
  std::size_t line = 0;  ///< the first one, counted from 1
  std::string key;      ///< without blanks around it; may be empty if there is a problem, and never has part of a value
  std::string value;    ///< escapes decoded, variables not yet replaced
  std::string problem;  ///< `what is wrong; what to do`; empty: nothing is wrong, and key and value can be used
};

/// The properties of a file in order, without blank lines and comments. A line without a key or a value has a problem.
/// So has each further line for a key that was set before; the first one is then left out, because it is not known
/// which of them is intended.
[[nodiscard]] std::vector<Property> read_properties(const std::string& text);

}  // namespace workbench::config
