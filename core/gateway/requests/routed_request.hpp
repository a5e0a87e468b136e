#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/method_call.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/toolboxes.hpp>

#include "base/client_request.hpp"
#include "base/is_literal.hpp"
#include "servers/server_lease.hpp"

namespace workbench::gateway {

/// How a client called a tool.
enum class CallStyle {
  by_meta_tool,  ///< with use_tool: every failure is a tool result that a model can act upon
  native,        ///< by a name in tools/list: the server's own JSON-RPC errors pass as they are
};

/// Which server a request goes to.
enum class ServerChoice {
  by_tool,  ///< the server that has the tool, if its toolbox is open or may be opened by the call
  by_name,  ///< the server that `target` names, whether or not its toolbox is open
  by_task,  ///< the server that runs the task `name`
  none,     ///< no server: `refusal` answers the request
};

/// A client's request on its way to a server, of whatever method: what it is for, what it carries, and what the stages
/// of the pipeline have found so far. The functions that make one are below. Move-only. [loop thread]
struct RoutedRequest {
  /// Absent: it is not found yet. Before `request`, so that one that is dropped is answered while its server exists.
  std::optional<servers::ServerLease> server{};

  detail::OwnedRequest request;  ///< its identity() is the caller's
  std::string method;
  /// A call: its tool. A request about a task: the tool whose call became the task. Any other: the server, without a
  /// tool. If a call goes to no server: as much as the name that the client used tells.
  ToolIdentifier target;
  ServerChoice server_choice = ServerChoice::by_name;

  /// A request that is not a call: what it concerns at the server, by the server's own name; see RequestTarget. A
  /// request about a task: our id for the task.
  std::string name{};
  std::string members{};                ///< the members of the params for the server, as it knows them
  Json arguments{};                     ///< of a call: the object as the client wrote it, to the byte, or absent
  CallStyle style = CallStyle::native;  ///< of a call
  Json task{};  ///< of a call: `task` of the params for a legacy server; absent: no task is asked for
  MoveOnlyFunction<void(detail::OwnedRequest)> refusal{};  ///< for ServerChoice::none

  /// The outputSchema of the tool that the client of a native call was shown; a request about the task of such a call
  /// has it as well. Absent: the client knows none.
  Json output_schema{};

  // What the stages have found.
  std::size_t next_stage = 0;  ///< see RequestPipeline
  bool names_no_tool = false;  ///< of a call: its server has no such tool, so that it needs no approval
  std::size_t denials = 0;     ///< of its confined server, before it was sent
  bool may_be_task = true;     ///< its client knows of tasks; false: the workbench waits for one
  int logins = 0;              ///< that it has waited for
  bool takes_tasks = false;    ///< the server may make a task of the call, or has made one
  bool is_translated = false;  ///< about a task whose server has other words for tasks than the client
  /// Receives the progress token that the server is sent. Null: it is not needed.
  std::shared_ptr<std::uint64_t> progress_id = nullptr;

  [[nodiscard]] bool is_tool_call() const { return base::is_literal(method, kToolCall); }

  static constexpr char kToolCall[] = "tools/call";
};

/// A call of the tool that `tool` identifies. `arguments` is an object, or absent.
[[nodiscard]] RoutedRequest tool_call(ToolIdentifier tool, Json arguments, detail::OwnedRequest request,
                                      CallStyle style);

/// A native call of a tool of the named server; `task` is absent unless the client asks the server for a task.
[[nodiscard]] RoutedRequest call_on_server(ToolIdentifier tool, Json arguments, Json task,
                                           detail::OwnedRequest request);

/// A native call that goes to no server: middleware sees it, then `refusal` is called with the request.
[[nodiscard]] RoutedRequest refused_call(ToolIdentifier tool, Json arguments, detail::OwnedRequest request,
                                         MoveOnlyFunction<void(detail::OwnedRequest)> refusal);

/// Any other request, to the server of `target`; `members` are the members of its params, as that server knows them.
[[nodiscard]] RoutedRequest request_to_server(std::string_view method, RequestTarget target, std::string members,
                                              detail::OwnedRequest request);

/// The text for a call that could not be delivered or answered, by the contract: `[toolbox/server/tool] Error: reason`.
[[nodiscard]] std::string undelivered(const ToolIdentifier& tool, const std::string& reason);

/// Answers a request that cannot be sent: a call with a tool result in the contract's words, with `Error: ` before the
/// texts of native calls that name nothing; any other with a JSON-RPC error.
void refuse(RoutedRequest& routed, const Error& reason);

}  // namespace workbench::gateway
