#pragma once

#include <string>
#include <vector>

#include "client_files/written_server.hpp"

// The text of our own toolboxes file, as a person would write it: short lists in one line.

namespace workbench::client_files {

/// A toolbox, or the additions to one.
struct ProposedToolbox {
  std::string name;
  std::string description;  ///< empty: the description in the file stays
  std::vector<WrittenServer> servers;
  bool is_new = true;  ///< otherwise the file has a toolbox of this name, to which the servers are added
};

/// Whether it is what `init` makes for a server of the user: a toolbox with the name of its only server.
[[nodiscard]] bool is_of_one_server(const ProposedToolbox& toolbox);

/// `"NAME": {...}`, the lines after the first one indented as if it began at the margin.
[[nodiscard]] std::string member_text(const WrittenServer& server);
[[nodiscard]] std::string member_text(const ProposedToolbox& toolbox);

/// The toolboxes file. `env_file`: its name as the file has it; `schema`: the address of its JSON Schema. Empty: none.
[[nodiscard]] std::string write_toolboxes_file(const std::vector<ProposedToolbox>& toolboxes,
                                               const std::string& env_file, const std::string& schema = {},
                                               const std::vector<WrittenInput>& inputs = {});

}  // namespace workbench::client_files
