#pragma once

#include <Poco/Util/OptionSet.h>

namespace workbench::app {

/// The options of the program without a command.
void define_program_options(Poco::Util::OptionSet& options);

/// What they mean, in one line; see ExitStatus.
inline constexpr const char* kExitCodes =
    "0 success, 1 an error of a called tool, 2 configuration, 3 plugin, 4 no listener, 5 a server that could not be "
    "reached or did not answer, 6 no shared workbench runs, 64 command line, 70 internal error, 74 output that "
    "could not be written, 130 interrupted";

}  // namespace workbench::app
