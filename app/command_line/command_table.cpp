#include "command_line/command_table.hpp"

#include <utility>

#include "command_line/completion.hpp"
#include "commands/commands.hpp"

namespace workbench::app {

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  for (const auto make :
       {make_init_command,    make_trust_command,   make_doctor_command,   make_list_command,    make_show_command,
        make_search_command,  make_call_command,    make_explain_command,  make_sandbox_command, make_lock_command,
        make_login_command,   make_logout_command,  make_status_command,   make_ps_command,      make_reload_command,
        make_logs_command,    make_open_command,    make_approve_command,  make_token_command,   make_schema_command,
        make_install_command, make_upgrade_command, make_uninstall_command}) {
    commands.push_back(make());
  }
  commands.push_back(std::make_unique<CompletionCommand>(all_commands));
  return commands;
}

std::unique_ptr<Command> find_command(std::string_view name) {
  for (std::unique_ptr<Command>& command : all_commands()) {
    if (command->description().name == name) return std::move(command);
  }
  return nullptr;
}

}  // namespace workbench::app
