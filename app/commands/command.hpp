#pragma once

#include <Poco/Util/OptionSet.h>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "process/output.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// The input of a command, and where it writes. The streams outlive it.
struct CommandContext {
  Sources sources;                     ///< of the configuration, see define_source_options()
  std::vector<std::string> arguments;  ///< the words that are not options, in order
  std::istream& in;                    ///< a person, if isatty(STDIN_FILENO)
  Output& out;                         ///< the answer, and nothing else
  Output& errors;                      ///< messages about it
};

/// One command of the program: `mcp-workbench NAME [OPTION]... [ARGUMENT]...`. Made for one run. [startup]
class Command {
 public:
  struct Description {
    std::string_view name;
    std::string_view arguments;  ///< as the usage shows them: "TOOLBOX/SERVER/TOOL [KEY=VALUE]..."
    std::string_view summary;    ///< one line, without a full stop
  };

  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  [[nodiscard]] virtual Description description() const = 0;

  /// Adds the options that only this command has. All commands have --help and those of define_source_options().
  virtual void define_options(Poco::Util::OptionSet& options) const { static_cast<void>(options); }

  /// Records one of its own options, by its full name; `value` is empty if it has none. Called before run(), once for
  /// each that was given. May throw Poco::Util::InvalidArgumentException, whose message becomes the usage error.
  virtual void handle_option(const std::string& name, const std::string& value) {
    static_cast<void>(name);
    static_cast<void>(value);
  }

  /// Runs the command. Every failure has been written to `context.errors` when this returns. An exception with a
  /// sentence for the user ends the program as an internal error.
  [[nodiscard]] virtual ExitStatus run(CommandContext context) = 0;
};

}  // namespace workbench::app
