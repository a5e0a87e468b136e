#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>

#include "base/recycled.hpp"
#include "base/weak_handle.hpp"
#include "clients/request.hpp"
#include "protocol/compat/input_required.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::clients {

class ModernRequest;
class OpenRequests;

/// Keeps requests that are suspended until their clients repeat them. [loop thread]
class SuspensionHandler {
 public:
  /// Answers this sending of the request with its open input requests, and keeps it for the next.
  virtual void suspend(ModernRequest& request) = 0;
  /// A suspended request has been answered: its client receives the answer when it repeats the request. One of the two
  /// is absent.
  virtual void complete(ModernRequest& request, Json result, Json error) = 0;
  /// A suspended request is destroyed.
  virtual void remove(ModernRequest& request) = 0;

 protected:
  ~SuspensionHandler() = default;
};

/// A modern request. Its input requests are sent by answering it with them; the client then repeats it with the
/// responses ("basic/patterns/mrtr"). [loop thread]
class ModernRequest final : public Request, public base::Recycled<ModernRequest> {
 public:
  struct OpenInputRequest {
    std::string key;
    InputRequest input_request;
    MoveOnlyFunction<void(InputResponse)> done;
  };

  /// What one sending of a request says.
  struct Sending {
    std::string method;
    Json params;  ///< an object
    Json meta;    ///< `_meta` of the params
    protocol::RequestMetadata metadata;
    protocol::Repetition repetition;
    std::shared_ptr<const Principal> principal;  ///< null: anonymous
  };

  /// `suspension` must outlive the request, or its cancellation.
  ModernRequest(RequestOrigin& origin, SuspensionHandler& suspension, Host& host, jsonrpc::ReplyTarget target,
                Sending sending, Toolboxes& toolboxes);
  ~ModernRequest() override;

  [[nodiscard]] const std::string& method() const { return method_; }
  [[nodiscard]] const Json& params() const { return params_; }
  [[nodiscard]] const std::vector<OpenInputRequest>& open_input_requests() const { return input_requests_; }

  /// Answers this sending of the request with its open input requests; it waits to be repeated.
  void suspend(Message&& response);

  /// Checks the `inputResponses` with which the client repeats the request, before resume(). Those to none of the open
  /// input requests are ignored. invalid_argument: one of them is not valid; the request still waits to be repeated.
  [[nodiscard]] Result<void> check_responses(const Json& responses) const;

  /// The client has repeated the request: its responses go to the callers of ask(); input requests without a response
  /// are sent again. May destroy this.
  void resume(OpenRequests& session, jsonrpc::ReplyTarget target, Sending sending);

  /// The client has not repeated the request in time: the callers of ask() receive a response that says so, and the
  /// request is cancelled. May destroy this.
  void expire();

  using Request::result;
  void result(Json object) override;
  void error(const PeerError& error) override;

  [[nodiscard]] Json input_responses() const override;
  [[nodiscard]] Json request_state() const override;
  [[nodiscard]] bool is_suspended() const override { return is_suspended_; }
  [[nodiscard]] bool is_waiting_for_client() const override { return !input_requests_.empty(); }
  void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) override;
  void log(const Json& params) override;

 private:
  void finish_with_error(const Json& object) override;
  void deliver(Json result) override;
  void ask_soon();
  /// The input request has been cancelled: the client is not sent it, and its response is ignored.
  void cancel_input_request(const std::string& key);

  base::WeakHandleSource<ModernRequest> self_{*this};  // for cancellation, and for calls that may destroy this
  SuspensionHandler& suspension_;
  const std::string method_;
  const Json params_;
  const protocol::Repetition repetition_;
  std::vector<OpenInputRequest> input_requests_;
  int last_key_ = 0;  // keys are never used twice: a late response is not taken for another request's
  bool is_suspended_ = false;
  EventLoop::Timer ask_timer_;  // set: more input requests are collected
};

}  // namespace workbench::clients
