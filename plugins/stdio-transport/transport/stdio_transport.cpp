#include "transport/stdio_transport.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "process/server_command.hpp"
#include "transport/stdio_connection.hpp"

namespace workbench::stdio {

Result<std::unique_ptr<Connection>> StdioTransport::connect(const ServerConfig& server) {
  if (const auto errors = check_server_command(server.options); !errors.empty()) {
    return Error{ErrorKind::invalid_argument, "\"" + errors.front().option + "\" " + errors.front().message};
  }
  std::unique_ptr<Connection> connection = std::make_unique<StdioConnection>(
      host_, launcher_, read_server_command(server.options), server.toolbox + "/" + server.name, ended_, shells_);
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
