#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "commands/command.hpp"

namespace workbench::app {

/// `call`: calls one tool of a server, as an agent would, and shows its result.
class CallCommand final : public Command {
 public:
  struct Options {
    std::optional<std::string> json;              ///< the text of the arguments
    std::optional<std::string> file;              ///< the file that has it; "-": the standard input
    std::optional<std::filesystem::path> folder;  ///< in which files are saved; absent: none is
    std::optional<std::chrono::milliseconds> time_limit;
    bool is_raw = false;
  };

  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  Options options_;
};

}  // namespace workbench::app
