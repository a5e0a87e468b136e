#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/call_observer.hpp>
#include <workbench/client_call.hpp>
#include <workbench/detail/request_slot.hpp>
#include <workbench/error.hpp>
#include <workbench/event_loop.hpp>
#include <workbench/held_result.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/tool_call.hpp>
#include <workbench/tool_outcome.hpp>
#include <workbench/tool_result.hpp>

// The host's side of a request. Plugins know it as a ToolCall or a MethodCall.

namespace workbench::detail {

class ClientRequest;

/// Destroys a request. Answers it first if its owner has not, so that no client waits forever.
struct AnswerIfDropped {
  void operator()(ClientRequest* request) const noexcept;
  /// A request that is given to a plugin.
  operator DropRequest() const noexcept { return {}; }
};
using OwnedRequest = std::unique_ptr<ClientRequest, AnswerIfDropped>;

/// Takes back a request that is dropped without an answer while this object lives. Lives on the stack, around a call
/// that hands the request to a plugin; with several nested guards, the innermost takes it. [loop thread]
class DropGuard {
 public:
  explicit DropGuard(ClientRequest& request);
  DropGuard(const DropGuard&) = delete;
  DropGuard& operator=(const DropGuard&) = delete;
  ~DropGuard();

  /// The request if it was dropped; null: it was answered, or is kept.
  [[nodiscard]] OwnedRequest extract_dropped() { return std::move(dropped_); }

  /// The request if it still exists and was not dropped; null otherwise.
  [[nodiscard]] ClientRequest* kept() const { return request_; }

 private:
  friend struct AnswerIfDropped;

  /// The request has been destroyed, or dropped: for this guard and those around it.
  void forget_request() {
    for (DropGuard* guard = this; guard != nullptr; guard = guard->outer_) guard->request_ = nullptr;
  }

  ClientRequest* request_;  // null: it has been destroyed, or dropped
  DropGuard* const outer_;  // null: there is none around this
  OwnedRequest dropped_;
};

/// One request of a client until it is answered, whatever its method: the verbs are `result` (the peer's result),
/// `error` (the peer's error) and `fail` (our error). Only the first of them has an effect, and none after the request
/// was cancelled.
///
/// A middleware may hold a result that its owner has answered with (HeldResult). The request is open until that is
/// passed on, and is destroyed by the later of the two: its owner or the holder of its result. [loop thread]
class ClientRequest : public RequestSlot {
 public:
  /// Answers with a result object that is right for the client's revision; what every modern result carries is added.
  virtual void result(Json object) = 0;
  /// Answers a tools/call, written for the client's revision.
  void result(ToolResult result) override = 0;

  /// Whether an answer has yet to be sent.
  [[nodiscard]] bool is_open() const final { return is_open_; }

  /// `inputResponses` and `requestState` of a request that repeats an earlier one ("basic/patterns/mrtr"); absent in
  /// all others.
  [[nodiscard]] virtual Json input_responses() const = 0;
  [[nodiscard]] virtual Json request_state() const = 0;

  /// Whether the request was answered with input requests and waits for its client to repeat it.
  [[nodiscard]] virtual bool is_suspended() const = 0;
  /// Whether an input request has been sent in its course, or is about to be, and has no response yet.
  [[nodiscard]] virtual bool is_waiting_for_client() const = 0;

  void on_result(MoveOnlyFunction<void(Json& result)> change) override { add_watcher({.change = std::move(change)}); }
  void hold_result(MoveOnlyFunction<void(HeldResult held)> hold) override {
    add_watcher({.hold = std::move(hold), .owner = owner_});
  }
  /// `observer` gets the answer after all watchers: its end() is called with `begun`. Once at most; it must outlive the
  /// request.
  void observe(CallObserver& observer, void* begun) {
    observation_ = {&observer, begun, std::chrono::steady_clock::now()};
  }
  void set_option(std::string_view name, Json value) final;
  [[nodiscard]] Json option(std::string_view name) const final;
  /// Whether there is any option: cheaper than to ask for one.
  [[nodiscard]] bool has_options() const { return options_ != nullptr; }
  void drop() noexcept final { AnswerIfDropped()(this); }

  /// Whether there was progress since the last time this was asked.
  [[nodiscard]] bool test_and_clear_progress() { return std::exchange(has_progressed_, false); }

  /// The plugin that has to answer the request, as the beginning of a sentence about its failure; empty: the host has.
  /// The text must outlive the request.
  void set_owner(std::string_view owner) {
    owner_ = owner;
    time_limit_.reset();
  }
  [[nodiscard]] std::string_view owner() const { return owner_; }
  /// A time limit for the owner; it ends with the request, or when the owner changes.
  void set_time_limit(EventLoop::Timer limit) { time_limit_ = std::move(limit); }

