#pragma once

#include <memory>

#include "commands/command.hpp"

// The commands of the program, each made for one run. A command is a class in its .cpp and nothing but its function
// here; command_line/command_table.cpp has the order of the help.

namespace workbench::app {

// init/init_command.cpp, trust_command.cpp
[[nodiscard]] std::unique_ptr<Command> make_init_command();
[[nodiscard]] std::unique_ptr<Command> make_trust_command();

// install/
[[nodiscard]] std::unique_ptr<Command> make_install_command();
[[nodiscard]] std::unique_ptr<Command> make_upgrade_command();
[[nodiscard]] std::unique_ptr<Command> make_uninstall_command();

// servers/
[[nodiscard]] std::unique_ptr<Command> make_doctor_command();
[[nodiscard]] std::unique_ptr<Command> make_list_command();
[[nodiscard]] std::unique_ptr<Command> make_show_command();
[[nodiscard]] std::unique_ptr<Command> make_explain_command();
[[nodiscard]] std::unique_ptr<Command> make_sandbox_command();

// lock/lock_command.cpp
[[nodiscard]] std::unique_ptr<Command> make_lock_command();

// calls/
[[nodiscard]] std::unique_ptr<Command> make_search_command();
[[nodiscard]] std::unique_ptr<Command> make_call_command();

// logins/login_command.cpp
[[nodiscard]] std::unique_ptr<Command> make_login_command();
[[nodiscard]] std::unique_ptr<Command> make_logout_command();

// operator_commands.cpp: about the shared workbench that runs for a configuration
[[nodiscard]] std::unique_ptr<Command> make_status_command();
[[nodiscard]] std::unique_ptr<Command> make_ps_command();
[[nodiscard]] std::unique_ptr<Command> make_reload_command();
[[nodiscard]] std::unique_ptr<Command> make_logs_command();

// open_command.cpp
[[nodiscard]] std::unique_ptr<Command> make_open_command();

// approvals/approve_command.cpp
[[nodiscard]] std::unique_ptr<Command> make_approve_command();

// token_command.cpp
[[nodiscard]] std::unique_ptr<Command> make_token_command();

// schema_command.cpp
[[nodiscard]] std::unique_ptr<Command> make_schema_command();

}  // namespace workbench::app
