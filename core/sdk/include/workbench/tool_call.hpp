#pragma once

#include <string_view>
#include <utility>

#include <workbench/caller.hpp>
#include <workbench/detail/client_request.hpp>
#include <workbench/error.hpp>
#include <workbench/host.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/tool_outcome.hpp>
#include <workbench/tool_result.hpp>

namespace workbench {

class Toolboxes;

/// One call of a tool. Its owner answers it exactly once, now or later; one that is destroyed without an answer is
/// answered with an internal error. A second answer is dropped and logged. After the client has cancelled the call
/// (Caller::on_cancel()) it may be answered or destroyed; both have no effect. Move-only. [loop thread]
class ToolCall {
 public:
  ToolCall(detail::OwnedRequest request, Json arguments, Host& host)
      : request_(std::move(request)), arguments_(std::move(arguments)), host_(&host) {}

  /// The `arguments` object as the client wrote it; absent: the client sent none. Valid as long as this object.
  [[nodiscard]] const Json& arguments() const { return arguments_; }
  /// For a middleware: replaces the arguments, with an object or absent.
  void set_arguments(Json arguments) { arguments_ = std::move(arguments); }

  /// The client that called. Valid until the call is answered.
  [[nodiscard]] Caller& caller() const { return *request_; }
  /// The toolboxes as this client sees them. Valid until the call is answered.
  [[nodiscard]] Toolboxes& toolboxes() const { return request_->toolboxes(); }
  /// The host of the plugin that was given this call.
  [[nodiscard]] Host& host() const { return *host_; }

  /// `answered` is called once, when the call is answered or cancelled, just before the answer is sent; the functions
  /// of inner middleware before those of outer ones. Until the call is answered.
  void on_answer(MoveOnlyFunction<void(const ToolOutcome&)> answered) { request_->on_answer(std::move(answered)); }

  /// `change` is called once if the answer is a CallToolResult, in the order of on_answer(), and may replace it by
  /// another one: what is called after it, and the client, get that one, in the form of the client's revision. A
  /// replacement that is no JSON object is dropped and logged. An error, and a modern server's InputRequiredResult
  /// (`"resultType": "input_required"`), which its client must get as it is, are not passed to it. Until the call is
  /// answered.
  void on_result(MoveOnlyFunction<void(Json& result)> change) { request_->on_result(std::move(change)); }

  /// Answers the call with a tool result, also one with `isError: true`.
  void result(ToolResult result) {
    if (is_answerable()) std::exchange(request_, {})->result(std::move(result));
  }

  /// Answers with a JSON-RPC error: for what a model cannot correct. invalid_argument and not_found become -32602,
  /// forbidden -32600 (over HTTP, with a challenge for a token that grants Error::scopes), everything else -32603.
  void fail(const Error& error) {
    if (is_answerable()) std::exchange(request_, {})->fail(error);
  }

  /// Answers with a server's JSON-RPC error, in the form that it has in the client's era: for one that the client
  /// itself must handle, such as -32042 (URLElicitationRequired).
  void error(const PeerError& error) {
    if (is_answerable()) std::exchange(request_, {})->error(error);
  }

  /// Whether an answer is still expected from this object: it has not answered, and the client has not cancelled.
  [[nodiscard]] bool is_open() const { return request_ != nullptr && request_->is_open(); }

  /// For the host: takes the arguments out of the call, in which they are absent then.
  [[nodiscard]] Json release_arguments() { return std::exchange(arguments_, {}); }

  /// For the host: takes the request out of the call, which is empty then.
  [[nodiscard]] detail::OwnedRequest release() {
    if (request_ != nullptr) request_->set_owner({});
    return std::move(request_);
  }

 private:
  [[nodiscard]] bool is_answerable() const {
    if (request_ != nullptr) return true;
    host_->log(LogLevel::error, {}, "a tool call was answered a second time; the second answer is dropped");
    return false;
  }

  detail::OwnedRequest request_;  // null: answered
  Json arguments_;
  Host* host_;  // never null
};

}  // namespace workbench
