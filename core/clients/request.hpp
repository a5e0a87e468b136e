#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <workbench/host.hpp>
#include <workbench/message.hpp>
#include <workbench/result.hpp>

#include "base/client_request.hpp"
#include "jsonrpc/batch.hpp"
#include "protocol/revision.hpp"

namespace workbench::clients {

class Request;

/// Where a request was received and where its answer is sent: a session. [loop thread]
class RequestOrigin {
 public:
  /// Sends the response; the request is no longer open there.
  virtual void finish(Request& request, Message&& response) = 0;

  /// Sends a notification that belongs to `request`: progress, or a log message. Left out while its client does not
  /// read.
  virtual void notify(const Request& request, Message&& notification) = 0;

  /// See ArgumentCheck.
  [[nodiscard]] virtual Result<void> check_arguments(const Json& definition, const Json& arguments) = 0;

 protected:
  ~RequestOrigin() = default;
};

/// A request of a client, from the message to its response. The session finds it by its id until it is answered; the
/// part that works on it owns it, as an OwnedRequest. [loop thread]
class Request : public detail::ClientRequest {
 public:
  /// Bytes of a progress report that is kept for a suspended request.
  static constexpr std::size_t kMaxKeptProgress = 4096;

  [[nodiscard]] const jsonrpc::ReplyTarget& target() const { return target_; }

  /// The revision that the response is written for.
  [[nodiscard]] protocol::Revision revision() const { return revision_; }

  /// invalid_argument: the progress token is neither a string nor an integer ("basic/utilities/progress").
  [[nodiscard]] Result<void> check_progress_token() const;

  /// What the client's transport says about the arguments of a tools/call; see ArgumentCheck.
  [[nodiscard]] Result<void> check_arguments(const Json& definition, const Json& arguments) const;

  /// Answers that what the transport carried beside the message does not agree with it: HeaderMismatch, -32020.
  void fail_mismatch(const Error& error);

  /// The client has cancelled or disconnected: later answers are dropped. Calls what on_cancel() has set, which may
  /// destroy the request. `reason` is a JSON string, or absent.
  void cancel(const Json& reason);

  // ClientRequest
  using detail::ClientRequest::result;
  void result(ToolResult result) override;
  void plugin_result(Json object) override;
  void fail(const Error& error) override;
  [[nodiscard]] bool wants_progress() const override { return progress_ != nullptr; }
  void on_cancel(MoveOnlyFunction<void(Json)> cancelled) override;
  void on_answer(MoveOnlyFunction<void(const ToolOutcome&)> answered) override;
  void on_result(MoveOnlyFunction<void(Json& result)> change) override;
  void hold_result(MoveOnlyFunction<void(HeldResult)> hold) override;
  void report_progress(const Progress& progress) override;
  void notify(std::string_view method, const Json& params) override;
  void report_progress_members(std::string_view members) override;

 protected:
  /// `origin` must outlive the request, or cancel it.
  Request(RequestOrigin& origin, Host& host, protocol::Revision revision,
          std::shared_ptr<const CallerIdentity> identity, jsonrpc::ReplyTarget target, Json meta, Toolboxes& toolboxes);

  /// Calls the watchers before the answer is sent; they may change the result. False: one of them holds it,
  /// and deliver() will be called with it.
  [[nodiscard]] bool notify_result(Json& object);
  void notify_error(const PeerError& error);

  /// A server's error as received, except that hidden characters in its message are written out.
  [[nodiscard]] static Json visible_error(const Json& object);
  /// Sends the response and ends the request; `object` is a JSON-RPC error object.
  virtual void finish_with_error(const Json& object);
  void finish(Message&& response);

  /// Where the client waits for a response; null: the request is suspended or answered.
  [[nodiscard]] RequestOrigin* origin() const { return origin_; }
  /// Answers this sending of the request: the client will repeat it.
  void detach(Message&& response);
  /// The client has repeated the request, perhaps in another session.
  void attach(RequestOrigin& origin, jsonrpc::ReplyTarget target, Json meta);
  /// After attach(): the latest progress since detach(), if there was any.
  void report_kept_progress();

  [[nodiscard]] Host& host() const { return host_; }

 private:
  /// The progress notifications that the client wants.
  struct ProgressReports {
    jsonrpc::Id token;
    std::optional<double> last;  // absent: none was sent
  };

  void keep_progress(std::string_view members);

  /// Reads what `meta` asks for.
  void read_progress_token(const Json& meta);
  void notify_failure(const Error& error);
  void fail_forbidden(const Error& error);
  [[nodiscard]] bool notify(Response& response, std::optional<ErrorKind> failure);
  void limit_hold(std::string_view owner);

  // ClientRequest
  [[nodiscard]] bool is_error_result(const Json& result) const override;
  [[nodiscard]] bool asks_for_input(const Json& result) const override;
  [[nodiscard]] Result<Json> checked_replacement(Json result) const override;
  void handle_hold(std::string_view owner) override { limit_hold(owner); }

  [[nodiscard]] std::string text_for_model(const std::string& error) const;
  /// Whether this is another thread than the loop thread, which is logged: its owner breaks the contract.
  [[nodiscard]] bool is_on_other_thread(std::string_view does) const;

  const std::thread::id thread_ = std::this_thread::get_id();
  RequestOrigin* origin_;
  Host& host_;
  const protocol::Revision revision_;
  jsonrpc::ReplyTarget target_;
  std::unique_ptr<ProgressReports> progress_;  // null: the client wants none
  std::string kept_progress_;                  // the members of a report; empty: there is none
  bool has_wrong_progress_token_ = false;
  std::optional<ErrorKind> failure_;  // why the result is not the tool's; absent: it is
};

using OwnedRequest = std::unique_ptr<Request, detail::AnswerIfDropped>;

}  // namespace workbench::clients
