#pragma once

#include <string_view>
#include <utility>

#include <workbench/caller.hpp>
#include <workbench/detail/request_slot.hpp>
#include <workbench/error.hpp>
#include <workbench/held_result.hpp>
#include <workbench/host.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/tool_outcome.hpp>

namespace workbench {

class Toolboxes;

/// The common part of a ToolCall and a MethodCall: a request of a client that waits for its answer. Its owner answers
/// it exactly once, now or later; one that is destroyed without an answer is answered with an internal error. A second
/// answer is dropped and logged. After the client has cancelled the request (Caller::on_cancel()) it may be answered or
/// destroyed; both have no effect. Move-only. [loop thread]
class ClientCall {
 public:
  /// The client that sent the request. Valid until it is answered.
  [[nodiscard]] Caller& caller() const { return *request_; }
  /// The toolboxes as this client sees them. Valid until the request is answered.
  [[nodiscard]] Toolboxes& toolboxes() const { return request_->toolboxes(); }
  /// The host of the plugin that was given this request.
  [[nodiscard]] Host& host() const { return *host_; }

  /// `answered` is called once, when the request is answered or cancelled, just before the answer is sent; the
  /// functions of inner middleware before those of outer ones. Until the request is answered.
  void on_answer(MoveOnlyFunction<void(const ToolOutcome&)> answered) { request_->on_answer(std::move(answered)); }

  /// `change` is called once if the answer is a result, in the order of on_answer(), and may replace it by another
  /// object: what is called after it, and the client, get that one, in the form of the client's revision. A replacement
  /// that is not a JSON object is dropped and logged. An error, and a modern server's InputRequiredResult
  /// (`"resultType": "input_required"`), which its client must get as it is, are not passed to it. Until the request is
  /// answered.
  void on_result(MoveOnlyFunction<void(Json& result)> change) { request_->on_result(std::move(change)); }

  /// The same for a change that takes time: `hold` gets the result and passes it on when it has decided, inside the
  /// call or later. Until then the answer waits: the functions of outer middleware are called, and the answer is sent,
  /// after that. If the client cancels in between, they get that outcome, and the held result has no effect any
  /// more. A result that is held for longer than Limits::call, without progress and without an input request that the
  /// client has yet to respond to, is answered with an error; so is one whose `hold` throws before it has passed it on.
  void on_result(MoveOnlyFunction<void(HeldResult held)> hold) { request_->hold_result(std::move(hold)); }

  /// A note for the middleware that the request passes from here on, which no client and no server sees: something that
  /// a meta-tool knows about the call that it is about to make. `name` begins with the meta-tool's or the plugin's name
  /// (`run_script.line`). `value` is valid JSON; absent removes the option. Until the request is answered.
  void set_option(std::string_view name, Json value) { request_->set_option(name, std::move(value)); }

  /// What set_option() has set; absent: nothing. Valid as long as this object.
  [[nodiscard]] Json option(std::string_view name) const { return request_->option(name); }

  /// Answers with a JSON-RPC error that a model cannot correct. invalid_argument and not_found become -32602,
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

  /// For the host: takes the request out of this object, which is empty then.
  [[nodiscard]] detail::OwnedSlot release() { return std::move(request_); }

 protected:
  ClientCall(detail::OwnedSlot request, Host& host) : request_(std::move(request)), host_(&host) {}
  ClientCall(ClientCall&&) noexcept = default;
  ClientCall& operator=(ClientCall&&) noexcept = default;
  ~ClientCall() = default;

  /// Whether an answer is possible; if not, this is logged.
  [[nodiscard]] bool is_answerable() const {
    if (request_ != nullptr) return true;
    host_->log(LogLevel::error, {}, "a request was answered a second time; the second answer is dropped");
    return false;
  }

  /// For the answer.
  [[nodiscard]] detail::OwnedSlot extract() { return std::exchange(request_, {}); }

 private:
  detail::OwnedSlot request_;  // null: answered
  Host* host_;                 // never null
};

}  // namespace workbench
