#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include <workbench/caller.hpp>
#include <workbench/error.hpp>
#include <workbench/json.hpp>
#include <workbench/tool_result.hpp>

// The host's side of a request. Plugins meet it only through ToolCall and Caller.

namespace workbench {
class Toolboxes;
}

namespace workbench::detail {

class ClientRequest;

/// Answers a request that is dropped without an answer, so that no client waits for ever, and destroys it.
struct AnswerIfDropped {
  void operator()(ClientRequest* request) const noexcept;
};
using OwnedRequest = std::unique_ptr<ClientRequest, AnswerIfDropped>;

/// Takes back a request that is dropped without an answer while this lives. Lives on the stack, around a call that
/// hands the request to a plugin. [loop thread]
class DropGuard {
 public:
  explicit DropGuard(ClientRequest& request);
  DropGuard(const DropGuard&) = delete;
  DropGuard& operator=(const DropGuard&) = delete;
  ~DropGuard();

  /// The request if it was dropped; null: it was answered, or is kept.
  [[nodiscard]] OwnedRequest take_dropped() { return std::move(dropped_); }

 private:
  friend struct AnswerIfDropped;
  ClientRequest* request_;  // null: it has been destroyed, or dropped
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
  /// Answers with a JSON-RPC error of ours: -32602 for invalid_argument and not_found, -32603 for everything else.
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

  /// The members of a progress notification as a server wrote them, without the token: `"progress":1.0,"total":3`.
  virtual void report_progress_members(std::string_view members) = 0;

 protected:
  ClientRequest(std::shared_ptr<const CallerIdentity> identity, Json meta, Toolboxes& toolboxes)
      : Caller(std::move(identity), std::move(meta)), toolboxes_(toolboxes) {}

  void set_over() { is_open_ = false; }

 private:
  friend class DropGuard;
  friend struct AnswerIfDropped;

  Toolboxes& toolboxes_;
  DropGuard* guard_ = nullptr;
  bool is_open_ = true;
};

inline void AnswerIfDropped::operator()(ClientRequest* request) const noexcept {
  if (DropGuard* guard = std::exchange(request->guard_, nullptr)) {
    guard->request_ = nullptr;
    if (request->is_open()) {
      guard->dropped_.reset(request);
      return;
    }
  }
  if (request->is_open()) request->fail({ErrorKind::internal, "the request was dropped without an answer"});
  delete request;
}

inline DropGuard::DropGuard(ClientRequest& request) : request_(&request) {
  request.guard_ = this;
}

inline DropGuard::~DropGuard() {
  if (request_ != nullptr) request_->guard_ = nullptr;
}

}  // namespace workbench::detail
