#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/client_profile.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>
#include <workbench/tool.hpp>
#include <workbench/tool_call.hpp>

namespace workbench {

/// What names a tool uniquely.
struct ToolIdentifier {
  std::string toolbox;
  std::string server;
  std::string tool;  ///< the server's own name for it
};

/// A tool of a server, as far as it is known without starting one.
struct KnownTool {
  ToolIdentifier identifier;
  Tool tool;
  /// Its toolbox is open, so that the tool can be called at once.
  bool is_open = false;
  /// The name under which tools/list shows it to the caller itself; empty: it does not, and use_tool calls it.
  std::string native_name;
};

/// A configured toolbox, open or not.
struct ToolboxSummary {
  std::string name;
  std::string description;
  std::vector<std::string> servers;  ///< their names, in the order of the configuration
  bool is_open = false;
};

/// One server of an opened toolbox: the tools that its filters admit, or why there are none.
struct OpenedServer {
  std::string name;
  std::vector<Tool> tools;         ///< in the server's own order
  std::vector<std::string> notes;  ///< what was mended in its definitions, and which tools had to be left out
  std::optional<Error> failure;    ///< set: not connected, and why the last start failed
  bool is_starting = false;  ///< not connected yet, and its start goes on; after a failed one, `failure` is set too
  std::string instructions;  ///< how to use it, in the server's own words; empty: it gave none
};

/// An opened toolbox as it was at one moment, servers in the order of the configuration. It never changes: as long as
/// nothing has changed, opening again yields the very same object.
struct OpenedToolbox {
  std::string name;
  std::string description;
  std::vector<OpenedServer> servers;
  std::size_t open_bytes = ClientProfile::kUnlimited;  ///< what its opening should cost a model at the most
  ToolDetail detail = ToolDetail::full;                ///< the most that is told of each tool
};

/// The room that the texts which name all toolboxes (instructions, definitions) leave for them in every host.
inline constexpr std::size_t kToolboxesBytes = 1'200;

/// The toolboxes, as one client sees them. What a meta-tool acts on. [loop thread]
class Toolboxes {
 public:
  using Opened = Result<std::shared_ptr<const OpenedToolbox>>;

  /// Told how an opening goes on: `settled` of its `total` servers have been reached, have failed or are not waited for
  /// any longer, the last of them `server`.
  using Opening = MoveOnlyFunction<void(std::size_t settled, std::size_t total, const std::string& server)>;

  /// All configured toolboxes, in the order of the configuration.
  [[nodiscard]] virtual std::vector<ToolboxSummary> summaries() const = 0;

  /// The toolboxes for a model to choose from, a line each with name, description and number of servers, in at most
  /// `max_bytes`. What does not fit is left out by steps: descriptions are cut evenly, then only names are left, then
  /// the names that do not fit are counted. A last line then says where the rest is, if there is such a place.
  [[nodiscard]] virtual std::string describe_toolboxes(std::size_t max_bytes) const = 0;

  /// Whether clients see this meta-tool, so that a text may refer to it.
  [[nodiscard]] virtual bool has_meta_tool(std::string_view name) const = 0;

  /// What is known of the host behind `client`. The same object for the same host, for as long as this lives.
  [[nodiscard]] virtual const ClientProfile& profile_of(const ClientInfo& client) const = 0;

  /// Whether a meta-tool must refuse an input that does not have the shape of its schema, although it can mean one
  /// thing only (`strictInput` in the properties).
  [[nodiscard]] virtual bool is_strict_about_input() const = 0;

  /// The name under which tools/list shows a tool of an open toolbox to this caller itself; absent: it does not.
  [[nodiscard]] virtual std::optional<std::string> native_name(const ToolIdentifier& tool,
                                                               const Caller& caller) const = 0;

  /// The tools of all toolboxes that are known at this moment, in the order of the configuration: those of toolboxes
  /// that are open or have been. Filtered and repaired as everywhere. Has no effect: nothing is started or opened.
  [[nodiscard]] virtual std::vector<KnownTool> known_tools(const Caller& caller) const = 0;

  /// Connects to all servers of the toolbox at once and lists their tools; `done` is called exactly once, perhaps
  /// before this returns. `opening` hears of each server before that; it may be empty. An open toolbox answers at once;
  /// its servers that failed are tried again. A server that cannot be reached is no error of the whole:
  /// OpenedServer::failure tells. A start that takes longer than Limits::open_patience is not waited for, but goes on:
  /// OpenedServer::is_starting. One that outlasted it and failed is from then on started again without waiting, until
  /// the server has been reached. not_found: there is no toolbox of this name.
  virtual void open_toolbox(std::string_view name, Opening opening, MoveOnlyFunction<void(Opened)> done) = 0;

  /// Calls `done` once with the toolbox as it is, for a meta-tool that looks into it. One that is not open is opened
  /// first where call_tool() would open it too. not_found, with the contract's text: there is none of this name, or it
  /// is not open.
  virtual void look_into_toolbox(std::string_view name, const Caller& caller, MoveOnlyFunction<void(Opened)> done) = 0;

  /// Ends the servers of an open toolbox, whose calls are answered with that; `done` is called once, when they are
  /// gone. It may be opened again. not_found: there is no open toolbox of this name.
  virtual void close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) = 0;

  /// Calls a tool of an open toolbox. One that is not open is opened first for a caller of the modern era, for whom
  /// nothing may depend on earlier requests, for a host that connects anew for each call, and where the configuration
  /// says so (`autoOpen`). `arguments` (an object, or absent) travel to the byte, and so does the result. Takes over
  /// `call` and answers it in every case, with the contract's texts; progress and cancellation pass.
  virtual void call_tool(const ToolIdentifier& tool, Json arguments, ToolCall call) = 0;

 protected:
  ~Toolboxes() = default;
};

}  // namespace workbench
