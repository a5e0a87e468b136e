#pragma once

#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "client_files/client_table.hpp"
#include "client_files/entry_text.hpp"

namespace workbench::client_files {

/// The file with an entry of the workbench in place of the servers of these names. Every other byte stays:
/// comments, order, indentation. An error if the file's notation does not allow that; its message is
/// a sentence.
[[nodiscard]] Result<std::string> put_in_place(const Document& document, const ServerGroup& group,
                                               const std::vector<std::string>& names, const WorkbenchEntry& entry);

}  // namespace workbench::client_files
