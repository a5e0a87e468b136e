// The example transport `contained` keeps the contract of transports. The launcher is from the plugin
// stdio-transport.

#include <csignal>
#include <memory>
#include <string>

#include <workbench/process_launcher.hpp>
#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/transport_contract.hpp>

#include "sandbox_probe.hpp"

namespace workbench::test {
namespace {

struct ContainedEcho {
  ContainedEcho() { std::signal(SIGPIPE, SIG_IGN); }

  std::unique_ptr<Connection> connect(Host& host) {
    launcher = stdio.make_extension<ProcessLauncher>(host);
    static_cast<LoopHost&>(host).provide(*launcher);
    transport = contained.make_transport("contained", host);
    ServerConfig config{"dev", "echo", {}};
    config.options.set("command", std::string(ECHO_SERVER));
    config.options.set("readable", Options::TextList{std::filesystem::path(ECHO_SERVER).parent_path()});
    return transport->connect(config).value();
  }
  std::string last_message() { return "\"last\""; }

  const LoadedPlugin stdio{STDIO_TRANSPORT};
  const LoadedPlugin contained{PLUGIN_FOLDER "/contained-transport.so"};
  std::shared_ptr<ProcessLauncher> launcher;
  std::unique_ptr<Transport> transport;
};

class NeedsASandbox final : public ::testing::Environment {
  void SetUp() override {
    if (test_support::sandbox_exit_code() != 0) {
      GTEST_SKIP() << "bubblewrap is not installed, or may not make namespaces here";
    }
  }
};
[[maybe_unused]] const ::testing::Environment* const kNeedsASandbox =
    ::testing::AddGlobalTestEnvironment(new NeedsASandbox);

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Contained, TransportContract, ContainedEcho);

}  // namespace workbench::test
