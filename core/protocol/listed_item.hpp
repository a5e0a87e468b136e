#pragma once

#include <string>

#include <workbench/json.hpp>

namespace workbench::protocol {

/// Something that a server lists: a tool, a prompt, a resource or a resource template.
struct ListedItem {
  std::string name;  ///< by which it is asked for: the name of a tool or prompt, a resource's URI, a template's text
  Json definition;   ///< the whole as it came

  [[nodiscard]] bool operator==(const ListedItem& other) const {
    return name == other.name && definition.text() == other.definition.text();
  }
};

}  // namespace workbench::protocol
