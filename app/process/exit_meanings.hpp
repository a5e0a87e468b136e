#pragma once

#include <array>
#include <string_view>

#include "process/exit_status.hpp"

namespace workbench::app {

/// What an exit code tells a script.
struct ExitMeaning {
  ExitStatus status;
  std::string_view meaning;
};

/// All exit codes: for --help, the manual page and docs/operate/exit-codes.md, which are made of this.
inline constexpr std::array<ExitMeaning, 11> kExitMeanings{{
    {ExitStatus::ok, "success, or an orderly shutdown"},
    {ExitStatus::tool_error, "call: the tool returned an error; approve: nothing waits under this id"},
    {ExitStatus::bad_configuration,
     "invalid configuration: the properties file, the toolboxes file, or something that they name; install, upgrade or "
     "uninstall was refused, or could not do all of it; approve: there is no person at a terminal"},
    {ExitStatus::bad_plugin, "a plugin is missing or was refused"},
    {ExitStatus::no_listener, "no client can connect, because a listener could not be opened"},
    {ExitStatus::server_unreachable,
     "a server could not be reached or did not respond (--check --deep, doctor, list, show, search, explain, call); a "
     "login "
     "failed or was refused (login), or was not revoked (logout)"},
    {ExitStatus::no_workbench, "a command about the shared workbench, and none is running"},
    {ExitStatus::usage, "invalid command line"},
    {ExitStatus::internal, "internal error: a defect of the workbench"},
    {ExitStatus::output_failed,
     "not all output could be written: the disk is full, or the program that reads it has ended"},
    {ExitStatus::interrupted, "call, search or login was interrupted, for example by Ctrl-C"},
}};

}  // namespace workbench::app
