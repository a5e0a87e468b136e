#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workbench::client_files {

using TextMap = std::vector<std::pair<std::string, std::string>>;

/// A server as an entry of our toolboxes file describes it, before variables are replaced: its texts may have `${VAR}`.
/// Entries of other clients are translated to it, and written from it. What runs is a config::ServerEntry.
struct WrittenServer {
  std::string name;
  bool is_disabled = false;
  std::string transport = "stdio";  ///< or "http", or "sse"
  std::string command;
  std::string image;  ///< of a container; then there is no command
  std::vector<std::string> args;
  TextMap env;
  std::vector<std::string> inherited;  ///< `inheritEnv`
  std::string folder;                  ///< `cwd`; empty: none
  std::string env_file;                ///< empty: none
  std::string url;
  TextMap headers;
  std::optional<std::vector<std::string>> tool_filters;
  std::optional<std::int64_t> start_timeout_ms;
  std::optional<std::int64_t> call_timeout_ms;
  std::string comment;  ///< why it is off; empty: there is no reason, or it has been read from a file
  TextMap kept;         ///< further keys that only our entries have, with their values as JSON

  [[nodiscard]] bool is_local() const { return transport == "stdio"; }
  /// Whether it has something that can be started or reached.
  [[nodiscard]] bool is_complete() const { return !command.empty() || !image.empty() || !url.empty(); }

  [[nodiscard]] bool operator==(const WrittenServer&) const = default;
};

/// A value that a user is asked for, which `${input:ID}` stands for in an entry.
struct WrittenInput {
  std::string id;
  std::string text;  ///< an element of `inputs`, as JSON

  [[nodiscard]] bool operator==(const WrittenInput&) const = default;
};

/// All texts of an entry that may have variables, for reading or changing them.
template <typename Server, typename Function>
void for_each_text(Server& server, const Function& function) {
  for (auto* const text : {&server.command, &server.image, &server.folder, &server.env_file, &server.url})
    function(*text);
  for (auto& argument : server.args) function(argument);
  for (auto* const map : {&server.env, &server.headers, &server.kept}) {
    for (auto& entry : *map) function(entry.second);
  }
}

/// Whether both are the same server, under whatever names.
[[nodiscard]] bool same_but_for_the_name(WrittenServer a, const WrittenServer& b);

/// What people call it: the package, the program, or the host of its address.
[[nodiscard]] std::string short_description(const WrittenServer& server);

}  // namespace workbench::client_files
