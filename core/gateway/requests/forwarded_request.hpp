#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <workbench/message.hpp>
#include <workbench/trace_span.hpp>

#include "base/client_request.hpp"
#include "base/recycled.hpp"
#include "gateway/requests/routed_request.hpp"
#include "gateway/requests/server_metadata.hpp"
#include "jsonrpc/pending_requests.hpp"
#include "protocol/compat/input_required.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// A client's request on its way to a server and back. Request ids and progress tokens are our own on the server's side
/// and the client's on its side. Each side speaks its own era: the input requests of a modern server are sent to a
/// legacy client, and the request is sent again with the responses. Result and cancellation pass. Progress is asked for
/// in any case, because it restarts the time limit, and passes to a client that has asked for it.
/// [loop thread]
class ForwardedRequest final : public jsonrpc::PendingRequest, public base::Recycled<ForwardedRequest> {
 public:
  /// Only the pipeline has one: any other code that could send a request could forget the stages before.
  class Pass {
    friend class RequestPipeline;
    Pass() = default;
  };

  /// Sends a request to its server, which is started first if it does not run. The client is answered in every case. A
  /// request that was cancelled is not sent, and starts nothing. When the server has started and lists other tools than
  /// the one that is called, the call is refused, and so is whatever a review withholds by then.
  static void send(Pass pass, RoutedRequest&& routed);

  explicit ForwardedRequest(RoutedRequest&& routed);
  ~ForwardedRequest() override;

 private:
  struct Repetition;
  using Self = std::unique_ptr<ForwardedRequest>;

  [[nodiscard]] servers::Server& server() const { return **routed_.server; }
  [[nodiscard]] detail::ClientRequest& client() const { return *routed_.request; }

  // to the server
  static void send(Self self);
  static void send_to(servers::ServerRun& run, Self self);
  [[nodiscard]] bool lacks_its_tool(const servers::ServerRun& run) const;
  void begin_span(std::string_view revision);
  void append_call(Message& message);
  void ask_for_task(Message& message);
  [[nodiscard]] std::string metadata() const {
    const bool has_none = !is_modern_run_ && client().meta().is_absent() && !span_.is_open();
    if (has_none) return {};
    return client_metadata(routed_, is_modern_run_, drives_task_ || routed_.takes_tasks, span_.context());
  }
  /// `has_members`: whether the params have any yet. Returns whether they have some now.
  [[nodiscard]] bool append_repetition(Message& message, bool has_members) const;

  // to the client
  void handle_response(std::unique_ptr<PendingRequest> self, Response response) override;
  void handle_progress(const Json& params) override;
  void handle_outcome(std::unique_ptr<PendingRequest> self, Response response);
  void handle_result(std::unique_ptr<PendingRequest> self, Json result);
  void handle_input_required(std::unique_ptr<PendingRequest> self, protocol::InputRequired required);
  [[nodiscard]] bool reads_as_missing_resource() const;
  void handle_error(std::unique_ptr<PendingRequest> self, const PeerError& error);
  void ask_client(Self self, protocol::InputRequired required);
  /// Waits for the end of the task that the server has made of the call. False: it has made none.
  [[nodiscard]] bool follow_task(std::unique_ptr<PendingRequest>& self, const Json& result);
  static void handle_end_of_task(Self self, Response outcome);
  static void handle_failure(Self self, const Error& reason);
  void fail(const Error& reason);
  void end_span(const Response& response);

  RoutedRequest routed_;
  // The request to a run of the server that is pending.
  servers::ServerConnection* connection_ = nullptr;  // null: none is
  std::uint64_t id_ = 0;                             // also its progress token
  bool was_sent_ = false;                            // to it
  bool is_modern_run_ = false;
  bool drives_task_ = false;                // it may make a task of the call, of which the client knows nothing
  std::unique_ptr<Repetition> repetition_;  // null: the server has not asked for input
  Span span_;                               // from the request to the response, and to the end of a task that is driven
};

}  // namespace workbench::gateway
