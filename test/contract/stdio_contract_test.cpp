#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <workbench/testing/transport_contract.hpp>

#include "process/server_launcher.hpp"
#include "process_transport.hpp"
#include "transport/stdio_transport.hpp"

namespace workbench::test {
namespace {

/// The transport, connected to a program that sends back every line.
class EchoProgram {
 public:
  explicit EchoProgram(std::string program = WORKBENCH_ECHO_PROGRAM) : program_(std::move(program)) {
    std::signal(SIGPIPE, SIG_IGN);
  }

  std::unique_ptr<Connection> connect(Host& host) {
    ServerConfig server{"toolbox", "echo", {}};
    server.options.set("command", program_);
    return transport_.emplace(host, WORKBENCH_LAUNCHER).connect(server).value();
  }
  std::string last_message() { return "\"last\""; }

 private:
  const std::string program_;
  std::optional<stdio::StdioTransport> transport_;
};

/// A transport of another plugin that has its servers started by the launcher.
class LaunchedProgram {
 public:
  LaunchedProgram() { std::signal(SIGPIPE, SIG_IGN); }

  std::unique_ptr<Connection> connect(Host& host) {
    ServerConfig server{"toolbox", "echo", {}};
    server.options.set("command", std::string(WORKBENCH_ECHO_PROGRAM));
    launcher_.emplace(host, WORKBENCH_LAUNCHER);
    return transport_.emplace(host, *launcher_).connect(server).value();
  }
  std::string last_message() { return "\"last\""; }

 private:
  std::optional<stdio::ServerLauncher> launcher_;
  std::optional<ProcessTransport> transport_;
};

/// The transport on one side, the listener on the other.
class ListenerProgram : public EchoProgram {
 public:
  ListenerProgram() : EchoProgram(WORKBENCH_LISTENER_ECHO) {}
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Stdio, TransportContract, EchoProgram);
INSTANTIATE_TYPED_TEST_SUITE_P(LaunchedByAnotherTransport, TransportContract, LaunchedProgram);
INSTANTIATE_TYPED_TEST_SUITE_P(StdioListener, TransportContract, ListenerProgram);

}  // namespace workbench::test
