#pragma once

#include <string>

#include <workbench/process_launcher.hpp>

namespace workbench::stdio {

/// The PATH on which the command is looked up: the PATH of the configuration, else the workbench's own.
[[nodiscard]] std::string searched_path(const ProcessCommand& server);

/// Whether the command is a name, and no program of this name is in the folders of `path`.
[[nodiscard]] bool is_missing_on(const std::string& path, const ProcessCommand& server);

/// The shell to run for its PATH, because the workbench's PATH lacks the command and the configuration sets no other.
/// Empty: none.
[[nodiscard]] std::string shell_to_ask(const ProcessCommand& server);

/// The shell that this user has in a terminal: from SHELL, else from the list of users. Empty: none is run, because
/// the user is root or an account without logins.
[[nodiscard]] std::string login_shell_of_user();

}  // namespace workbench::stdio
