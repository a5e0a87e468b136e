#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clients/session_request.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::clients {

class ModernRequest;

/// Where requests wait for their clients to repeat them. [loop thread]
class SuspensionStore {
 public:
  /// Answers the request's present sending with its open questions, and keeps it for the next.
  virtual void suspend(ModernRequest& request) = 0;
  /// A parked request has found its answer without its client: the client is told when it comes again. `method` is the
  /// request's; exactly one of the two is not absent.
  virtual void settle(ModernRequest& request, Json result, Json error) = 0;
  /// The request ends, parked or not.
  virtual void leave(ModernRequest& request) = 0;

 protected:
  ~SuspensionStore() = default;
};

/// A modern request. What its server asks is asked of the client by answering the request with the
/// questions; the client repeats it with the answers ("basic/patterns/mrtr"). [loop thread]
class ModernRequest final : public SessionRequest {
 public:
  struct OpenInputRequest {
    std::string key;
    InputRequest input_request;
    MoveOnlyFunction<void(Response)> answered;
  };

  /// `parking` must outlive the request, or its cancellation. `params` is an object.
  ModernRequest(SessionRequestHome& home, SuspensionStore& suspensions, Host& host, jsonrpc::ReplyAddress address,
                std::string method, Json params, protocol::RequestMetadata metadata);
  ~ModernRequest() override;

  [[nodiscard]] const std::string& method() const { return method_; }
  [[nodiscard]] const Json& params() const { return params_; }
  [[nodiscard]] const std::vector<OpenInputRequest>& open_input_requests() const { return input_requests_; }

  /// Answers the present sending with what is asked, and waits for the next.
  void suspend_with(Message answer);

  /// The client has repeated it: what it answers goes to whoever asked, what it does not is asked again.
  void resume(SessionRequestHome& home, jsonrpc::ReplyAddress address, Json meta, protocol::RequestMetadata metadata,
              const Json& input_responses);

  /// The client has not repeated it in time: whoever asked is told so, and the request is cancelled.
  void give_up();

  [[nodiscard]] protocol::Revision revision() const override { return protocol::kModernRevision; }
  void result(Json object) override;
  void error(const PeerError& error) override;
  void fail(const Error& error) override;

  [[nodiscard]] bool is_modern() const override { return true; }
  [[nodiscard]] ClientInfo client_info() const override { return read_client_info(metadata_.client_info); }
  [[nodiscard]] Json capabilities() const override { return metadata_.capabilities; }
  [[nodiscard]] Json input_responses() const override;
  [[nodiscard]] Json request_state() const override;
  void ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) override;
  [[nodiscard]] bool is_suspended() const override { return is_suspended_; }
  void report_progress(std::string_view members) override;
  [[nodiscard]] std::string_view log_level() const override { return metadata_.log_level; }
  void log(const Json& params) override;

 private:
  void ask_soon();

  SuspensionStore& suspensions_;
  const std::string method_;
  const Json params_;
  protocol::RequestMetadata metadata_;
  std::vector<OpenInputRequest> input_requests_;
  int asked_ = 0;  // how many questions there have been, for their keys
  bool is_suspended_ = false;
  EventLoop::Timer ask_;  // runs while questions that come together are gathered
};

}  // namespace workbench::clients
