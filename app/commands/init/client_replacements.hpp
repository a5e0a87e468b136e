#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client_files/discovery.hpp"
#include "client_files/proposal.hpp"
#include "client_files/replaced_files.hpp"
#include "commands/command.hpp"

namespace workbench::app {

/// The workbench in place of the servers that were imported from the files of clients. Failures are reported in
/// `context.errors`.
class ClientReplacements {
 public:
  /// The entry for these files.
  struct Wanted {
    std::string program;                   ///< how a client starts the workbench
    std::filesystem::path toolboxes_file;  ///< that it is to read
    std::vector<bool> carried;             ///< for each imported server, whether that file has it
    client_files::Surroundings surroundings;
  };

  /// All of them must outlive it.
  ClientReplacements(const std::vector<client_files::FoundFile>& found,
                     const std::vector<client_files::ImportedServer>& imported, Wanted wanted, CommandContext& context);

  /// One file, as it will be.
  struct Replacement {
    const client_files::FoundFile* found;
    std::string text;
    bool is_of_user = true;  ///< otherwise others may use it, too
  };
  /// Of the files from which something was imported.
  [[nodiscard]] const std::vector<Replacement>& all() const { return all_; }

  /// Writes the difference to `context.out`, without the values of `secrets`.
  void show(const Replacement& replacement, const client_files::Secrets& secrets) const;

  /// Writes the file, keeping in `replaced` what it was. False: it has changed since it was read, or cannot be written.
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
