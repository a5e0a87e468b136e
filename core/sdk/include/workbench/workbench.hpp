#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workbench/move_only_function.hpp"
#include "workbench/result.hpp"
#include "workbench/tool.hpp"
#include "workbench/tool_call.hpp"

namespace workbench {

/// What names a tool uniquely.
struct ToolIdentifier {
  std::string toolbox;
  std::string server;
  std::string tool;  ///< the server's own name for it
};

/// A configured toolbox, open or not.
struct ToolboxSummary {
  std::string name;
  std::string description;
  std::size_t server_count = 0;
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
};

/// The toolboxes, as one client sees them. What a meta-tool acts on. [loop thread]
class Workbench {
 public:
  using Opened = Result<std::shared_ptr<const OpenedToolbox>>;

  /// Told how an opening goes on: `settled` of its `total` servers have been reached, have failed or are not waited for
  /// any longer, the last of them `server`.
  using Opening = MoveOnlyFunction<void(std::size_t settled, std::size_t total, const std::string& server)>;

  /// All configured toolboxes, in the order of the configuration.
  [[nodiscard]] virtual std::vector<ToolboxSummary> toolboxes() const = 0;

  /// Connects to all servers of the toolbox at once and lists their tools; `done` is called exactly once, perhaps
  /// before this returns. `opening` hears of each server before that; it may be empty. An open toolbox answers at once;
  /// its servers that failed are tried again. A server that cannot be reached is no error of the whole:
  /// OpenedServer::failure tells. A start that takes longer than Limits::open_patience is not waited for, but goes on:
  /// OpenedServer::is_starting. One that outlasted it and failed is from then on started again without waiting, until
  /// the server has been reached. not_found: there is no toolbox of this name.
  virtual void open_toolbox(std::string_view name, Opening opening, MoveOnlyFunction<void(Opened)> done) = 0;

  /// Ends the servers of an open toolbox, whose calls are answered with that; `done` is called once, when they are
  /// gone. It may be opened again. not_found: there is no open toolbox of this name.
  virtual void close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) = 0;

  /// Calls a tool of an open toolbox; for a caller of the stateless era, to whom nothing may be open, one that is not
  /// is opened first. `arguments` (an object, or absent) travel to the byte, and so does the result. Takes over `call`
  /// and answers it in every case, with the contract's texts; progress and cancellation pass.
  virtual void call_tool(const ToolIdentifier& tool, Json arguments, ToolCall call) = 0;

 protected:
  ~Workbench() = default;
};

}  // namespace workbench
