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
  TextMap kept;  ///< further keys that only our entries have, with their values as JSON

  [[nodiscard]] bool is_local() const { return transport == "stdio"; }

  [[nodiscard]] bool operator==(const WrittenServer&) const = default;
};

/// Whether both are the same server, under whatever names.
[[nodiscard]] bool same_but_for_the_name(WrittenServer a, const WrittenServer& b);

/// What people call it: the package, the program, or the host of its address.
[[nodiscard]] std::string short_description(const WrittenServer& server);

}  // namespace workbench::client_files
