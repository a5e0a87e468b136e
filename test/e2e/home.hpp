#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "file_contents.hpp"
#include "outcome.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

namespace test_support {

namespace fs = std::filesystem;

/// A home folder with the files of some clients, and a project as the working directory.
class Home : public testing::Test {
 protected:
  Home() { fs::create_directories(path("project")); }

  fs::path path(const std::string& name) const { return folder_.path() / name; }

  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories(path(name).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  std::map<std::string, std::string> environment() const {
    return {
        {"HOME", folder_.path().string()}, {"XDG_CONFIG_HOME", ""}, {"XDG_STATE_HOME", ""}, {"WORKBENCH_CONFIG", ""}};
  }

  Process start(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), WORKBENCH_PROGRAM);
    return Process(arguments, environment(),
                   Launch{.shell = {"cd '" + path("project").string() + "'"}, .descriptors = {}});
  }

  std::unique_ptr<Process> start_one(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), WORKBENCH_PROGRAM);
    return std::make_unique<Process>(arguments, environment(),
                                     Launch{.shell = {"cd '" + path("project").string() + "'"}, .descriptors = {}});
  }

  Outcome run(std::vector<std::string> arguments) const {
    Process process = start(std::move(arguments));
    return outcome_of(process);
  }

  /// Cursor has a server with a token, Codex the same and another, disabled one.
  void configure_two_clients() const {
    write(".cursor/mcp.json", std::string(R"({
  // of this machine
  "mcpServers": {
    "fake": { "command": ")") + FAKE_SERVER +
                                  R"(", "env": { "API_TOKEN": "t0ken-of-cursor" } },
  },
})");
    write(".codex/config.toml", std::string("model = \"x\"  # stays\n\n[mcp_servers.fake]\ncommand = \"") +
                                    FAKE_SERVER +
                                    "\"\n\n[mcp_servers.fake.env]\nAPI_TOKEN = \"t0ken-of-cursor\"\n\n"
                                    "[mcp_servers.off]\ncommand = \"off\"\nenabled = false\n");
  }

  const TemporaryFolder folder_;
};

}  // namespace test_support
