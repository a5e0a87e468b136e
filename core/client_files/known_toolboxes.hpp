#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "client_files/document.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/toolboxes_text.hpp"

namespace workbench::client_files {

/// The toolboxes of our own file, as far as they can be read. `root` is the file's.
[[nodiscard]] std::vector<ProposedToolbox> read_toolboxes(const Value& root, FileFindings& findings);

/// What the target file has already, before servers are added to it.
struct KnownToolboxes {
  std::vector<ProposedToolbox> toolboxes;
  TextMap variables;                      ///< of the file that `envFile` names
  std::vector<WrittenInput> inputs = {};  ///< that it describes

  [[nodiscard]] const ProposedToolbox* find(const std::string& name) const;

  /// The toolbox for the servers of this project: it has the project's name, perhaps with a number, and one of its
  /// servers works there; or it has the name, and no server that works elsewhere. Null: there is none.
  [[nodiscard]] const ProposedToolbox* of_project(const std::filesystem::path& project) const;

  /// Whether the file has the server, under whatever name, compared with variables replaced.
  [[nodiscard]] const WrittenServer* same_as(const WrittenServer& server) const;

  /// The server of this name in the toolbox, if it starts the same program or has the same address.
  [[nodiscard]] static const WrittenServer* namesake(const ProposedToolbox& toolbox, const WrittenServer& server);

  /// Whether both are started or reached in the same way; the rest of their entries may differ.
  [[nodiscard]] bool starts_as(const WrittenServer& known, const WrittenServer& server) const;
};

}  // namespace workbench::client_files
