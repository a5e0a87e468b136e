#pragma once

#include <filesystem>
#include <vector>

#include "client_files/discovery.hpp"
#include "client_files/secrets.hpp"
#include "client_files/translate.hpp"
#include "process/output.hpp"

namespace workbench::app {

/// The files of clients that init imports, and the servers in them.
class ImportedFiles {
 public:
  ImportedFiles(client_files::Surroundings surroundings, Output& out, Output& errors)
      : surroundings_(std::move(surroundings)), out_(out), errors_(errors) {}

  /// Reads these files; none: the files of all clients of this user. Files of the project are named, and not read.
  /// False: a file has nothing that can be imported, which has been written to `errors`.
  [[nodiscard]] bool read(const std::vector<std::filesystem::path>& files);

  [[nodiscard]] const std::vector<client_files::FoundFile>& files() const { return found_; }
  [[nodiscard]] const std::vector<client_files::ImportedServer>& servers() const { return servers_; }

  /// The files' descriptions of the variables that they require.
  void describe_variables(client_files::Secrets& secrets) const;

 private:
  [[nodiscard]] bool find(const std::vector<std::filesystem::path>& files);
  void import();
  void show(const client_files::ServerGroup& group, const std::filesystem::path& file,
            const std::vector<client_files::ImportedServer>& servers);
  void show_project_files();

  const client_files::Surroundings surroundings_;
  Output& out_;
  Output& errors_;
  std::vector<client_files::FoundFile> found_;
  std::vector<client_files::ImportedServer> servers_;
};

}  // namespace workbench::app
