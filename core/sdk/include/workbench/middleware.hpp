#pragma once

#include <string_view>
#include <utility>

#include <workbench/factory.hpp>
#include <workbench/method_call.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/tool_call.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench {

/// Processes the requests of all clients on their way to the servers. The properties file chooses the middleware and
/// its order (`middleware`): the first one in the list sees a request first and its answer last.
///
/// Every request passes it once, in every mode, before it is checked whether its authorization grants the scopes that
/// the configuration requires, and before a server is started for it. A middleware does one of four things with it:
///
///   passes it on   `next(std::move(call))`, inside the function or later
///   answers it     result(), fail() or error(): nothing behind this middleware sees it
///   keeps it       moves `call` and `next` elsewhere, to do one of the above later. A client that cancels meanwhile is
///                  reported by Caller::on_cancel() (UntilCancelled). If nothing has happened within the time of a call
///                  (`limits.call`) after the last report of progress, and the client has no input request to respond
///                  to, the host answers with an error.
///   drops it       destroys `call`, or throws before one of the above: the client gets an internal error that
///                  names the plugin.
///                  The other requests continue.
///
/// What is passed on after its client has cancelled is dropped silently.
class Middleware {
 public:
  static constexpr std::string_view kKindName = "middleware";

  /// Passes `call` on to the next middleware, and after the last one to the tool. Called at most once, inside
  /// on_tool_call() or later. [loop thread]
  using Next = MoveOnlyFunction<void(ToolCall call)>;
  /// The same for on_request().
  using NextRequest = MoveOnlyFunction<void(MethodCall call)>;

  Middleware() = default;
  Middleware(const Middleware&) = delete;
  Middleware& operator=(const Middleware&) = delete;
  virtual ~Middleware() = default;

  /// One tool call: every `tools/call` that names a tool of a server, including calls that will be refused (no such
  /// toolbox, server or tool). `call.result(ToolResult::error("..."))` refuses it with a text for the model. `tool`
  /// names the tool as the client asked for it, whether or not it exists, and is valid during this call. A request
  /// answered with a JSON-RPC error before a tool has been read does not count: a request with malformed params, or one
  /// received while `limits.callsInFlight` of its client are open. [loop thread]
  virtual void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) = 0;

  /// One other request to a server: `prompts/get`, `resources/read`, `completion/complete`, `tasks/...` and methods
  /// that the specification does not have. Called only if sees_requests().
  ///
  /// It passes once its server is known (MethodCall::target()). Requests that the workbench answers itself do
  /// not pass: `initialize`, lists, subscriptions, unknown items, results that it has kept (`read_result`), the
  /// calls of meta-tools; nor do its own requests to a server. A request that is repeated with the
  /// responses to input requests passes once if the workbench has suspended it, and again if the server has.
  /// [loop thread]
  virtual void on_request(MethodCall call, NextRequest next) { next(std::move(call)); }

  /// Whether on_request() is to be called, and does more than pass on. Asked once, when the object has been made; if
  /// no middleware returns true, requests do not pass the chain at all. [startup]
  [[nodiscard]] virtual bool sees_requests() const { return false; }

  /// Whether only requests to servers with a policy concern it: those for which the configuration has `approve` or
  /// `labels` (Toolboxes::policy_of()). Others do not pass it then, and it is used even if `middleware` does not name
  /// it. It sees a request after all middleware that needs no policy, wherever it is named: what it judges is what the
  /// server gets. It is taken for one that asks people: no request for which the configuration has `approve` may pass
  /// it without a decision. Asked once, when the object has been made. [startup]
  [[nodiscard]] virtual bool needs_policy() const { return false; }

  /// The workbench is ending, and its clients are still connected: what this keeps has to be answered now. Requests may
  /// follow until the end; one that would be kept is to be answered at once. Called once at most. [loop thread]
  virtual void on_ending() {}
};

namespace detail {

/// Whether `Class` has an on_request() of its own, as far as that can be seen from outside.
template <typename Class>
concept HasOwnOnRequest = requires {
  &Class::on_request;
}
&&!std::is_same_v<decltype(&Class::on_request), decltype(&Middleware::on_request)>;

template <typename Class>
concept HasOwnSeesRequests = requires {
  &Class::sees_requests;
}
&&!std::is_same_v<decltype(&Class::sees_requests), decltype(&Middleware::sees_requests)>;

template <typename Class>
struct MakeCheck<Middleware, Class> {
  static_assert(!HasOwnOnRequest<Class> || HasOwnSeesRequests<Class>,
                "on_request() is called only if sees_requests() says so: override it, too");
};

}  // namespace detail

}  // namespace workbench
