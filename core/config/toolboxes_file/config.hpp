#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/client_profile.hpp>
#include <workbench/options.hpp>

#include "config/toolboxes_file/call_policy.hpp"

namespace workbench::config {

/// Which clients use one process of a server together.
enum class Share {
  client,   ///< none: each has its own
  project,  ///< clients in the same folder; a client whose folder is not known has its own
  process,  ///< all
};

/// The configuration of one argument of a tool.
struct ArgumentEntry {
  std::string name;
  std::string value;       ///< the server is sent it if the call has none: JSON, to the byte; empty: there is none
  bool is_hidden = false;  ///< clients do not see it; the server always gets `value`, or nothing
  std::string
      client_template{};  ///< `value` with marks (expand_variables()) for its references to the client; or empty

  [[nodiscard]] bool operator==(const ArgumentEntry&) const = default;
};

/// Hints about a tool (ToolAnnotations) in place of the server's; absent: the server's own.
struct AnnotationsEntry {
  std::optional<bool> read_only_hint = std::nullopt;
  std::optional<bool> destructive_hint = std::nullopt;
  std::optional<bool> idempotent_hint = std::nullopt;
  std::optional<bool> open_world_hint = std::nullopt;

  /// Whether nothing is corrected.
  [[nodiscard]] bool empty() const { return *this == AnnotationsEntry(); }
  [[nodiscard]] bool operator==(const AnnotationsEntry&) const = default;
};

/// How one tool of a server is shown to clients; what is absent is the server's own.
struct ToolEntry {
  std::string own_name;  ///< the server's name for it
  std::optional<std::string> name;
  std::optional<std::string> title;
  std::optional<std::string> description;
  std::vector<ArgumentEntry> arguments;          ///< arguments that differ, in the file's order
  std::optional<std::size_t> max_result_tokens;  ///< tokens returned at once; absent: as its server
  std::vector<std::string> required_scopes;      ///< a client must be granted them, besides those of its server
  AnnotationsEntry annotations{};

  /// The name that clients are shown.
  [[nodiscard]] const std::string& shown_name() const { return name ? *name : own_name; }

  [[nodiscard]] bool operator==(const ToolEntry&) const = default;
};

/// One server of a toolbox, as the JSON file has it: checked, `${VAR}` replaced, names of other clients translated.
struct ServerEntry {
  std::string name;
  std::string transport;  ///< the registered name
  Options options;        ///< the transport's options; `env` is merged with `envFile`
  /// Templates of the options with references to the client, each reference replaced by a mark (expand_variables()).
  std::map<std::string, Options::Value> client_templates;
  std::string identity;                ///< the options as one text, secrets included: equal only for equal options
  std::vector<std::string> inherited;  ///< the texts of options that OptionDescription::names_variables
  std::optional<std::vector<std::string>> tool_filters;  ///< absent: all tools; empty: none
  std::vector<ToolEntry> tools;                          ///< tools that are shown in another way
  std::string protocol = "auto";                         ///< or "modern", "legacy", or the name of a revision
  Share share = Share::client;
  std::string project;                  ///< the folder of the clients that share it; of Share::project, by for_client()
  bool takes_client_folder = false;     ///< its transport has an option `cwd`, which the entry does not set
  std::optional<std::string> unusable;  ///< why it is not started: for any client, or for this one by for_client()
  bool has_errors = false;              ///< therefore it is unusable, and has only what could be read (EntryTroubles)
  bool takes_root_from_network = false;  ///< `${client.root}` may be what a client over the network names
  bool passes_client_info = false;  ///< the client behind us is introduced to it as its client, not in `_meta` alone
  bool lists_content = false;       ///< its prompts, resources and templates are requested: set by resolve()
  std::optional<std::chrono::milliseconds> start_time_limit;
  std::optional<std::chrono::milliseconds> call_time_limit;
  std::optional<std::chrono::milliseconds> idle_time_limit;  ///< 0: it is not ended when it is idle
  std::optional<std::size_t> max_result_tokens;              ///< that a tool of it returns at once; absent: no limit
  std::vector<std::string> required_scopes;  ///< a client must be granted them, besides those of the toolbox
  std::string lock;                          ///< `lock` of its toolbox, or else of the file; empty: not configured

