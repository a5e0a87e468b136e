#pragma once

// An operator of a workbench, over its local socket.

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "process.hpp"
#include "temporary_folder.hpp"
#include "workbench_client.hpp"

namespace test_support {

/// One connection. Every wait has a deadline and throws when it passes.
class OperatorPeer {
 public:
  explicit OperatorPeer(const std::filesystem::path& socket)
      : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, socket.c_str(), sizeof address.sun_path - 1);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("no workbench listens at " + socket.string());
    }
    const timeval patience{kPatience.count(), 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    write(R"({"jsonrpc":"2.0","method":"workbench/operate"})");
  }
  ~OperatorPeer() { ::close(socket_); }
  OperatorPeer(const OperatorPeer&) = delete;
  OperatorPeer& operator=(const OperatorPeer&) = delete;

  /// `params` are raw. Returns the id.
  int send(std::string_view method, std::string_view params = "{}") {
    write(R"({"jsonrpc":"2.0","id":)" + std::to_string(++last_id_) + R"(,"method":")" + std::string(method) +
          R"(","params":)" + std::string(params) + "}");
    return last_id_;
  }

  /// The raw result of the request that was sent last, or "error: " and the raw error.
  std::string answer() {
    for (;;) {
      const std::string line = read_line();
      if (member(line, "id") != std::to_string(last_id_)) continue;
      const std::string result = member(line, "result");
      return result.empty() ? "error: " + member(line, "error") : result;
    }
  }

  std::string request(std::string_view method, std::string_view params = "{}") {
    send(method, params);
    return answer();
  }

  void notify(std::string_view method, std::string_view params) {
    write(R"({"jsonrpc":"2.0","method":")" + std::string(method) + R"(","params":)" + std::string(params) + "}");
  }
  /// The params of the next notification of this method; lines before it are dropped.
  std::string notified(std::string_view method) {
    for (;;) {
      const std::string line = read_line();
      if (characters(member(line, "method")) == method) return member(line, "params");
    }
  }

  /// The next whole line.
  std::string read_line() {
    for (;;) {
      const std::size_t end = unread_.find('\n');
      if (end != std::string::npos) {
        std::string line = unread_.substr(0, end);
        unread_.erase(0, end + 1);
        return line;
      }
      char bytes[65536];
      const ssize_t count = ::recv(socket_, bytes, sizeof bytes, 0);
      if (count <= 0) throw std::runtime_error("the workbench does not answer its operator");
      unread_.append(bytes, static_cast<std::size_t>(count));
    }
  }

 private:
  void write(std::string text) {
    text += '\n';
    if (::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(text.size())) {
      throw std::runtime_error("the workbench does not listen to its operator");
    }
  }

  const int socket_;
  int last_id_ = 0;
  std::string unread_;
};

/// A workbench that clients share, which runs in the foreground, and its operators.
class SharedWorkbenchProcess {
 public:
  explicit SharedWorkbenchProcess(const std::string& toolboxes, const std::vector<std::string>& options = {},
                                  const std::map<std::string, std::string>& more_environment = {})
      : toolboxes_(folder_.write("toolboxes.json", toolboxes).string()), options_(options) {
    for (const char* name : {"run", "state", "a"}) std::filesystem::create_directory(folder_.path() / name);
    std::vector<std::string> command{WORKBENCH_PROGRAM, "--shared"};
    const std::vector<std::string> all = configuration();
    command.insert(command.end(), all.begin(), all.end());
    std::map<std::string, std::string> all_variables = environment();
    all_variables.insert(more_environment.begin(), more_environment.end());
    process_.emplace(command, all_variables);
    process_->wait_for_error_text("serves clients of");
  }

  /// A client that has its toolbox "dev" open.
  std::unique_ptr<WorkbenchClient> joined() {
    auto client = connected();
    client->open("dev");
    return client;
  }
  std::unique_ptr<WorkbenchClient> connected(const std::string& capabilities = "{}") {
    std::vector<std::string> options{"--join", "-D", "workbench.toolboxes=" + toolboxes_};
    options.insert(options.end(), options_.begin(), options_.end());
    auto client = std::make_unique<WorkbenchClient>("{}", options, environment(), Launch{});
    client->initialize("2025-11-25", capabilities);
    return client;
  }

  OperatorPeer& peer() {
    if (!peer_) peer_.emplace(socket());
    return *peer_;
  }
  std::string request(std::string_view method, std::string_view params = "{}") {
    return peer().request(method, params);
  }

  /// The row of the server "dev/`name`" in the status with all servers, raw; empty: there is none.
  std::string row_of(const std::string& name) {
    for (const std::string& row : elements(member(request("workbench/status", R"({"all":true})"), "servers"))) {
      if (characters(member(row, "server")) == name) return row;
    }
    return {};
  }
  /// Waits until the row is as wanted, and returns it.
  std::string wait_for_row(const std::string& name, const std::function<bool(const std::string&)>& is_wanted) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
      const std::string row = row_of(name);
      if (is_wanted(row)) return row;
      if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("the status stays at " + row);
    }
  }
  std::string wait_for_state(const std::string& name, const std::string& state) {
    return wait_for_row(name, [&](const std::string& row) { return characters(member(row, "state")) == state; });
  }

  [[nodiscard]] std::filesystem::path socket() const {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path() / "run")) {
      if (entry.path().extension() == ".sock") return entry.path();
    }
    throw std::runtime_error("there is no socket");
  }
  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"XDG_RUNTIME_DIR", (folder_.path() / "run").string()},
            {"XDG_STATE_HOME", (folder_.path() / "state").string()},
            {"XDG_CACHE_HOME", (folder_.path() / "cache").string()}};
  }
  /// The options that a command needs for the same configuration.
  [[nodiscard]] std::vector<std::string> configuration() const {
    std::vector<std::string> all{"--config", toolboxes_};
    all.insert(all.end(), options_.begin(), options_.end());
    return all;
  }
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }
  [[nodiscard]] Process& process() { return *process_; }

 private:
  const TemporaryFolder folder_;
  const std::string toolboxes_;
  const std::vector<std::string> options_;
  std::optional<Process> process_;
  std::optional<OperatorPeer> peer_;
};

}  // namespace test_support
