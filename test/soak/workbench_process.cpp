#include "workbench_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

extern char** environ;

namespace soak {
namespace {

constexpr const char* kToolboxes = "workbench-config.json";
constexpr const char* kLog = "log";
constexpr std::chrono::seconds kStartTime{30};

std::vector<std::string> variables_with(std::map<std::string, std::string> more) {
  more.emplace("XDG_CACHE_HOME", "/dev/null");
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text(*variable);
    if (more.count(text.substr(0, text.find('='))) == 0) variables.push_back(text);
  }
  for (const auto& [name, value] : more) variables.push_back(name + "=" + value);
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

WorkbenchProcess::WorkbenchProcess(const std::string& program, std::string_view toolboxes,
                                   const std::vector<std::string>& settings,
                                   const std::map<std::string, std::string>& environment) {
  std::signal(SIGPIPE, SIG_IGN);
  write_toolboxes(toolboxes);
  std::vector<std::string> words{program, "--config", (folder_.path() / kToolboxes).string()};
  for (const std::string& setting : settings) words.insert(words.end(), {"-D", setting});
  std::vector<std::string> variables = variables_with(environment);

  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (folder_.path() / kLog).c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0600);
  const int failed = ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, pointers_to(words).data(),
                                   pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  ::close(in[0]);
  ::close(out[1]);
  input_ = in[1];
  output_ = out[0];
  if (failed != 0) throw std::runtime_error("cannot start " + program);
  for (const int pipe : {input_, output_}) ::fcntl(pipe, F_SETFL, O_NONBLOCK);
}

WorkbenchProcess::~WorkbenchProcess() {
  if (!status_ && pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  close_input();
  ::close(output_);
}

void WorkbenchProcess::close_input() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
}

void WorkbenchProcess::send_signal(int signal) const {
  if (!status_) ::kill(pid_, signal);
}

void WorkbenchProcess::write_toolboxes(std::string_view toolboxes) const {
  const auto written = folder_.write("next.json", toolboxes);
  std::filesystem::rename(written, folder_.path() / kToolboxes);
}

std::string WorkbenchProcess::log() const {
  std::ifstream file(folder_.path() / kLog);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::uint16_t WorkbenchProcess::http_port() const {
  static constexpr std::string_view kBeforePort = "listening on http://127.0.0.1:";
  const auto deadline = std::chrono::steady_clock::now() + kStartTime;
  while (true) {
    const std::string text = log();
    const std::size_t found = text.find(kBeforePort);
    if (found != std::string::npos && text.find("/mcp", found) != std::string::npos) {
      return static_cast<std::uint16_t>(std::stoul(text.substr(found + kBeforePort.size())));
    }
    if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("no HTTP listener: " + text);
    ::poll(nullptr, 0, 5);
  }
}

std::optional<int> WorkbenchProcess::wait(std::chrono::milliseconds patience) {
  if (status_) return status_;
  pollfd process{static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)), POLLIN, 0};
  const bool has_ended = ::poll(&process, 1, static_cast<int>(patience.count())) == 1;
  ::close(process.fd);
  if (!has_ended) return std::nullopt;
  int status = 0;
  ::waitpid(pid_, &status, 0);
  status_ = status;
  return status_;
}

}  // namespace soak
