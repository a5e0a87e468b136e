#pragma once

#include <functional>
#include <string>
#include <vector>

#include "client_files/entry_check.hpp"
#include "client_files/gathering.hpp"
#include "client_files/translate.hpp"

namespace workbench::client_files {

/// Each server of the user makes a toolbox, and the servers of each project make one. Servers that are the same are
/// one; different ones under one name get names of their own. A server for which `is_workbench` is true is left out,
/// and so is one that lacks its command or its URL. What is in `known` stays as it is, and is not proposed again. An
/// entry that `check` refuses is disabled, with the reason; without `check`, none is.
[[nodiscard]] Proposal propose(const std::vector<ImportedServer>& imported,
                               const std::function<bool(const WrittenServer&)>& is_workbench,
                               config::Environment environment, const KnownToolboxes& known = {},
                               const EntryCheck& check = {});

/// The text of a toolboxes file with what is proposed. `env_file`: what `envFile` becomes if the file has none; empty:
/// it is not needed. The error completes a sentence that begins with the name of the file.
[[nodiscard]] Result<std::string> add_toolboxes(const Document& file, const std::vector<ProposedToolbox>& toolboxes,
                                                const std::string& env_file,
                                                const std::vector<WrittenInput>& inputs = {});

}  // namespace workbench::client_files
