#include "transport/stdio_transport.hpp"

#include <string>
#include <utility>
#include <vector>

#include "containers/image_entry.hpp"
#include "transport/server_options.hpp"
#include "transport/stdio_connection.hpp"

namespace workbench::stdio {

namespace {

Result<std::unique_ptr<Connection>> connection_to(const ServerConfig& server, const std::vector<OptionError>& errors,
                                                  ProcessCommand command, Host& host, ServerLauncher& launcher) {
  if (!errors.empty()) {
    return Error{ErrorKind::invalid_argument, "\"" + errors.front().option + "\" " + errors.front().message};
  }
  std::unique_ptr<Connection> connection = std::make_unique<StdioConnection>(
      host, launcher, std::move(command), read_sandbox(server.options), server.toolbox + "/" + server.name);
  return connection;
}

}  // namespace

Result<std::unique_ptr<Connection>> StdioTransport::connect(const ServerConfig& server) {
  return connection_to(server, check_server_options(server.options), read_server_options(server.options), host_,
                       launcher_);
}

Result<std::unique_ptr<Connection>> ContainerTransport::connect(const ServerConfig& server) {
  return connection_to(server, check_image_options(server.options),
                       image_command(read_image_options(server.options), engine_facts()), host_, launcher_);
}

}  // namespace workbench::stdio
