#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "jsonrpc/id.hpp"
#include "mcp/client_request.hpp"
#include "mcp/reply_address.hpp"
#include "workbench/connection.hpp"
#include "workbench/host.hpp"

namespace workbench::mcp {

class HandshakeRequest;

/// The session that a request came in on. [loop thread]
class HandshakeRequestHome {
 public:
  /// The request is over: `answer` goes to its address, and the request is forgotten.
  virtual void finish_request(HandshakeRequest& request, Message answer) = 0;
  virtual void send_related(Message notification) = 0;
  [[nodiscard]] virtual Json client_capabilities() const = 0;

 protected:
  ~HandshakeRequestHome() = default;
};

/// A request of a client that opened with a handshake. After cancel() it is on its own and answers nobody. [loop
/// thread]
class HandshakeRequest final : public ClientRequest {
 public:
  HandshakeRequest(HandshakeRequestHome& home, Host& host, Revision revision, ReplyAddress address, Json meta);

  [[nodiscard]] const ReplyAddress& address() const { return address_; }

  /// Cuts the request off from its client and tells whoever works on it, with `reason` as a JSON string or absent.
  void cancel(const Json& reason);

  [[nodiscard]] Revision revision() const override { return revision_; }
  void result(Json object) override;
  void error(const PeerError& error) override;
  void fail(const Error& error) override;

  [[nodiscard]] Host& host() override { return host_; }
  [[nodiscard]] bool is_stateless() const override { return false; }
  [[nodiscard]] Json meta() const override { return meta_; }
  [[nodiscard]] Json capabilities() const override {
    return home_ != nullptr ? home_->client_capabilities() : Json("{}");
  }
  [[nodiscard]] Json input_responses() const override { return {}; }
  [[nodiscard]] Json request_state() const override { return {}; }
  void ask(Question question, MoveOnlyFunction<void(PeerAnswer)> answered) override;
  [[nodiscard]] bool is_asked() const override { return false; }
  [[nodiscard]] bool wants_progress() const override { return !progress_token_.is_absent(); }
  void report_progress(std::string_view members) override;
  [[nodiscard]] std::string_view log_level() const override { return {}; }
  void log(const Json&) override {}
  void on_cancel(MoveOnlyFunction<void(Json reason)> cancelled) override { cancelled_ = std::move(cancelled); }

 private:
  HandshakeRequestHome* home_;  // null: nobody waits any more
  Host& host_;
  const Revision revision_;
  ReplyAddress address_;
  Json meta_;
  jsonrpc::Id progress_token_;
  MoveOnlyFunction<void(Json)> cancelled_;
};

}  // namespace workbench::mcp
