#pragma once

#include <map>
#include <string>
#include <vector>

#include "outcome.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

/// What a command of the program has written, and its exit code.
/// Runs commands with one toolboxes file, in the folder of the test, without a terminal.
class Commands {
 public:
  /// `toolboxes` is the text of the toolboxes file.
  explicit Commands(const std::string& toolboxes) : file_(folder_.write("workbench-config.json", toolboxes).string()) {}

  test_support::Outcome run(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), WORKBENCH_PROGRAM);
    arguments.insert(arguments.end(), {"--config", file_});
    test_support::Process process(arguments, environment());
    if (!input.empty()) process.write(input);
    return test_support::outcome_of(process);
  }

  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"XDG_CACHE_HOME", (folder_.path() / "cache").string()}};
  }
  [[nodiscard]] const test_support::TemporaryFolder& folder() const { return folder_; }
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  test_support::TemporaryFolder folder_;
  const std::string file_;
};

/// The tools `echo` with a schema, and others of the fake server.
inline std::vector<std::string> tools_to_try() {
  return {
      "--raw-tool",
      R"json({"name":"echo","description":"Echoes. And more.","inputSchema":{"type":"object","required":["text"],)json"
      R"json("properties":{"text":{"type":"string","description":"What to say"},"n":{"type":"integer","default":3}}}})json",
      "--tool",
      "raw_result",
      "--tool",
      "elicit",
      "--tool",
      "hang",
      "--tool",
      "exit",
      "--tool",
      "jsonrpc_error"};
}