  /// Whether clients of several workspaces use it together.
  [[nodiscard]] bool is_shared() const { return share != Share::client; }
  /// How many tokens the tool with this shown name returns at once. Absent: any number.
  [[nodiscard]] std::optional<std::size_t> max_result_tokens_of(std::string_view tool) const;
  /// Whether there is such a limit for some tool.
  [[nodiscard]] bool limits_results() const;

  [[nodiscard]] bool operator==(const ServerEntry&) const = default;
};

/// A tool that clients are shown natively whether or not its toolbox is open.
struct PinnedTool {
  std::string server;
  std::string tool;

  [[nodiscard]] bool operator==(const PinnedTool&) const = default;
};

/// A named group of servers, without the disabled ones.
struct ToolboxEntry {
  std::string name;
  std::string description;
  std::optional<std::size_t> max_tokens;     ///< the budget for the response of opening it
  ToolDetail detail = ToolDetail::full;      ///< the most that opening it shows of each tool
  bool opens_at_start = false;               ///< it is opened when its client has connected
  std::vector<PinnedTool> pinned_tools;      ///< clients are shown these natively
  std::optional<bool> auto_open;             ///< use_tool opens it in every era; always set by read_config()
  bool shows_instructions = false;           ///< opening it and list_toolboxes show its servers'
  std::optional<bool> shows_content;         ///< `content` is native, or none; absent: native where tools are, too
  std::vector<std::string> required_scopes;  ///< a client must be granted them to use anything of it
  bool is_disabled = false;                  ///< all its servers are: clients are not told of it
  std::vector<ServerEntry> servers;          ///< in the order of the file
  std::map<std::string, CallPolicy, std::less<>>
      policies;  ///< by the server's name; servers without one demand nothing

  [[nodiscard]] bool operator==(const ToolboxEntry&) const = default;
};

/// What is configured about a host (an agent's application). Corrects or extends the table of known hosts; an absent
/// value means the table's.
struct HostEntry {
  std::string name;           ///< pattern of `clientInfo.name`; `*` and `?` are wildcards
  std::string version = "*";  ///< pattern of `clientInfo.version`; `>=2.1`: that version or a later one
  std::optional<std::size_t> max_tokens;
  std::optional<ToolDetail> detail;
  std::optional<std::size_t> result_bytes;
  std::optional<ResultMeasure> result_measure;  ///< how it counts them
  std::optional<std::size_t> instructions_bytes;
  std::optional<std::string> tool_prefix;    ///< the prefix that it adds to the names of a server's tools
  std::optional<std::size_t> max_tool_name;  ///< the longest name that it accepts, prefix included, in bytes
  std::optional<bool> handles_list_changed;
  std::optional<bool> is_one_shot;
  std::optional<bool> reads_anthropic_meta;
  std::optional<bool> defers_tools;   ///< it keeps definitions out of the context until its model searches for them
  std::optional<bool> has_code_mode;  ///< its model can call tools from code that it writes

  [[nodiscard]] bool operator==(const HostEntry&) const = default;
};

/// The assumed size of a token: a rule of thumb for English text and JSON.
inline constexpr std::size_t kBytesPerToken = 4;

/// How clients reach the tools of the servers.
enum class ToolMode {
  proxy,      ///< through meta-tools only
  dynamic,    ///< through meta-tools, and natively as TOOLBOX__SERVER__TOOL once a toolbox is open
  flat,       ///< natively, everything that the servers provide
  automatic,  ///< flat for hosts that defer tools themselves, proxy for all others
};

/// The toolboxes file. A value: two that are equal have the same effect.
struct Config {
  ToolMode tool_mode = ToolMode::proxy;
  std::vector<HostEntry> hosts;         ///< in the order of the file; later ones win
  std::vector<ToolboxEntry> toolboxes;  ///< in the order of the file

  [[nodiscard]] bool operator==(const Config&) const = default;
};

}  // namespace workbench::config
