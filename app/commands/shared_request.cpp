#include "commands/shared_request.hpp"

#include <utility>

#include "operator/operator_client.hpp"

namespace workbench::app {

FoundWorkbench find_workbench(const CommandContext& context) {
  Startup startup(context.sources, context.errors);
  if (const ExitStatus status = startup.read_settings(); status != ExitStatus::ok) return {{}, {}, status};
  auto shared = SharedWorkbench::of(startup.sources(), startup.settings());
  if (shared) return {*std::move(shared), startup.settings(), ExitStatus::ok};
  context.errors << "mcp-workbench: " << shared.error().message << '\n';
  return {{}, {}, ExitStatus::no_listener};
}

std::optional<Json> request(const SharedWorkbench& shared, std::string_view method, const CommandContext& context) {
  auto socket = shared.connect();
  if (socket) return request(*std::move(socket), method, context);
  context.errors << "no shared workbench runs for this configuration; clients start one with --join\n";
  return std::nullopt;
}

std::optional<Json> request(FileDescriptor socket, std::string_view method, const CommandContext& context) {
  auto result = request_as_operator(std::move(socket), method);
  if (result) return *std::move(result);
  context.errors << "mcp-workbench: " << result.error().message << '\n';
  return std::nullopt;
}

}  // namespace workbench::app
