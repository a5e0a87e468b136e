#include "join/running_workbenches.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include <workbench/file_descriptor.hpp>

#include "json/lookup.hpp"
#include "operator/operator_client.hpp"
#include "process/runtime_folder.hpp"
#include "process/shared_socket.hpp"

namespace workbench::app {
namespace {

std::string description_of(const Json& client) {
  std::string name = json::member_characters(client, "client");
  if (name.empty()) name = "a client without a name";
  const std::string folder = json::member_characters(client, "workingDirectory");
  return folder.empty() ? name : name + " in " + folder;
}

std::optional<RunningWorkbench> workbench_at(const std::filesystem::path& path) {
  auto socket = connect_to_socket(path);
  if (!socket) return std::nullopt;
  const auto status = request_as_operator(*std::move(socket), "workbench/status");
  if (!status) return std::nullopt;
  RunningWorkbench found;
  found.socket = path;
  const Json process = json::member(*status, "pid");
  found.process = std::atoi(std::string(process.text()).c_str());
  found.version = json::member_characters(*status, "version");
  found.toolboxes_file = json::member_characters(*status, "toolboxesFile");
  for (const Json& client : json::elements(json::member(*status, "clients"))) {
    found.clients.push_back(description_of(client));
  }
  return found.process > 0 ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace

std::vector<RunningWorkbench> running_workbenches() {
  const auto folder = runtime_folder();
  if (!folder) return {};
  std::vector<std::filesystem::path> sockets;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(*folder, failed)) {
    if (entry.path().extension() == ".sock") sockets.push_back(entry.path());
  }
  std::sort(sockets.begin(), sockets.end());
  std::vector<RunningWorkbench> all;
  for (const std::filesystem::path& socket : sockets) {
    if (auto found = workbench_at(socket)) all.push_back(*std::move(found));
  }
  return all;
}

bool end_workbench(const RunningWorkbench& workbench, std::chrono::milliseconds limit) {
  const FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, workbench.process, 0)));
  if (!process) return !connect_to_socket(workbench.socket);  // it may have ended by itself
  if (::kill(workbench.process, SIGTERM) != 0) return false;
  pollfd ended{process.get(), POLLIN, 0};
  return ::poll(&ended, 1, static_cast<int>(limit.count())) == 1;
}

}  // namespace workbench::app
