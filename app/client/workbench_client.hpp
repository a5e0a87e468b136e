#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/host.hpp>
#include <workbench/response.hpp>

#include "base/weak_handle.hpp"
#include "gateway/toolboxes/known_hosts.hpp"
#include "jsonrpc/peer.hpp"

namespace workbench::app {

/// A legacy client of a workbench: one session over one connection. Answers elicitations through the functions of
/// on_elicitation(). [loop thread]
class WorkbenchClient final : private jsonrpc::PeerHandler {
 public:
  /// By this name the workbench knows that a call opens its toolbox; see gateway/toolboxes/known_hosts.cpp.
  static constexpr std::string_view kName = gateway::kCommandLineClient;

  /// To be called once, with an ElicitResult, or absent: there is no person to ask. It does nothing when the
  /// elicitation was cancelled or the session has ended.
  using Respond = MoveOnlyFunction<void(const Json& result)>;
  using Progress = MoveOnlyFunction<void(const Json& params)>;

  /// `host` must outlive it.
  WorkbenchClient(Host& host, std::unique_ptr<Connection> connection);

  /// `elicit` gets the params of each elicitation/create, `withdraw` is called when the workbench cancels one. Without
  /// them elicitations are declined.
  void on_elicitation(MoveOnlyFunction<void(const Json& params, Respond respond)> elicit,
                      MoveOnlyFunction<void()> withdraw);
  /// `closed` is called once when the connection has ended.
  void on_closed(MoveOnlyFunction<void()> closed) { closed_ = std::move(closed); }

  /// Begins the session.
  void initialize(MoveOnlyFunction<void(Response)> done);
  /// Calls a tool of the workbench; `arguments` is an object. `progress` may be empty. Returns the id, for cancel().
  std::uint64_t call_tool(std::string_view name, const Json& arguments, Progress progress,
                          MoveOnlyFunction<void(Response)> done);
  /// The call gets no response any more.
  void cancel(std::uint64_t id, std::string_view reason);
  /// Begins the end of the connection.
  void close() { peer_.close(); }

 private:
  // PeerHandler
  [[nodiscard]] bool accepts_batches() const override { return false; }
  void handle_request(jsonrpc::Envelope&& request, jsonrpc::ReplyTarget target) override;
  void handle_notification(jsonrpc::Envelope&& notification) override;
  void handle_unreadable(const jsonrpc::Unreadable&, const jsonrpc::ReplyTarget&) override {}
  void handle_closed(const Error&) override;

  void elicit(const Json& params, jsonrpc::ReplyTarget target);

  MoveOnlyFunction<void(const Json& params, Respond respond)> elicit_;
  MoveOnlyFunction<void()> withdraw_;
  MoveOnlyFunction<void()> closed_;
  std::optional<jsonrpc::Id> elicitation_;  // the user is answering it
  const base::WeakHandleSource<WorkbenchClient> self_{*this};
  jsonrpc::Peer peer_;
};

}  // namespace workbench::app
