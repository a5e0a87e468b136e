#pragma once

#include <set>
#include <string>
#include <string_view>

#include <workbench/meta_tool.hpp>
#include <workbench/result.hpp>

#include "clients/request.hpp"
#include "protocol/list_kind.hpp"

namespace workbench::clients {

/// What a client is offered: the workbench's own tools and, in flat mode, what the servers have. [loop thread]
class Backend {
 public:
  /// For the answer to `initialize` or `server/discover`, within what this client's host shows of it.
  [[nodiscard]] virtual std::string instructions(const ClientInfo& client) const = 0;

  /// The ServerCapabilities for a client of this revision; an object. Known without starting anything.
  [[nodiscard]] virtual Json capabilities(protocol::Revision revision) const = 0;

  /// Null: there is no such tool of the workbench's own.
  [[nodiscard]] virtual MetaTool* find_tool(std::string_view name) = 0;

  [[nodiscard]] virtual Toolboxes& toolboxes() = 0;

  /// The whole list, as a JSON array. May start servers and so take its time; `listed` is called once, perhaps at once,
  /// and not at all if `caller` cancels before. To a modern caller the list depends on nothing but the configuration
  /// and what the servers have.
  virtual void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) = 0;

  /// Takes over a request that is a server's to answer and answers it in every case: `tools/call` of a tool that
  /// find_tool() does not know, `prompts/get`, `resources/read`, `completion/complete`. `params` is an object, `_meta`
  /// included.
  virtual void forward(std::string_view method, const Json& params, PendingRequest request) = 0;

  /// The resources (by URI, as clients know them) whose changes the client wants to be told of from now on.
  virtual void watch_resources(const std::set<std::string>& uris) = 0;

  /// The session wants log messages of this level and above from now on.
  virtual void want_log_level(std::string_view level) = 0;

  /// The session's roots are others now.
  virtual void roots_changed() = 0;

  /// The client does not read: nothing more should be read from the servers whose messages go to it.
  virtual void pause_servers(bool paused) = 0;

 protected:
  ~Backend() = default;
};

}  // namespace workbench::clients
