#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "client_files/known_toolboxes.hpp"
#include "client_files/proposal.hpp"
#include "client_files/replaced_files.hpp"
#include "process/output.hpp"

namespace workbench::app {

/// Adds the imported servers to the toolboxes file, and their variables to the file of variables beside it.
class ToolboxesUpdate {
 public:
  /// `forces`: the toolboxes file is replaced, and its present content is dropped.
  ToolboxesUpdate(std::filesystem::path file, bool forces, config::Environment environment);

  /// Reads the existing files. The error is a sentence that says why servers cannot be added to them.
  [[nodiscard]] Result<void> read();
  [[nodiscard]] const client_files::KnownToolboxes& known() const { return known_; }

  /// A file that will be written.
  struct PlannedFile {
    std::filesystem::path file;
    std::optional<std::string> before;  ///< absent: it does not exist
    std::string after;
    client_files::FileKind kind = client_files::FileKind::toolboxes;
  };
  /// The files that change: first the file of variables, then the toolboxes file. `schema`: the address of its JSON
  /// Schema, for a new file. The error is a sentence.
  [[nodiscard]] Result<std::vector<PlannedFile>> plan(const client_files::Proposal& proposal,
                                                      const std::string& schema) const;

  /// `TOOLBOX/SERVER` of each server that the toolboxes file has now and `text` does not have.
  [[nodiscard]] std::vector<std::string> lost_with(const std::string& text) const;

  /// Writes a diff to `out`, without the values of `secrets`.
  static void show(const PlannedFile& planned, const client_files::Secrets& secrets, Output& out);

 private:
  [[nodiscard]] Result<void> read_toolboxes_file();
  void read_variables();
  [[nodiscard]] std::vector<client_files::ProposedToolbox> toolboxes_in(const client_files::Document& document) const;

  const std::filesystem::path file_;
  const bool forces_;
  const config::Environment environment_;
  std::optional<std::string> bytes_;  ///< the toolboxes file; absent: it does not exist
  client_files::Document document_;   ///< the same, parsed, without a byte order mark
  std::filesystem::path variables_file_;
  std::optional<std::string> variables_;  ///< the text of that file; absent: it does not exist
  client_files::KnownToolboxes known_;
};

}  // namespace workbench::app
