#pragma once

#include <string>
#include <string_view>

#include "jsonrpc/id.hpp"
#include "mcp/reply_address.hpp"
#include "mcp/revision.hpp"
#include "workbench/host.hpp"
#include "workbench/tool_call.hpp"

namespace workbench::mcp {

class ClientCall;

/// The session that a call came in on. [loop thread]
class ClientCallHome {
 public:
  /// The call is over: `answer` goes to its address, and the call is forgotten.
  virtual void finish_call(ClientCall& call, Message answer) = 0;
  virtual void send_progress(Message notification) = 0;

 protected:
  ~ClientCallHome() = default;
};

/// The host's end of one tools/call of a client: writes its answer down for the revision that the client speaks. After
/// release() it is on its own and answers nobody, because the client cancelled or went away. [loop thread]
class ClientCall final : public ToolCallEnd {
 public:
  ClientCall(ClientCallHome& home, Host& host, Workbench& workbench, Revision revision, ReplyAddress address,
             Json meta);

  [[nodiscard]] const ReplyAddress& address() const { return address_; }

  /// Cuts the call off from its client and tells whoever works on it, with `reason` as a JSON string or absent.
  void cancel(const Json& reason);

  void reply(ToolResult result) override;
  void fail(const Error& error) override;
  void report_progress(std::string_view members) override;
  void on_cancel(MoveOnlyFunction<void(Json reason)> cancelled) override { cancelled_ = std::move(cancelled); }
  [[nodiscard]] bool wants_progress() const override { return !progress_token_.is_absent(); }
  [[nodiscard]] Json meta() const override { return meta_; }
  [[nodiscard]] Host& host() override { return host_; }
  [[nodiscard]] Workbench& workbench() override { return workbench_; }

 private:
  [[nodiscard]] Message written(const ToolResult& result) const;

  ClientCallHome* home_;  // null: nobody waits any more
  Host& host_;
  Workbench& workbench_;
  const Revision revision_;
  ReplyAddress address_;
  Json meta_;
  jsonrpc::Id progress_token_;
  MoveOnlyFunction<void(Json)> cancelled_;
};

}  // namespace workbench::mcp
