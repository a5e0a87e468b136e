#pragma once

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "file_contents.hpp"
#include "outcome.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"
#include "workbench_client.hpp"

namespace test_support {

namespace fs = std::filesystem;

/// A legacy client of a program at any path.
class JoinedClient {
 public:
  JoinedClient(const std::vector<std::string>& command, const std::map<std::string, std::string>& environment)
      : process_(command, environment) {
    request("initialize",
            R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"joined","version":"1"}})");
    process_.write_line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    request("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  }

  /// The line of the response.
  std::string request(const std::string& method, const std::string& params) {
    const std::string id = std::to_string(++last_id_);
    process_.write_line(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params + "}");
    for (;;) {
      const auto line = process_.read_line();
      if (!line) return "the session has ended: " + process_.errors();
      if (member(*line, "id") == id) return *line;
    }
  }

  /// The text that the tool has answered.
  std::string call(const std::string& tool) {
    return first_text(member(request("tools/call", use_tool_params("dev", "s", tool)), "result"));
  }

  Process& process() { return process_; }

 private:
  Process process_;
  int last_id_ = 0;
};

/// A user's machine, without any file of the program yet; and trees of several versions, as npx has them: in a
/// temporary folder, with everything that the program needs. All versions have the same program.
class Machine : public testing::Test {
 protected:
  Machine() {
    for (const char* folder : {"run", "home", "project"}) fs::create_directories(path(folder));
    fs::permissions(path("run"), fs::perms::owner_all);
  }
  ~Machine() override {
    for (const pid_t workbench : workbenches_) ::kill(workbench, SIGKILL);
  }

  [[nodiscard]] fs::path path(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] fs::path home(const std::string& name) const { return path("home") / name; }
  [[nodiscard]] fs::path copies() const { return home(".local/share/mcp-workbench"); }
  [[nodiscard]] fs::path current() const { return copies() / "current/bin/mcp-workbench"; }

  fs::path write(const fs::path& file, const std::string& text) const {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"HOME", path("home").string()}, {"XDG_RUNTIME_DIR", path("run").string()},
            {"XDG_CONFIG_HOME", ""},         {"XDG_STATE_HOME", ""},
            {"XDG_DATA_HOME", ""},           {"XDG_CACHE_HOME", ""},
            {"WORKBENCH_CONFIG", ""}};
  }

  /// A tree of this version. `mark`: the content of one of its files.
  fs::path tree(const std::string& version, const std::string& mark = "") const {
    const fs::path root = path("download-" + version + mark);
    const fs::path built = fs::path(WORKBENCH_PROGRAM).parent_path().parent_path();
    fs::create_directories(root / "libexec");
    fs::create_directories(root / "lib");
    fs::copy_file(WORKBENCH_PROGRAM, root / "libexec/mcp-workbench");
    fs::copy(built / "lib/mcp-workbench", root / "lib/mcp-workbench", fs::copy_options::recursive);
    write(root / "share/mcp-workbench/toolboxes.schema.json", "{}");
    write(root / "share/mcp-workbench/mark", mark);
    write(root / "bin/mcp-workbench", "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'mcp-workbench " + version +
                                          " (built for a test)'; exit; fi\nself=$(readlink -f \"$0\")\n"
                                          "exec \"${self%/bin/*}/libexec/mcp-workbench\" \"$@\"\n");
    fs::permissions(root / "bin/mcp-workbench", fs::perms(0755));
    return root;
  }

  [[nodiscard]] Outcome run(const fs::path& program, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), program.string());
    Process process(arguments, environment(), Launch{{"cd '" + path("project").string() + "'"}, {}});
    return outcome_of(process);
  }
  [[nodiscard]] Outcome run_of(const fs::path& tree, std::vector<std::string> arguments) const {
    return run(tree / "bin/mcp-workbench", std::move(arguments));
  }

  void configure() const {
    write(home(".config/mcp-workbench/workbench-config.json"),
          dev_toolbox(fake_server("s", {}, R"("share":"process")")));
  }
  /// A client that the current copy serves, with --join.
  std::unique_ptr<JoinedClient> joined() {
    auto client = std::make_unique<JoinedClient>(std::vector<std::string>{current().string(), "--join"}, environment());
    const Outcome status = run(current(), {"status", "--json"});
    if (status.code == 0) workbenches_.push_back(std::stoi(member(status.output, "pid")));
    return client;
  }

  std::vector<pid_t> workbenches_;
  const TemporaryFolder folder_;
};

}  // namespace test_support
