#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "client_files/undoing.hpp"
#include "commands/command.hpp"

namespace workbench::app {

/// init: makes a toolboxes file of what other clients on this machine have configured, and can put the workbench into
/// these clients in place of it.
class InitCommand : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"init", "", "make a toolboxes file of the servers that other clients on this machine have"};
  }
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

  struct Wishes {
    std::vector<std::filesystem::path> files;  ///< --from; empty: those of all clients
    std::string client;                        ///< --export; empty: nothing is exported
    bool needs_no_answers = false;             ///< --yes
    bool only_shows = false;                   ///< --dry-run
    bool replaces = false;                     ///< --replace
    bool undoes = false;                       ///< --undo
    bool only_last = false;                    ///< --last
    bool forces = false;                       ///< --force
  };

 private:
  [[nodiscard]] ExitStatus show(CommandContext& context) const;
  [[nodiscard]] ExitStatus write(CommandContext& context) const;
  [[nodiscard]] client_files::UndoWishes undo_wishes() const;

  Wishes wishes_;
};

}  // namespace workbench::app
