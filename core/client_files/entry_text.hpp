#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "client_files/client_table.hpp"

namespace workbench::client_files {

/// How a client starts the workbench.
struct WorkbenchEntry {
  std::string name = "workbench";
  std::string command;
  std::vector<std::string> args;
};

/// The entry of the workbench as this client writes it: a member or an element in one line (JSON), lines with an end
/// (YAML, at `indentation` columns; TOML).
[[nodiscard]] std::string entry_text(const ClientRow& client, const WorkbenchEntry& entry, std::size_t indentation = 0);

}  // namespace workbench::client_files
