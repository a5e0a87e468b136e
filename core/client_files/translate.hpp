#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "client_files/client_table.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/written_server.hpp"

namespace workbench::client_files {

/// A server of another client's file, as ours.
struct ImportedServer {
  WrittenServer server;
  std::string original_name;  ///< the key or the name in the file
  const ClientRow* client = nullptr;
  std::filesystem::path file;
  std::size_t offset = 0;                 ///< of the entry
  std::string path;                       ///< of the entry, as in findings
  std::filesystem::path project;          ///< empty: it is for all projects
  std::vector<WrittenInput> inputs = {};  ///< that the file describes
  bool has_errors = false;                ///< it is off for that reason, and does here not what it does there
};

/// Translates all entries of a group. What has no counterpart here becomes a finding; an error disables the server, so
/// that nothing runs that would not have run there, or in another way. `root` is the file's root. Servers that the file
/// excludes elsewhere are disabled.
[[nodiscard]] std::vector<ImportedServer> translate(const ServerGroup& group, const Value& root,
                                                    FileFindings& findings);

/// A name as toolboxes and servers may have it: without "__" and control characters, up to 64 characters.
[[nodiscard]] std::string valid_name(std::string name);

/// The same, with `ending` behind it: the name is cut so that the whole of the ending has room.
[[nodiscard]] std::string valid_name(const std::string& name, const std::string& ending);

}  // namespace workbench::client_files
