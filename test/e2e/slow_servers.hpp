#pragma once

// Servers that take long to start, and a client of a workbench whose patience with them a test chooses.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "workbench_client.hpp"

namespace test_support {

inline constexpr std::string_view kListChanged = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";

/// An entry of a server that never answers, and writes this line to stderr.
[[nodiscard]] inline std::string silent_server(std::string_view name, std::string_view stderr_line = {},
                                               std::string_view more_members = {}) {
  std::vector<std::string> arguments{"--silent-initialize"};
  if (!stderr_line.empty()) arguments.insert(arguments.end(), {"--stderr", std::string(stderr_line)});
  return fake_server(name, arguments, more_members);
}

/// A server that starts when the test wants it: until then its process reads from a pipe that is empty.
class DelayedServer {
 public:
  DelayedServer() {
    if (::mkfifo(path_.c_str(), 0600) != 0) throw std::runtime_error("cannot make a fifo");
    pipe_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);  // opening it waits for no reader
  }
  ~DelayedServer() { ::close(pipe_); }
  DelayedServer(const DelayedServer&) = delete;
  DelayedServer& operator=(const DelayedServer&) = delete;

  /// `arguments` are for the fake server.
  [[nodiscard]] std::string entry(std::string_view name, const std::string& arguments = "--tool late",
                                  const std::string& more_members = {}) const {
    const std::string script = "read line < " + path_ + "; exec " FAKE_SERVER " " + arguments;
    return test_support::quoted(name) + R"(:{"command":"/bin/sh","args":["-c",)" + test_support::quoted(script) + "]" +
           (more_members.empty() ? "" : ",") + more_members + "}";
  }
  void start() const {
    if (::write(pipe_, "\n", 1) != 1) throw std::runtime_error("cannot write to the fifo");
  }

 private:
  TemporaryFolder folder_;
  std::string path_ = (folder_.path() / "start").string();
  int pipe_ = -1;
};

/// A client of a workbench that waits this long for servers (limits.openPatience).
struct PatientClient : WorkbenchClient {
  explicit PatientClient(std::string_view toolboxes, const std::string& patience = "0 ms",
                         const std::vector<std::string>& more_options = {})
      : WorkbenchClient(toolboxes, with(patience, more_options)) {
    initialize();
  }

 private:
  static std::vector<std::string> with(const std::string& patience, std::vector<std::string> options) {
    options.insert(options.end(), {"-D", "limits.openPatience=" + patience});
    return options;
  }
};

}  // namespace test_support
