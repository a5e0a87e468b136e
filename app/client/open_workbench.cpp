#include "client/open_workbench.hpp"

#include <sys/socket.h>

#include <filesystem>
#include <sstream>
#include <utility>
#include <vector>

#include <workbench/line_connection.hpp>

#include "join/join_line.hpp"
#include "join/shared_workbench.hpp"
#include "process/system_failure.hpp"

namespace workbench::app {
namespace {

std::vector<std::string> arguments_for(const Sources& sources, const CommandSettings& settings) {
  std::vector<std::string> arguments;
  if (!sources.properties_file.empty()) {
    arguments.insert(arguments.end(), {"--properties", sources.properties_file.string()});
  }
  CommandSettings definitions = settings;
  definitions.insert(sources.definitions.begin(), sources.definitions.end());
  for (const auto& [key, value] : definitions) arguments.insert(arguments.end(), {"-D", key + "=" + value});
  return arguments;
}

}  // namespace

Result<OpenedWorkbench> start_own_workbench(Host& host, const Sources& sources, const CommandSettings& settings) {
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return system_failure("cannot make a socket");
  FileDescriptor ours(sockets[0]);
  FileDescriptor theirs(sockets[1]);
  auto own = OwnWorkbench::start(host, std::filesystem::read_symlink("/proc/self/exe").string(),
                                 arguments_for(sources, settings), std::move(theirs));
  if (!own) return own.error();
  return OpenedWorkbench{*std::move(own),
                         std::make_unique<LineConnection>(host, std::move(ours), LineConnection::Peer::server)};
}

std::optional<OpenedWorkbench> join_shared_workbench(Host& host, const Sources& sources,
                                                     const CommandSettings& settings) {
  std::ostringstream unread;  // a workbench that is started instead reports the same
  Output errors(unread);
  Startup startup(sources, errors);
  if (startup.read_settings() != ExitStatus::ok) return std::nullopt;
  const auto shared = SharedWorkbench::of(startup.sources(), startup.settings());
  if (!shared) return std::nullopt;
  auto socket = shared->connect();
  if (!socket) return std::nullopt;
  JoinRequest request;
  if (const auto names = settings.find("metaTools"); names != settings.end()) request.meta_tools = names->second;
  const std::string line = join_line(request) + "\n";
  if (::send(socket->get(), line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size())) {
    return std::nullopt;
  }
  return OpenedWorkbench{nullptr,
                         std::make_unique<LineConnection>(host, *std::move(socket), LineConnection::Peer::server)};
}

}  // namespace workbench::app
