#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/client_profile.hpp>
#include <workbench/options.hpp>

namespace workbench::config {

/// One server of a toolbox, as the JSON file has it: checked, `${VAR}` replaced, foreign spellings translated.
struct ServerEntry {
  std::string name;
  std::string transport;  ///< registered name
  Options options;        ///< what the transport described, `env` already merged with `envFile`
  std::optional<std::vector<std::string>> tool_filters;  ///< absent: all tools; empty: none
  std::string protocol = "auto";                         ///< or "modern", "legacy", a revision's name
  bool is_shared = false;                                ///< one process serves all clients, not each its own
  std::optional<std::chrono::milliseconds> start_time_limit;
  std::optional<std::chrono::milliseconds> call_time_limit;
};

/// A named group of servers. Disabled servers are not in it.
struct ToolboxEntry {
  std::string name;
  std::string description;
  std::optional<std::size_t> max_tokens;  ///< what opening it should cost a model at the most
  ToolDetail detail = ToolDetail::full;   ///< the most that opening it tells of each tool
  std::optional<bool> auto_open;          ///< use_tool opens it in every era; always set by read_config()
  std::vector<ServerEntry> servers;       ///< in the order of the file
};

/// What the configuration says of a host (an agent's application), correcting or extending the table of known hosts.
/// Absent: as the table has it.
struct HostEntry {
  std::string name;           ///< pattern of `clientInfo.name`; `*` and `?` are wildcards
  std::string version = "*";  ///< pattern of `clientInfo.version`
  std::optional<std::size_t> max_tokens;
  std::optional<ToolDetail> detail;
  std::optional<std::size_t> result_bytes;
  std::optional<std::size_t> instructions_bytes;
  std::optional<std::string> tool_prefix;    ///< what it puts before the names of a server's tools
  std::optional<std::size_t> max_tool_name;  ///< the longest name that it takes, prefix included, in bytes
  std::optional<bool> handles_list_changed;
  std::optional<bool> is_one_shot;
  std::optional<bool> reads_anthropic_meta;
};

/// What a token is taken to be, in bytes: a rule of thumb that holds for English text and JSON.
inline constexpr std::size_t kBytesPerToken = 4;

/// How clients reach the tools of the servers.
enum class ToolMode {
  proxy,    ///< through meta-tools alone
  dynamic,  ///< through meta-tools, and natively as TOOLBOX__SERVER__TOOL once a toolbox is open
  flat,     ///< natively, everything that the servers have
};

/// The JSON file.
struct Config {
  ToolMode tool_mode = ToolMode::proxy;
  std::vector<HostEntry> hosts;         ///< in the order of the file; later ones win
  std::vector<ToolboxEntry> toolboxes;  ///< in the order of the file
};

}  // namespace workbench::config
