#include "transport/stdio_transport.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>
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

std::string find_launcher() {
  static const char inside_this_plugin = 0;
  Dl_info plugin{};
  if (::dladdr(&inside_this_plugin, &plugin) == 0) throw std::runtime_error("cannot find the file of this plugin");
  const std::filesystem::path file = std::filesystem::canonical(plugin.dli_fname);
  return file.parent_path().parent_path() / "launcher";
}

}  // namespace workbench::stdio
