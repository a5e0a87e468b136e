#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "client_files/secrets.hpp"
#include "client_files/translate.hpp"

namespace workbench::client_files {

/// A toolbox that is made of imported servers.
struct ProposedToolbox {
  std::string name;
  std::string description;
  std::vector<Server> servers;
};

/// What a toolboxes file would have, and the file of variables beside it.
struct Proposal {
  std::vector<ProposedToolbox> toolboxes;
  Secrets secrets;
  std::vector<std::string> notes;  ///< what was left out, merged and renamed, and what has to be filled in
};

/// The servers of all projects make one toolbox, those of each project another. Servers that are the same are one;
/// different ones under one name get names of their own. A server for which `is_workbench` is left out, and so is one
/// that lacks its command or its URL.
[[nodiscard]] Proposal propose(const std::vector<ImportedServer>& imported,
                               const std::function<bool(const Server&)>& is_workbench, config::Environment environment);

/// The toolboxes file. `env_file`: its name as the file has it; `schema`: the address of its JSON Schema. Empty: none.
[[nodiscard]] std::string write_toolboxes_file(const std::vector<ProposedToolbox>& toolboxes,
                                               const std::string& env_file, const std::string& schema = {});

}  // namespace workbench::client_files
