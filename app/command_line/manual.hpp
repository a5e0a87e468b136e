#pragma once

#include <memory>
#include <vector>

#include "commands/command.hpp"

namespace workbench::app {

/// Writes the manual page, as roff: from the same tables as the help, and those of manual_sections.hpp.
void write_manual(Output& out, const std::vector<std::unique_ptr<Command>>& commands);

}  // namespace workbench::app
