#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "client_files/client_table.hpp"

namespace workbench::client_files {

/// A file of a client that exists, and the servers in it.
struct FoundFile {
  std::filesystem::path file;
  std::shared_ptr<const Document> document;  ///< what the groups point into
  std::vector<ServerGroup> groups;           ///< with servers; empty: the file could not be read, or has none
};

/// The files of all clients in which this user has configured servers, for all folders and for this one, in the order
/// of the table. Files without a server are left out, but not those that cannot be read. Files of the project are never
/// among them: the author of the project has written them, not the user.
[[nodiscard]] std::vector<FoundFile> find_client_files(const Surroundings& surroundings);

/// A file in the project that has servers. It is only mentioned; its servers are imported if the user names it.
struct ProjectFile {
  std::filesystem::path file;
  const ClientRow* client = nullptr;
};

/// The files of all clients in the project, in the order of the table.
[[nodiscard]] std::vector<ProjectFile> find_project_files(const Surroundings& surroundings);

/// One file, wherever it is. The error completes a sentence that begins with its name.
[[nodiscard]] Result<FoundFile> read_client_file(const std::filesystem::path& file, const Surroundings& surroundings);

}  // namespace workbench::client_files
