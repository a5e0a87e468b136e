#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/detail/client_request.hpp>
#include <workbench/message.hpp>
#include <workbench/toolboxes.hpp>

#include "jsonrpc/pending_requests.hpp"

namespace workbench::servers {
class Server;
class ServerConnection;
class ServerRun;
}  // namespace workbench::servers

namespace workbench::gateway {

/// What a server is sent in place of a client's request: the method, and the members of its params but for `_meta` and
/// what belongs to a repetition.
struct ServerRequest {
  std::string_view method;  ///< one of the specification's, with static lifetime
  std::string head;         ///< `"name":"x","arguments":`
  Json payload;             ///< what follows the head, to the byte; absent: nothing does

  /// The tool, if this is a `tools/call`: what the server does not answer becomes a result that a model can act on.
  std::optional<ToolIdentifier> tool = std::nullopt;
  /// A `tools/call` by way of a meta-tool: a JSON-RPC error of the server's becomes such a result, too.
  bool by_meta_tool = false;
};

/// The `tools/call` of `tool`, by way of a meta-tool or natively; `arguments` is an object, or absent.
[[nodiscard]] ServerRequest tool_call_for(const ToolIdentifier& tool, Json arguments, bool by_meta_tool);

/// A client's request on its way to a server and back. Each side speaks its own era: the input requests of a modern
/// server are sent to a legacy client, and the request is sent again with the responses. Result, progress and
/// cancellation pass. [loop thread]
class ForwardedRequest final : public jsonrpc::PendingRequest {
 public:
  /// Forwards `request` to `server`, which is started first if it does not run. The client is answered in every case.
  static void send(servers::Server& server, ServerRequest what, detail::OwnedRequest request);

  ForwardedRequest(servers::Server& server, ServerRequest what, detail::OwnedRequest request);
  ~ForwardedRequest() override;

 private:
  class InputRound;
  using Self = std::unique_ptr<ForwardedRequest>;

  // there
  static void send(Self self);
  static void send_to(servers::ServerRun& run, Self self);
  [[nodiscard]] std::string meta() const;
  void append_repetition(Message& message) const;

  // and back
  void handle_response(std::unique_ptr<PendingRequest> self, Response response) override;
  void handle_progress(const Json& params) override;
  void handle_result(std::unique_ptr<PendingRequest> self, Json result);
  void handle_error(const PeerError& error);
  void fail(const Error& reason);
  [[nodiscard]] bool can_visit_urls() const;

  servers::Server& server_;
  const ServerRequest what_;
  detail::OwnedRequest request_;
  // The request to a run of the server that is pending.
  servers::ServerConnection* connection_ = nullptr;  // null: none is
  std::uint64_t id_ = 0;
  bool is_modern_run_ = false;
  // What a legacy client has responded to the input requests of a modern server.
  int rounds_ = 0;
  std::string input_responses_;  // the members of the object
  Json request_state_;
};

}  // namespace workbench::gateway
