#include "workbench_process.hpp"

#include <Poco/Exception.h>
#include <poll.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace workbench::demo_client {
namespace {

constexpr std::chrono::milliseconds kMaxSilence{60'000};

std::string beside_us(const std::string& name) {
  std::string program = install_prefix() + "/bin/" + name;
  if (!std::filesystem::exists(program)) {
    throw std::runtime_error("there is no " + program +
                             "; build the whole tree, or install it, and start the demo there");
  }
  return program;
}

/// The sample configuration names its server by this variable, so the server need not be in the PATH. The log shows
/// warnings and errors alone, unless the user sets another level.
Poco::Process::Env environment() {
  Poco::Process::Env added;
  if (std::getenv("WORKBENCH_DEMO_SERVER") == nullptr) {
    added["WORKBENCH_DEMO_SERVER"] = beside_us("mcp-workbench-demo-server");
  }
  if (std::getenv("WORKBENCH_LOG_LEVEL") == nullptr) added["WORKBENCH_LOG_LEVEL"] = "warning";
  return added;
}

}  // namespace

std::string install_prefix() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path().string();
}

WorkbenchProcess::WorkbenchProcess(const std::string& config) : WorkbenchProcess(beside_us("mcp-workbench"), config) {}

WorkbenchProcess::WorkbenchProcess(const std::string& program, const std::string& config)
    : child_(Poco::Process::launch(program, {"--config", config}, &to_child_, &from_child_, nullptr, environment())) {}

WorkbenchProcess::~WorkbenchProcess() {
  if (has_ended_) return;
  try {
    Poco::Process::kill(child_);
    child_.wait();
  } catch (const std::exception&) {
    // The child has ended already.
  }
}

void WorkbenchProcess::write_line(std::string line) {
  line += '\n';
  std::string_view rest = line;
  try {
    while (!rest.empty()) {
      const int written = to_child_.writeBytes(rest.data(), static_cast<int>(rest.size()));
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  } catch (const Poco::WriteFileException&) {
    // The child has ended; read_line() reports its exit code.
  }
}

std::string WorkbenchProcess::read_line() {
  std::size_t newline = unread_.find('\n');
  while (newline == std::string::npos) {
    if (!read_more()) {
      throw std::runtime_error("the workbench ended with exit code " + std::to_string(end()) + "; its log is above");
    }
    newline = unread_.find('\n');
  }
  std::string line = unread_.substr(0, newline);
  unread_.erase(0, newline + 1);
  return line;
}

bool WorkbenchProcess::read_more() {
  pollfd readable{from_child_.readHandle(), POLLIN, 0};
  if (poll(&readable, 1, static_cast<int>(kMaxSilence.count())) <= 0) {
    throw std::runtime_error("the workbench wrote nothing for " + std::to_string(kMaxSilence.count() / 1000) + " s");
  }
  std::array<char, 65536> buffer;
  const int count = from_child_.readBytes(buffer.data(), static_cast<int>(buffer.size()));
  unread_.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

int WorkbenchProcess::end() {
  to_child_.close();
  while (read_more()) unread_.clear();
  has_ended_ = true;
  return child_.wait();
}

}  // namespace workbench::demo_client
