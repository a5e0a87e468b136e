#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client_files/discovery.hpp"
#include "client_files/proposal.hpp"
#include "client_files/replaced_files.hpp"
#include "commands/command.hpp"

namespace workbench::app {

/// The workbench in place of the servers that were imported from the files of clients. What cannot be done is said in
/// `context.errors`.
class ClientReplacements {
 public:
  /// How a client starts the workbench.
  struct Start {
    std::string program;
    std::vector<std::string> arguments;
  };

  /// All of them must outlive it.
  ClientReplacements(const std::vector<client_files::FoundFile>& found,
                     const std::vector<client_files::ImportedServer>& imported, Start start, CommandContext& context);

  /// One file, as it will be.
  struct Replacement {
    const client_files::FoundFile* found;
    std::string text;
  };
  /// Of the files from which something was imported.
  [[nodiscard]] const std::vector<Replacement>& all() const { return all_; }

  /// Writes the difference to `context.out`, without the values of `secrets`.
  void show(const Replacement& replacement, const client_files::Secrets& secrets) const;

  /// Writes the file, keeping in `replaced` what it was. False: it has changed since it was read, or cannot be written.
  [[nodiscard]] bool carry_out(const Replacement& replacement, client_files::ReplacedFiles& replaced) const;

 private:
  [[nodiscard]] std::vector<std::string> imported_from(const client_files::FoundFile& found,
                                                       const client_files::ServerGroup& group) const;
  [[nodiscard]] std::optional<std::string> replaced_text(const client_files::FoundFile& found) const;

  const std::vector<client_files::ImportedServer>& imported_;
  const Start start_;
  CommandContext& context_;
  std::vector<Replacement> all_;
};

}  // namespace workbench::app
