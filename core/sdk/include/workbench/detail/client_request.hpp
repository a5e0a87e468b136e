#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/caller.hpp>
#include <workbench/error.hpp>
#include <workbench/event_loop.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/tool_outcome.hpp>
#include <workbench/tool_result.hpp>

// The host's side of a request. Plugins use it only through ToolCall and Caller.

namespace workbench {
class Toolboxes;
}

namespace workbench::detail {

class ClientRequest;

/// Destroys a request, after answering it if its owner has not, so that no client waits for ever.
struct AnswerIfDropped {
  void operator()(ClientRequest* request) const noexcept;
};
using OwnedRequest = std::unique_ptr<ClientRequest, AnswerIfDropped>;

/// Takes back a request that is dropped without an answer while this lives. Lives on the stack, around a call that
/// hands the request to a plugin; of several that are nested, the innermost takes it. [loop thread]
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
/// was cancelled. [loop thread]
class ClientRequest : public Caller {
 public:
  /// Answers with a result object that is right for the client's revision; what every modern result carries is added.
  virtual void result(Json object) = 0;
  /// Answers a tools/call, written for the client's revision.
  virtual void result(ToolResult result) = 0;
  /// Answers with a server's own JSON-RPC error: code, message and data as they came, as far as the era allows.
  virtual void error(const PeerError& error) = 0;
  /// Answers with a JSON-RPC error of ours: see ToolCall::fail().
  virtual void fail(const Error& error) = 0;

  /// Whether an answer is still expected.
  [[nodiscard]] bool is_open() const { return is_open_; }

  /// The toolboxes as this client sees them; they outlive the request.
  [[nodiscard]] Toolboxes& toolboxes() const { return toolboxes_; }

  /// `inputResponses` and `requestState` of a request that repeats an earlier one ("basic/patterns/mrtr"); absent in
  /// all others.
  [[nodiscard]] virtual Json input_responses() const = 0;
  [[nodiscard]] virtual Json request_state() const = 0;

  /// Whether the request was answered with input requests and waits for its client to repeat it.
  [[nodiscard]] virtual bool is_suspended() const = 0;
  /// Whether an input request has been sent in its course, or is about to be, and has no response yet.
  [[nodiscard]] virtual bool is_waiting_for_client() const = 0;

  /// See ToolCall::on_answer().
  virtual void on_answer(MoveOnlyFunction<void(const ToolOutcome&)> answered) = 0;

  /// See ToolCall::on_result().
  virtual void on_result(MoveOnlyFunction<void(Json& result)> change) { add_watcher({{}, std::move(change)}); }

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
      : Caller(std::move(identity), std::move(meta)), toolboxes_(toolboxes) {}

  void set_over() { is_open_ = false; }
  void record_progress() { has_progressed_ = true; }

  /// Whoever waits for the answer. One of the two functions is set.
  struct Watcher {
    MoveOnlyFunction<void(const ToolOutcome&)> answered;
    MoveOnlyFunction<void(Json& result)> change;
    std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
  };
  void add_watcher(Watcher watcher) {
    if (watchers_ == nullptr) watchers_ = std::make_unique<std::vector<Watcher>>();
    watchers_->push_back(std::move(watcher));
  }
  /// Whether someone waits for the answer, so that notify_answered() is to be called before it is sent.
  [[nodiscard]] bool has_watchers() const { return watchers_ != nullptr; }

  /// Calls all of them, the last one first. `is_error(const Json& result)` reads a result, which they may change,
  /// unless `asks_for_input(const Json& result)`: then it is no CallToolResult.
  template <typename IsError, typename AsksForInput>
  void notify_answered(Response& response, std::optional<ErrorKind> failure, IsError is_error,
                       AsksForInput asks_for_input) {
    if (watchers_ == nullptr) return;
    const auto watchers = std::exchange(watchers_, nullptr);
    const auto now = std::chrono::steady_clock::now();
    Json* const result = std::get_if<Json>(&response);
    std::optional<bool> known_error;
    std::optional<bool> may_change;
    for (auto watcher = watchers->rbegin(); watcher != watchers->rend(); ++watcher) {
      if (watcher->answered) {
        if (!known_error) known_error = result == nullptr || is_error(*result);
        watcher->answered(ToolOutcome{response, *known_error, now - watcher->since, failure});
        continue;
      }
      if (!may_change) may_change = result != nullptr && !asks_for_input(*result);
      if (!*may_change) continue;
      watcher->change(*result);
      known_error.reset();
    }
  }

 private:
  friend class DropGuard;
  friend struct AnswerIfDropped;

  Toolboxes& toolboxes_;
  DropGuard* guard_ = nullptr;
  std::unique_ptr<std::vector<Watcher>> watchers_;  // null: there are none
  std::string_view owner_;
  EventLoop::Timer time_limit_;
  bool is_open_ = true;
  bool has_progressed_ = false;
};

inline void AnswerIfDropped::operator()(ClientRequest* request) const noexcept {
  if (DropGuard* guard = std::exchange(request->guard_, nullptr)) {
    guard->forget_request();
    if (request->is_open()) {
      guard->dropped_.reset(request);
      return;
    }
  }
  if (request->is_open()) {
    request->fail({ErrorKind::internal, request->owner().empty()
                                            ? "the request was dropped without an answer"
                                            : std::string(request->owner()) + " dropped a call without an answer"});
  }
  delete request;
}

inline DropGuard::DropGuard(ClientRequest& request) : request_(&request), outer_(std::exchange(request.guard_, this)) {}

inline DropGuard::~DropGuard() {
  if (request_ != nullptr) request_->guard_ = outer_;
}

}  // namespace workbench::detail
