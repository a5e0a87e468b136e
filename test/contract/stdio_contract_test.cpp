#include <memory>
#include <string>
#include <utility>

#include <workbench/testing/transport_contract.hpp>

#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

/// The transport, connected to a program that sends back every line.
class EchoProgram {
 public:
  explicit EchoProgram(std::string program = WORKBENCH_ECHO_SERVER) : program_(std::move(program)) {}

  EventLoop& loop() { return fixture_.loop; }
  bool run_until(const std::function<bool()>& done) { return fixture_.run_until(done); }
  std::unique_ptr<Connection> connect() {
    ServerConfig server{"toolbox", "echo", {}};
    server.options.set("command", program_);
    return std::move(fixture_.transport.connect(server)).value();
  }
  std::string farewell() { return "\"last\""; }

 private:
  const std::string program_;
  StdioFixture fixture_;
};

/// The transport on one side, the listener on the other.
class Listener : public EchoProgram {
 public:
  Listener() : EchoProgram(WORKBENCH_LISTENER_ECHO) {}
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Stdio, TransportContract, EchoProgram);
INSTANTIATE_TYPED_TEST_SUITE_P(StdioListener, TransportContract, Listener);

}  // namespace workbench::test
