#include "transport/stdio_transport.hpp"

#include <utility>

#include "transport/server_command.hpp"
#include "transport/stdio_connection.hpp"

namespace workbench::stdio {

StdioTransport::StdioTransport(std::string launcher) : launcher_(std::move(launcher)) {}

std::vector<OptionDescription> StdioTransport::options() const {
  return describe_server_command();
}

Result<std::unique_ptr<Connection>> StdioTransport::connect(const ServerConfig& server, Host& host) {
  Result<ServerCommand> command = read_server_command(server.options);
  if (!command) return command.error();
  std::unique_ptr<Connection> connection = std::make_unique<StdioConnection>(
      host, launcher_, std::move(command).value(), server.toolbox + "/" + server.name);
  return connection;
}

}  // namespace workbench::stdio
