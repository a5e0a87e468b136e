#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "outcome.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"
#include "terminal.hpp"
#include "workbench_client.hpp"

/// A user with folders for configuration, state and sockets, and a project with a toolboxes file, which is found by
/// what is started in it.
class AFoundFile : public testing::Test {
 protected:
  AFoundFile() {
    for (const char* folder : {"home", "home/mcp-workbench", "state", "run", "project"}) {
      std::filesystem::create_directory(path(folder));
    }
    write_local(test_support::toolboxes_file(test_support::toolbox("local", test_support::fake_server("s"))));
  }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] std::filesystem::path local() const { return path("project/workbench-config.json"); }
  void write_local(std::string_view text) const { write("project/workbench-config.json", text); }
  void write_own() const {
    write("home/mcp-workbench/workbench-config.json",
          test_support::toolboxes_file(test_support::toolbox("own", test_support::fake_server("s"))));
  }
  void write(const std::string& name, std::string_view text) const {
    folder_.write(name, text);
    EXPECT_EQ(::chmod(path(name).c_str(), 0644), 0);
  }

  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"XDG_CONFIG_HOME", path("home").string()},
            {"XDG_STATE_HOME", path("state").string()},
            {"XDG_RUNTIME_DIR", path("run").string()},
            {"XDG_CACHE_HOME", path("cache").string()},
            {"WORKBENCH_CONFIG", ""}};
  }
  /// The command as a shell runs it in the project.
  [[nodiscard]] std::vector<std::string> in_project(const std::string& arguments) const {
    return {"/bin/sh", "-c", "cd " + path("project").string() + " && exec " WORKBENCH_PROGRAM " " + arguments};
  }

  test_support::Outcome run(const std::string& arguments) const {
    test_support::Process process(in_project(arguments), environment());
    return test_support::outcome_of(process);
  }

  /// `trust` on a terminal, in the project, by a person who answers so; returns the screen.
  std::string trust(const std::string& answer = "y\n") const {
    std::vector<std::string> command{"/usr/bin/env"};
    for (const auto& [name, value] : environment()) command.push_back(name + "=" + value);
    for (std::string& word : in_project("trust")) command.push_back(std::move(word));
    Terminal terminal(command);
    EXPECT_TRUE(terminal.wait_for("[y/N] ")) << terminal.screen();
    terminal.type(answer);
    EXPECT_EQ(terminal.exit_code(), 0) << terminal.screen();
    return terminal.screen();
  }

  /// A client of a workbench that was started in the project.
  class Client {
   public:
    Client(const std::vector<std::string>& command, const std::map<std::string, std::string>& environment)
        : process_(command, environment) {
      initialized_ = ask(R"("method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
                         R"("clientInfo":{"name":"test","version":"1"}}})");
    }
    /// The response to a request with these members.
    std::string ask(const std::string& members) {
      process_.write_line(R"({"jsonrpc":"2.0","id":)" + std::to_string(++id_) + "," + members);
      while (auto line = process_.read_line()) {
        if (line->find("\"id\":" + std::to_string(id_)) != std::string::npos) return *line;
      }
      return {};
    }
    std::string open(const std::string& toolbox) {
      return ask(R"("method":"tools/call","params":{"name":"open_toolbox","arguments":{"toolbox_name":")" + toolbox +
                 "\"}}}");
    }
    [[nodiscard]] const std::string& initialized() const { return initialized_; }
    [[nodiscard]] test_support::Process& process() { return process_; }

   private:
    test_support::Process process_;
    int id_ = 0;
    std::string initialized_;
  };
  [[nodiscard]] std::unique_ptr<Client> client(const std::string& arguments = "") const {
    return std::make_unique<Client>(in_project(arguments), environment());
  }

  const test_support::TemporaryFolder folder_;
};
