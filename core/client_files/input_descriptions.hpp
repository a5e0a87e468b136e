#pragma once

#include <map>
#include <string>
#include <vector>

#include "client_files/client_table.hpp"
#include "client_files/written_server.hpp"

// Values that a file has its users asked for: VS Code's `inputs`, which our file has, too.

namespace workbench::client_files {

/// The inputs of a file that our file can have as well: texts and choices, not the results of commands.
[[nodiscard]] std::vector<WrittenInput> inputs_in(const Value& root);
/// The same for the servers of a group: those beside them count, too.
[[nodiscard]] std::vector<WrittenInput> inputs_of(const ServerGroup& group, const Value& root);

/// A file's descriptions of the inputs, by our name of the variable that stands for one which our file cannot have.
[[nodiscard]] std::map<std::string, std::string> described_inputs(const Value& root);

/// Adds to `all` the inputs that the server refers to. An input gets a new id, also in the server, if its own is taken.
/// `known` are those of the toolboxes file, which are not added.
void add_inputs_of(WrittenServer& server, const std::vector<WrittenInput>& described,
                   const std::vector<WrittenInput>& known, std::vector<WrittenInput>& all);

}  // namespace workbench::client_files
