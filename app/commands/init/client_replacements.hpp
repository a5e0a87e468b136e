#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client_files/discovery.hpp"
#include "client_files/proposal.hpp"
#include "client_files/replaced_files.hpp"
#include "commands/command.hpp"

namespace workbench::app {

/// Replaces the servers that were imported from clients' files by one entry for the workbench, in the same files.
/// Failures are reported in `context.errors`.
class ClientReplacements {
 public:
  /// The entry that the files get, and the servers that it may replace.
  struct Wanted {
    std::string program;                   ///< the program by which a client starts the workbench
    std::filesystem::path toolboxes_file;  ///< the file that the workbench is to read
    std::vector<bool> carried;             ///< for each imported server, whether that file has it now
    client_files::Surroundings surroundings;
  };

  /// The references must outlive the object.
  ClientReplacements(const std::vector<client_files::FoundFile>& found,
                     const std::vector<client_files::ImportedServer>& imported, Wanted wanted, CommandContext& context);

  /// A file and its new text.
  struct Replacement {
    const client_files::FoundFile* found;
    std::string text;
    bool is_of_user = true;  ///< false: others may use the file, too
  };
  /// The files that are to change, from each of which a server was imported.
  [[nodiscard]] const std::vector<Replacement>& all() const { return all_; }

  /// Writes a diff of the file to `context.out`, without the values of `secrets`.
  void show(const Replacement& replacement, const client_files::Secrets& secrets) const;

  /// Writes the file; `replaced` keeps its former text. False: it has changed since it was read, or cannot be written.
  [[nodiscard]] bool carry_out(const Replacement& replacement, client_files::ReplacedFiles& replaced) const;

 private:
  [[nodiscard]] bool is_of_user(const client_files::FoundFile& found) const;
  [[nodiscard]] std::vector<std::string> replaced_in(const client_files::FoundFile& found,
                                                     const client_files::ServerGroup& group) const;
  [[nodiscard]] std::vector<std::string> arguments_for(bool is_of_user) const;
  [[nodiscard]] std::optional<std::string> replaced_text(const client_files::FoundFile& found) const;

  const std::vector<client_files::ImportedServer>& imported_;
  const Wanted wanted_;
  CommandContext& context_;
  std::vector<Replacement> all_;
};

}  // namespace workbench::app