  /// Sends the client a notification of a server that belongs to this request; dropped while the client does not read.
  virtual void notify(std::string_view method, const Json& params) = 0;

  /// The members of a progress notification as a server wrote them, without the token: `"progress":1.0,"total":3`.
  virtual void report_progress_members(std::string_view members) = 0;

 protected:
  ClientRequest(std::shared_ptr<const CallerIdentity> identity, Json meta, Toolboxes& toolboxes)
      : RequestSlot(std::move(identity), std::move(meta), toolboxes) {}

  void set_over() { is_open_ = false; }
  void record_progress() { has_progressed_ = true; }

  /// For on_cancel(), whose contract it implements. The last use of this object in the caller's function.
  void set_on_cancel(MoveOnlyFunction<void(Json)>&& cancelled) {
    if (cancellation_reason_ == nullptr) {
      cancelled_ = std::move(cancelled);
    } else if (cancelled) {
      cancelled(*cancellation_reason_);
    }
  }
  /// The request is cancelled: calls what set_on_cancel() has set, and will set, which may destroy this object.
  void notify_cancelled(Json reason) {
    cancellation_reason_ = std::make_unique<const Json>(reason);
    if (auto cancelled = std::exchange(cancelled_, {})) cancelled(std::move(reason));
  }

  /// A watcher that is notified of the answer. One of the three functions is set.
  struct Watcher {
    MoveOnlyFunction<void(const ToolOutcome&)> answered = {};
    MoveOnlyFunction<void(Json& result)> change = {};
    MoveOnlyFunction<void(HeldResult held)> hold = {};
    std::string_view owner = {};  // of `hold`: as owner()
    std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
  };
  void add_watcher(Watcher watcher);
  /// Whether the request has watchers or is observed, so that notify_answered() is to be called before the answer is
  /// sent.
  [[nodiscard]] bool has_watchers() const { return watchers_ != nullptr || observation_.observer != nullptr; }

  /// Calls all watchers, the last one first, and then the observer. They may change a result, unless it asks for input:
  /// then it is not a result of the tool. False: a watcher holds the result, and deliver() will be called.
  [[nodiscard]] bool notify_answered(Response& response, std::optional<ErrorKind> failure);

  // What notify_answered() needs to know about a result; called only if there are watchers.
  [[nodiscard]] virtual bool is_error_result(const Json& result) const = 0;
  [[nodiscard]] virtual bool asks_for_input(const Json& result) const = 0;

  // What holds a result.
  /// Continues with the result that was held, in the form that notify_answered() handed out, or with another one.
  virtual void deliver(Json result) = 0;
  /// Another result in place of that one, as deliver() takes it. protocol: it is not a JSON object, as the end of a
  /// sentence that begins with the plugin.
  [[nodiscard]] virtual Result<Json> checked_replacement(Json result) const = 0;
  /// A result is held from now on by the plugin `owner` (see owner()): limits the time.
  virtual void handle_hold(std::string_view /*owner*/) {}

 private:
  struct Observation {
    CallObserver* observer = nullptr;  // null: there is none, or it has been told
    void* begun = nullptr;
    std::chrono::steady_clock::time_point since;
  };

  class Holder;
  friend class DropGuard;
  friend struct AnswerIfDropped;

  void let_hold(Watcher& watcher, const Json& result);

  DropGuard* guard_ = nullptr;
  std::unique_ptr<std::vector<Watcher>> watchers_;  // null: there are none
  Observation observation_;
  std::string_view owner_;
  EventLoop::Timer time_limit_;
  MoveOnlyFunction<void(Json)> cancelled_;
  std::unique_ptr<const Json> cancellation_reason_;                     // null: not cancelled
  std::unique_ptr<std::vector<std::pair<std::string, Json>>> options_;  // null: none was set
  int holders_ = 0;            // that exist, whether or not they have passed the result on
  bool is_abandoned_ = false;  // by its owner, while there are holders
  bool is_open_ = true;
  bool has_progressed_ = false;
};

/// Takes the request out of a call that a plugin has given back: the host answers it from now on. Null: answered.
[[nodiscard]] inline OwnedRequest extract_request(ClientCall& call) {
  OwnedRequest request(static_cast<ClientRequest*>(call.release().release()));
  if (request != nullptr) request->set_owner({});
  return request;
}

inline DropGuard::DropGuard(ClientRequest& request) : request_(&request), outer_(std::exchange(request.guard_, this)) {}

inline DropGuard::~DropGuard() {
  if (request_ != nullptr) request_->guard_ = outer_;
}

}  // namespace workbench::detail
