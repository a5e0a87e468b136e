#pragma once

#include <Poco/Util/OptionSet.h>

namespace workbench::app {

/// The options of the program without a command.
void define_program_options(Poco::Util::OptionSet& options);

/// The exit codes with their meaning, in one line; see ExitStatus.
inline constexpr const char* kExitCodes =
    "0 success, 1 a called tool returned an error, 2 invalid configuration, 3 invalid plugin, 4 no listener, 5 a "
    "server "
    "is not reachable or does not respond, 6 no shared workbench is running, 64 invalid command line, 70 internal "
    "error, "
    "74 output could not be written, 130 interrupted";

}  // namespace workbench::app
