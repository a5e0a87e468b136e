#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "commands/calls/schema_view.hpp"

namespace workbench::app {

/// One argument in a line: `path (string, required): Where to read.` All texts of servers in these functions' results
/// are without control characters.
[[nodiscard]] std::string argument_line(const SchemaView::Property& argument);

/// All arguments as a table within `width` columns: name, type, further requirements, description; the members
/// of objects and of arrays' elements indented below them. One line each, with a newline.
[[nodiscard]] std::string argument_table(const SchemaView& schema, std::size_t width);

}  // namespace workbench::app
