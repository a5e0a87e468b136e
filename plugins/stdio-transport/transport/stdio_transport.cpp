#include "transport/stdio_transport.hpp"

#include "transport/server_options.hpp"
#include "transport/stdio_connection.hpp"

namespace workbench::stdio {

Result<std::unique_ptr<Connection>> StdioTransport::connect(const ServerConfig& server) {
  if (const auto errors = check_server_options(server.options); !errors.empty()) {
    return Error{ErrorKind::invalid_argument, "\"" + errors.front().option + "\" " + errors.front().message};
  }
  std::unique_ptr<Connection> connection =
      std::make_unique<StdioConnection>(host_, launcher_, read_server_options(server.options),
                                        read_sandbox(server.options), server.toolbox + "/" + server.name);
  return connection;
}

}  // namespace workbench::stdio
