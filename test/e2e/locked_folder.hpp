#pragma once

// A folder with a toolboxes file that says "lock": "block", and clients of a workbench that reads it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "file_contents.hpp"
#include "outcome.hpp"
#include "workbench_client.hpp"

namespace test_support {

inline std::string definition(const std::string& name, const std::string& description) {
  return R"({"name":")" + name + R"(","description":")" + description + R"(","inputSchema":{"type":"object"}})";
}

/// A folder with a toolboxes file, and a server whose texts are in files: they change without its entry.
class LockedFolder {
 public:
  explicit LockedFolder(bool is_modern) : is_modern_(is_modern) {
    write("read.json", definition("read", "Reads a file."));
    write("keep.json", definition("keep", "Keeps a note."));
    write("instructions.txt", "Use it with care.");
    replace_program("");
    write_npx();
    configure(path("server"));
  }

  void write(const std::string& file, const std::string& text) const { folder_.write(file, text); }
  [[nodiscard]] std::string path(const std::string& file) const { return (folder_.path() / file).string(); }

  /// A program of its own, which differs from others by what is behind it. It may run: so the file is another one.
  void replace_program(const std::string& behind) const {
    std::filesystem::copy_file(FAKE_SERVER, path("new_server"), std::filesystem::copy_options::overwrite_existing);
    std::ofstream(path("new_server"), std::ios::app | std::ios::binary) << behind;
    std::filesystem::rename(path("new_server"), path("server"));
  }

  /// `words`: the arguments before those of the server.
  void configure(const std::string& command, const std::string& more_servers = {},
                 const std::vector<std::string>& more_arguments = {}, std::vector<std::string> words = {}) {
    std::string entry = R"("s":{"command":)" + quoted(command) + R"(,"args":[)";
    for (std::string& argument : arguments(more_arguments)) words.push_back(std::move(argument));
    for (const std::string& word : words) entry += quoted(word) + ",";
    entry.back() = ']';
    entry += more_keys_ + "}" + (more_servers.empty() ? "" : "," + more_servers);
    for (const char* mode : {"proxy", "dynamic", "flat"}) {
      write(std::string(mode) + ".json", R"({"toolMode":")" + std::string(mode) + R"(","lock":"block","toolboxes":{)" +
                                             locked_toolbox(entry) + "}}");
    }
  }

  /// The server is what npx runs of a package.
  void configure_package(const std::string& package) { configure(path("npx"), {}, {}, {"-y", package}); }
  /// The packages that npx has run.
  [[nodiscard]] std::string packages_run() const { return contents_of(path("packages")); }

  /// Members of the entry, each with a comma before it, from the next configure() on.
  void add_keys(const std::string& members) { more_keys_ += members; }
  /// The same of the toolbox.
  void add_toolbox_keys(const std::string& members) { toolbox_keys_ += members; }

  /// Runs a command of the program with this configuration, without a terminal.
  [[nodiscard]] Outcome run(std::vector<std::string> arguments) const {
    return run(std::move(arguments), environment());
  }
  /// The same without what earlier processes have kept of the server's lists.
  [[nodiscard]] Outcome run_afresh(std::vector<std::string> arguments) const { return run(std::move(arguments), {}); }

  [[nodiscard]] std::map<std::string, std::string> environment() const { return {{"XDG_CACHE_HOME", path("cache")}}; }
  [[nodiscard]] bool is_modern() const { return is_modern_; }

  /// Accepts everything that differs, as the commands say that the difference is shown with.
  void accept_all() const {
    for (int round = 0; round != 3; ++round) {  // what starts the server comes first, then what it lists
      const std::string shown = run({"lock", "--diff"}).output;
      static const std::regex kAccept(R"(lock --accept (\S+) --expect (\S+))");
      for (std::sregex_iterator found(shown.begin(), shown.end(), kAccept), end; found != end; ++found) {
        const Outcome accepted = run({"lock", "--accept", (*found)[1], "--expect", (*found)[2]});
        EXPECT_EQ(accepted.code, 0) << accepted.errors << accepted.output;
      }
    }
  }

 private:
  [[nodiscard]] Outcome run(std::vector<std::string> arguments,
                            const std::map<std::string, std::string>& environment) const {
    arguments.insert(arguments.begin(), WORKBENCH_PROGRAM);
    arguments.insert(arguments.end(), {"--config", path("proxy.json")});
    Process process(arguments, environment);
    return outcome_of(process);
  }

  /// Runs the server, whatever the package, and notes the package.
  void write_npx() const {
    write("packages", "");
    write("npx", "#!/bin/sh\necho \"$2\" >>" + path("packages") + "\nshift 2\nexec " + path("server") + " \"$@\"\n");
    std::filesystem::permissions(path("npx"), std::filesystem::perms::owner_all);
  }

  [[nodiscard]] std::vector<std::string> arguments(const std::vector<std::string>& more) const {
    std::vector<std::string> all{"--raw-tool-in",   path("read.json"),   "--raw-tool-in",
                                 path("keep.json"), "--instructions-in", path("instructions.txt")};
    if (is_modern_) all.emplace_back("--modern");
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  [[nodiscard]] std::string locked_toolbox(const std::string& servers) const {
    return R"("dev":{"description":"d")" + toolbox_keys_ + R"(,"mcpServers":{)" + servers + "}}";
  }

  const bool is_modern_;
  std::string more_keys_;
  std::string toolbox_keys_;
  TemporaryFolder folder_;
};

/// A client of the program in this mode, of the folder's era.
class EraClient {
 public:
  EraClient(const LockedFolder& folder, const std::string& mode, const std::vector<std::string>& options = {})
      : is_modern_(folder.is_modern()), process_(program(folder.path(mode + ".json"), options), folder.environment()) {
    if (!is_modern_) {
      request("initialize",
              R"("protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"})");
      process_.write_line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    }
  }

  std::string request(const std::string& method, const std::string& members) {
    const std::string id = std::to_string(++last_id_);
    std::string params = members;
    if (is_modern_)
      params += (params.empty() ? "" : ",") + std::string("\"_meta\":{") + modern_request_metadata() + "}";
    process_.write_line(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":{)" + params +
                        "}}");
    for (;;) {
      const std::optional<std::string> line = process_.read_line();
      if (!line || line->find(R"("id":)" + id) != std::string::npos) return line.value_or("no answer");
    }
  }
  std::string call(const std::string& tool, const std::string& arguments) {
    return request("tools/call", R"("name":")" + tool + R"(","arguments":)" + arguments);
  }

  [[nodiscard]] Process& process() { return process_; }

 private:
  static std::vector<std::string> program(const std::string& file, const std::vector<std::string>& options) {
    std::vector<std::string> all{WORKBENCH_PROGRAM, "--config", file};
    all.insert(all.end(), options.begin(), options.end());
    return all;
  }

  const bool is_modern_;
  Process process_;
  int last_id_ = 0;
};

}  // namespace test_support
