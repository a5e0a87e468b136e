#pragma once

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "operator_peer.hpp"
#include "workbench_client.hpp"

namespace test_support {

/// A user's machine with a shared workbench, and a client of it.
class OperatorCalls : public testing::Test {
 protected:
  OperatorCalls() {
    for (const char* folder : {"run", "state"}) std::filesystem::create_directory(folder_.path() / folder);
    folder_.write("toolboxes.json", dev_toolbox(fake_server("s", {}, R"("share":"process")")));
  }
  ~OperatorCalls() override {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
  }

  std::unique_ptr<WorkbenchClient> joined(const std::vector<std::string>& more_options = {},
                                          const std::string& name = "test") {
    std::vector<std::string> options{"--join", "-D", "workbench.toolboxes=" + path("toolboxes.json").string()};
    options.insert(options.end(), more_options.begin(), more_options.end());
    auto client = std::make_unique<WorkbenchClient>(
        "{}", options,
        std::map<std::string, std::string>{{"XDG_RUNTIME_DIR", path("run").string()},
                                           {"XDG_STATE_HOME", path("state").string()}});
    client->initialize("2025-11-25", "{}", name);
    client->open("dev");
    return client;
  }
  std::unique_ptr<OperatorPeer> operate() {
    for (const auto& file : std::filesystem::directory_iterator(path("run") / "mcp-workbench")) {
      if (file.path().extension() != ".sock") continue;
      auto connection = std::make_unique<OperatorPeer>(file.path());
      if (pid_ == 0) pid_ = std::stoi(member(connection->request("workbench/whoami"), "pid"));
      return connection;
    }
    throw std::runtime_error("no workbench is shared");
  }
  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }

  const TemporaryFolder folder_;
  pid_t pid_ = 0;
};

}  // namespace test_support
