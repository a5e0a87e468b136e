#pragma once

#include <string_view>
#include <utility>

#include <workbench/client_profile.hpp>
#include <workbench/connection.hpp>
#include <workbench/host.hpp>

#include "clients/request.hpp"
#include "jsonrpc/batch.hpp"
#include "jsonrpc/id.hpp"

namespace workbench::clients {

class SessionRequest;

/// How a client presents itself: `clientInfo`, an object of type Implementation. What is not there or has another type
/// stays empty; no request is refused for it.
[[nodiscard]] ClientInfo read_client_info(const Json& implementation);

/// The session that a request came in on. [loop thread]
class SessionRequestHome {
 public:
  /// The request is over: `answer` goes to its address, and the request is forgotten.
  virtual void finish_request(SessionRequest& request, Message&& answer) = 0;
  /// The request has been answered for now and will come again under another id.
  virtual void forget_request(SessionRequest& request) = 0;
  /// See Connection::agrees_with().
  [[nodiscard]] virtual Result<void> agrees_with(const Json& definition, const Json& arguments) const = 0;
  /// Sends a notification that belongs to a request.
  virtual void send_related(Message notification) = 0;

 protected:
  ~SessionRequestHome() = default;
};

/// What requests of both eras have in common: an address to answer to, progress, and a client that may cancel. After
/// cancel() the request is on its own and answers nobody. [loop thread]
class SessionRequest : public ClientRequest {
 public:
  [[nodiscard]] const jsonrpc::ReplyAddress& address() const { return address_; }

  /// Cuts the request off from its client and tells whoever works on it, with `reason` as a JSON string or absent.
  void cancel(const Json& reason);

  void fail(const Error& error) override;
  void fail_mismatch(const Error& error) override;
  [[nodiscard]] Result<void> agrees_with(const Json& definition, const Json& arguments) const override;

  [[nodiscard]] Host& host() override { return host_; }
  [[nodiscard]] Json meta() const override { return meta_; }
  [[nodiscard]] bool wants_progress() const override { return !progress_token_.is_absent(); }
  void report_progress(std::string_view members) override;
  void on_cancel(MoveOnlyFunction<void(Json reason)> cancelled) override { cancelled_ = std::move(cancelled); }

 protected:
  SessionRequest(SessionRequestHome& home, Host& host, jsonrpc::ReplyAddress address, Json meta);

  /// Gives the answer to the session, unless nobody waits any more.
  void finish(Message&& answer);
  [[nodiscard]] bool is_over() const { return home_ == nullptr; }
  /// Answers the present sending of the request, which goes on.
  void answer_for_now(Message answer);
  /// Sends a notification on the request's behalf, unless nobody waits any more.
  void send_related(Message notification);
  /// The client has sent the request once more, under another id, to the session `home`.
  void move_to(SessionRequestHome& home, jsonrpc::ReplyAddress address, Json meta);

 private:
  SessionRequestHome* home_;  // null: nobody waits any more
  Host& host_;
  jsonrpc::ReplyAddress address_;
  Json meta_;
  jsonrpc::Id progress_token_;
  double progress_ = 0;  // the last that was reported
  bool has_progressed_ = false;
  MoveOnlyFunction<void(Json)> cancelled_;
};

}  // namespace workbench::clients
