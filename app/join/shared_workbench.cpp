#include "join/shared_workbench.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "join/configuration_name.hpp"
#include "join/detached_start.hpp"
#include "process/program_file.hpp"
#include "process/runtime_folder.hpp"
#include "process/shared_socket.hpp"

namespace workbench::app {
namespace {

/// How long it runs without a client, unless limits.idleExit is set.
constexpr std::chrono::minutes kIdleExit{10};

/// At a start, a larger log is put aside.
constexpr std::uintmax_t kMaxLogBytes = 8 * 1024 * 1024;

/// The listeners of the properties, without stdio, which belongs to one client, and without `local`.
std::string listeners_of(const config::Settings& settings) {
  std::string names = "local";
  for (const std::string& name : settings.of<Listener>().names) {
    if (name != "stdio" && name != "local") names += "," + name;
  }
  return names;
}

}  // namespace

Result<SharedWorkbench> SharedWorkbench::of(const Sources& sources, const config::Settings& settings) {
  const auto sockets = runtime_folder();
  if (!sockets) return sockets.error();
  const auto logs = state_folder();
  if (!logs) return logs.error();
  SharedWorkbench shared;
  std::vector<std::string>& command = shared.command_;
  command = {program_path(), "--config", std::filesystem::absolute(settings.toolboxes_file).string()};
  // The workbench uses the file by the same right as this process.
  if (!sources.found_file.empty()) command[1] = kFoundOption;
  if (!sources.properties_file.empty()) {
    command.insert(command.end(), {"--properties", std::filesystem::absolute(sources.properties_file).string()});
  }
  for (const auto& [key, value] : sources.definitions) {
    if (key != "workbench.toolboxes" && key != "listeners") command.insert(command.end(), {"-D", key + "=" + value});
  }
  shared.has_idle_exit_ = settings.limits.idle_exit != std::chrono::milliseconds(0);
  if (!shared.has_idle_exit_) {
    command.insert(command.end(),
                   {"-D", "limits.idleExit=" + std::to_string(std::chrono::milliseconds(kIdleExit).count()) + "ms"});
  }
  const std::string name = name_of_configuration(sources, settings.toolboxes_file);
  shared.socket_ = *sockets / (name + ".sock");
  shared.log_ = *logs / (name + ".log");
  command.insert(command.end(),
                 {"-D", "listeners=" + listeners_of(settings), "-D", "listener.local.path=" + shared.socket_.string()});
  return shared;
}

Result<FileDescriptor> SharedWorkbench::connect() const {
  return connect_to_socket(socket_);
}

Result<FileDescriptor> SharedWorkbench::connect_or_start() const {
  const auto is_decided = [](const Result<FileDescriptor>& connected) {
    return connected || connected.error().kind == ErrorKind::busy;
  };
  if (auto connected = connect(); is_decided(connected)) return connected;
  const auto locked = lock_socket(socket_);
  if (!locked) return locked.error();
  if (auto connected = connect(); is_decided(connected)) return connected;
  const auto listening = listen();
  if (!listening) return listening.error();
  if (const auto started = start_detached(command_, *listening, log_); !started) return started.error();
  return connect();
}

Error SharedWorkbench::become() const {
  const auto locked = lock_socket(socket_);
  if (!locked) return locked.error();
  const auto connected = connect();
  if (connected || connected.error().kind == ErrorKind::busy) {
    return {ErrorKind::busy,
            "a shared workbench of this configuration is already running at " + socket_.string() +
                "; a client may have started it. It exits when it has had no client for a while, or on SIGTERM"};
  }
  const auto listening = listen();
  if (!listening) return listening.error();
  std::vector<std::string> command = command_;
  if (!has_idle_exit_) command.insert(command.end(), {"-D", "limits.idleExit=0"});
  return run_in_place(std::move(command), *listening, log_);
}

/// A socket at the path that listens, and a log that is not too large.
Result<FileDescriptor> SharedWorkbench::listen() const {
  auto listening = listen_at_socket(socket_);
  if (!listening) return listening;
  std::error_code none;
  if (std::filesystem::file_size(log_, none) > kMaxLogBytes && !none) {
    std::filesystem::rename(log_, log_.string() + ".1", none);
  }
  return listening;
}

std::uintmax_t SharedWorkbench::log_size() const {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(log_, none);
  return none ? 0 : size;
}

std::string SharedWorkbench::log_lines_since(std::uintmax_t begin) const {
  constexpr std::streamoff kBytes = 2'000;
  std::ifstream log(log_, std::ios::ate | std::ios::binary);
  const std::streamoff size = log.tellg();
  const auto first = static_cast<std::streamoff>(begin) > size ? 0 : static_cast<std::streamoff>(begin);
  if (size <= first) return {};
  const std::streamoff shown = std::max<std::streamoff>(size - kBytes, first);
  log.seekg(shown);
  std::string text((std::istreambuf_iterator<char>(log)), {});
  if (shown > first) text.erase(0, text.find('\n') + 1);
  return text;
}

}  // namespace workbench::app
