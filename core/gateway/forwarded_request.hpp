#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/message.hpp>
#include <workbench/tool_call.hpp>
#include <workbench/toolboxes.hpp>

#include "clients/request.hpp"
#include "jsonrpc/pending_requests.hpp"
#include "servers/in_flight_requests.hpp"

namespace workbench::servers {
class Server;
class ServerRun;
}  // namespace workbench::servers

namespace workbench::gateway {

/// What a server is sent in place of a client's request: the method, and the members of its params but for `_meta` and
/// what belongs to a repetition.
struct ServerRequest {
  std::string_view method;  ///< one of the specification's, with static lifetime
  std::string head;         ///< `"name":"x","arguments":`
  Json payload;             ///< what follows the head, to the byte; absent: nothing does
};

/// A client's request on its way to a server and back. Whoever the two are, each hears the words of its own era: what a
/// modern server needs to know is asked of a client that opened with a handshake, and the request sent
/// again with the answers; what a legacy server asks goes to the client that called. Result, progress and
/// cancellation pass. [loop thread]
class ForwardedRequest : public jsonrpc::WaitingRequest, public servers::InFlightRequest {
 public:
  ~ForwardedRequest() override;

  /// Sends it, after starting the server if need be. The client is answered in every case.
  static void send(std::unique_ptr<ForwardedRequest> request);

  /// Asks the client behind it what the server wants to know, and lets the time of the request stand still meanwhile.
  void ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) override;

 protected:
  ForwardedRequest(servers::Server& server, ServerRequest what);
  /// For another leg of the same request: what was the server's and the client's goes over.
  ForwardedRequest(ForwardedRequest&& other) noexcept;

 private:
  class InputRound;

  /// The server's result, fit for the era of the client.
  virtual void deliver(Json result) = 0;
  /// The server's own error.
  virtual void refuse(const PeerError& error) = 0;
  /// There is no answer of the server's.
  virtual void give_up(const Error& reason) = 0;
  /// The request itself is wrong.
  virtual void fail(const Error& error) = 0;
  /// Itself, moved to a new object.
  [[nodiscard]] virtual std::unique_ptr<ForwardedRequest> moved() = 0;

  static void send_leg(std::unique_ptr<ForwardedRequest> request, servers::ServerRun& run);
  [[nodiscard]] std::string meta(std::uint64_t id, bool to_modern);
  void append_repetition(Message& message);
  void answered(Response answer) override;
  void progressed(const Json& params) override;
  void handle_result(Json result);
  void handle_modern_result(Json result);

  servers::Server* server_;
  ServerRequest what_;
  // The leg that is under way: a request to this run of the server.
  servers::ServerRun* run_ = nullptr;
  std::uint64_t id_ = 0;
  bool is_modern_leg_ = false;
  // What a legacy client has told for the next leg.
  int rounds_ = 0;
  std::string input_responses_;  // the members of the object
  Json request_state_;
  std::shared_ptr<ForwardedRequest*> self_;  // made when somebody else has to know whether this is still there
};

/// A tool call: what a server does not answer becomes a result that the model can act on.
void forward_call(servers::Server& server, const ToolIdentifier& tool, Json arguments, ToolCall call);

/// Any request of a client's own. `tool` names the tool if it is a `tools/call`.
void forward_request(servers::Server& server, ServerRequest what, std::optional<ToolIdentifier> tool,
                     clients::PendingRequest request);

}  // namespace workbench::gateway
