#include "commands/logins/all_logins.hpp"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "commands/servers/configured_servers.hpp"
#include "process/output.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

/// Absent: the server has no logins.
std::optional<Result<void>> end_login(servers::Server& server, event_loop::Loop& loop) {
  std::optional<Result<void>> outcome;
  const auto ending = server.login().end([&](Result<void> ended) {
    outcome = std::move(ended);
    loop.stop();
  });
  if (ending == nullptr) return std::nullopt;
  while (!outcome) loop.run();
  return outcome;
}

}  // namespace

void end_all_logins(CommandContext& context) {
  std::error_code failed;
  const bool is_named = context.sources.definitions.count("workbench.toolboxes") != 0;
  if (!is_named && !std::filesystem::exists(toolboxes_file_of_user(environment_of_process), failed)) return;
  ConfiguredServers servers;
  if (servers.prepare(context.sources, Inspection::Catalogs::of_this_run, context.errors) != ExitStatus::ok) return;
  for (servers::Server* const server : servers_of(servers.inspection().toolboxes())) {
    const auto outcome = end_login(*server, servers.startup().host().loop());
    if (!outcome || (!*outcome && outcome->error().kind == ErrorKind::not_found)) continue;
    const std::string name = server->toolbox() + "/" + server->name();
    if (*outcome) {
      context.out << name << ": logged out\n";
    } else {
      context.errors << name << ": " << outcome->error().message << '\n';
    }
  }
}

}  // namespace workbench::app
