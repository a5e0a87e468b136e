#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/detail/client_request.hpp>
#include <workbench/message.hpp>
#include <workbench/toolboxes.hpp>

#include "base/recycled.hpp"
#include "jsonrpc/pending_requests.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// Holds a client's request, with its arguments, that waits for a server. When the client cancels, or has cancelled
/// before, it is destroyed at once, so that a cancelled request is neither sent nor kept. Copies share it. [loop
/// thread]
template <typename Waiting>
class UntilCancelled {
 public:
  /// `caller` is the client of the request; it lives as long as `waiting`.
  UntilCancelled(Caller& caller, Waiting waiting)
      : held_(std::make_shared<std::optional<Waiting>>(std::move(waiting))) {
    caller.on_cancel([weak = std::weak_ptr(held_)](const Json&) {
      if (const auto cancelled = weak.lock()) cancelled->reset();
    });
  }

  /// Absent: the client has cancelled, or it was extracted before.
  [[nodiscard]] std::optional<Waiting> extract() const { return std::exchange(*held_, std::nullopt); }

 private:
  std::shared_ptr<std::optional<Waiting>> held_;
};

/// How a client called a tool.
enum class CallStyle {
  by_meta_tool,  ///< with use_tool: every failure is a tool result that a model can act upon
  native,        ///< by a name in tools/list: the server's own JSON-RPC errors pass as they are
};

/// The request that a server is sent in place of a client's. `_meta`, `inputResponses` and `requestState` of its params
/// are added for the server's era.
struct ServerRequest {
  std::string method;
  std::string members;  ///< the members of the params, other than those that follow from `tool`

  /// The tool, if this is a `tools/call`: if the server does not answer, the client gets a tool result that says so.
  std::optional<ToolIdentifier> tool = std::nullopt;
  Json arguments = {};  ///< for the tool, to the byte
  CallStyle style = CallStyle::native;

  // If client and server agree on tasks; see Tasks.
  Json task = {};  ///< what the client has asked a legacy server for: `task` of the call's params
  std::shared_ptr<std::uint64_t> progress_id = nullptr;  ///< receives the progress token that it is sent with, or null
  bool takes_tasks = false;  ///< the extension is declared to a modern server, which may make a task of the call
};

/// The `tools/call` of `tool`; `arguments` is an object, or absent.
[[nodiscard]] ServerRequest tool_call_for(ToolIdentifier tool, Json arguments, CallStyle style);

/// `[toolbox/server/tool] Error: reason`: the contract's text for a call that could not be delivered or answered.
[[nodiscard]] std::string undelivered(const ToolIdentifier& tool, const std::string& reason);

/// A client's request on its way to a server and back. Request ids and progress tokens are our own on the server's side
/// and the client's on its side. Each side speaks its own era: the input requests of a modern server are sent to a
/// legacy client, and the request is sent again with the responses. Result, progress and cancellation pass.
/// [loop thread]
class ForwardedRequest final : public jsonrpc::PendingRequest, public base::Recycled<ForwardedRequest> {
 public:
  /// Forwards `request` to `server`, which is started first if it does not run. The client is answered in every case. A
  /// request that was cancelled is not sent, and starts nothing. When the server has started and lists other tools than
  /// the one that is called, the call is refused.
  static void send(servers::ServerLease server, ServerRequest&& what, detail::OwnedRequest request);

  ForwardedRequest(servers::ServerLease server, ServerRequest&& what, detail::OwnedRequest request);
  ~ForwardedRequest() override;

 private:
  class InputRound;
  struct Repetition;
  using Self = std::unique_ptr<ForwardedRequest>;

  // to the server
  static void send(Self self);
  static void send_to(servers::ServerRun& run, Self self);
  [[nodiscard]] bool lacks_its_tool(const servers::ServerRun& run) const;
  void refuse();
  void ask_for_task(servers::ServerConnection& connection, Message& message);
  [[nodiscard]] protocol::Introduction introduction() const;
  [[nodiscard]] std::string meta() const;
  /// `has_members`: whether the params have any yet. Returns whether they have some now.
  [[nodiscard]] bool append_repetition(Message& message, bool has_members) const;

  // to the client
  void handle_response(std::unique_ptr<PendingRequest> self, Response response) override;
  void handle_progress(const Json& params) override;
  void handle_outcome(std::unique_ptr<PendingRequest> self, Response response);
  void handle_result(std::unique_ptr<PendingRequest> self, Json result);
  void handle_error(std::unique_ptr<PendingRequest> self, const PeerError& error);
  /// Waits for the end of the task that the server has made of the call. False: it has made none.
  [[nodiscard]] bool follow_task(std::unique_ptr<PendingRequest>& self, const Json& result);
  static void handle_failure(Self self, const Error& reason);
  void fail(const Error& reason);
  [[nodiscard]] bool can_visit_urls() const;

  const servers::ServerLease server_;
  ServerRequest what_;
  detail::OwnedRequest request_;
  // The request to a run of the server that is pending.
  servers::ServerConnection* connection_ = nullptr;  // null: none is
  std::uint64_t id_ = 0;
  bool was_sent_ = false;  // to it
  bool is_modern_run_ = false;
  int logins_ = 0;                          // that it has waited for
  bool drives_task_ = false;                // it may make a task of the call, of which the client knows nothing
  std::uint64_t progress_id_ = 0;           // the progress token: id_, or the id of what asks for the task's result
  std::unique_ptr<Repetition> repetition_;  // null: the server has not asked for input
};

}  // namespace workbench::gateway
