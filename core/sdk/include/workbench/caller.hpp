#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/client_profile.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/principal.hpp>
#include <workbench/response.hpp>

namespace workbench {

/// Cancels an InputRequest. The requesting side calls cancel(), the side that waits for the response sets
/// on_cancelled(); both share the handle. [loop thread]
class CancellationHandle {
 public:
  /// `cancelled` is called once: inside cancel(), or at once, inside this call, if the request has been cancelled
  /// already. Replaces what was set before; may be empty.
  void on_cancelled(MoveOnlyFunction<void()> cancelled) {
    cancelled_ = std::move(cancelled);
    if (is_cancelled_) call();
  }

  /// Cancels the request. A later response is dropped. Calling it again has no effect.
  void cancel() {
    if (!std::exchange(is_cancelled_, true)) call();
  }

  [[nodiscard]] bool is_cancelled() const { return is_cancelled_; }

 private:
  void call() {
    if (auto cancelled = std::exchange(cancelled_, {})) cancelled();
  }

  MoveOnlyFunction<void()> cancelled_;
  bool is_cancelled_ = false;
};

/// Receives the progress that a client makes with an InputRequest. [loop thread]
class InputProgress {
 public:
  virtual ~InputProgress() = default;

  /// `members`: ProgressNotificationParams without the token, as `"progress":1,"total":2`. Without effect
  /// after the response.
  virtual void report(std::string_view members) = 0;
};

/// What a client is asked in the course of a request (InputRequest of the specification).
struct InputRequest {
  std::string method;  ///< `elicitation/create`, `sampling/createMessage` or `roots/list`
  Json params = {};    ///< an object; absent: none
  std::shared_ptr<CancellationHandle> cancellation = nullptr;  ///< null: it cannot be cancelled by itself
  std::shared_ptr<InputProgress> progress = nullptr;           ///< null: the requester does not need it
  /// How long the requester waits for the response; a modern request is suspended for at least that long. 0: as long as
  /// the workbench suspends a request (`limits.suspended`).
  std::chrono::milliseconds patience{0};
};

/// How the client responded to an InputRequest: its result, its JSON-RPC error, or why there is no response.
using InputResponse = Response;

/// What a client has declared about itself: in its `initialize`, or in the `_meta` of a modern request.
struct CallerIdentity {
  /// Whether its requests are of the modern era (2026-07-28 and later): nothing may be inferred from earlier requests
  /// on the same connection.
  bool is_modern = false;
  ClientInfo client_info;
  Json capabilities{"{}"};  ///< ClientCapabilities; an object
  /// The least severe LoggingLevel of the log messages that the client wants. Empty: a modern client wants none, a
  /// legacy client has not set a level.
  std::string log_level;
  std::shared_ptr<const Principal> principal;  ///< null: anonymous
  Json implementation = {};  ///< the Implementation that `client_info` is of, to the byte; absent: there was none
};

/// The progress of a request (ProgressNotificationParams of the specification).
struct Progress {
  double progress = 0;          ///< must increase with each report; a report in which it does not is dropped
  std::optional<double> total;  ///< in the unit of `progress`; absent: not known
  std::string message;          ///< for a person; empty: none
};

/// The client behind one request, until the request is answered. Every function works in both eras of the protocol, in
/// the way of that era. [loop thread]
class Caller {
 public:
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  virtual ~Caller() = default;

  /// What the client has declared about itself. Valid as long as this object.
  [[nodiscard]] const CallerIdentity& identity() const { return *identity_; }

  /// The scopes that the authorization of the request grants. Null: it is not limited by scopes. The workbench has
  /// checked those that the configuration requires. Valid as long as this object.
  [[nodiscard]] const std::shared_ptr<const Scopes>& scopes() const { return scopes_; }

  /// The `_meta` object of the request, to the byte; absent if there was none. Valid as long as this object.
  [[nodiscard]] const Json& meta() const { return meta_; }

  /// Sends `input_request` to the client; `done` is called once with the response, perhaps inside this call, and not at
  /// all if this request is answered or cancelled before. A modern request is suspended until the client repeats it
  /// with the response. The response is a PeerError (-32601) if the client has not declared the capability, and
  /// an Error in these cases:
  /// cancelled: the input request was cancelled through its CancellationHandle.
  /// timed_out: the client did not respond within its time limit.
  /// unavailable: the client has disconnected.
  virtual void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) = 0;

  /// Whether the client asked for progress notifications (a progress token in `_meta`).
  [[nodiscard]] virtual bool wants_progress() const = 0;

  /// Sends a progress notification, if the client asked for them. In every case it extends the time limit of the call.
  virtual void report_progress(const Progress& progress) = 0;

  /// Sends a `notifications/message` that belongs to this request, if the client wants messages of its level. `params`
  /// is a LoggingMessageNotificationParams object.
  virtual void log(const Json& params) = 0;

  /// `cancelled` is called once when the client cancels the request or disconnects, with the reason as a JSON string,
  /// or absent; answers are dropped from then on. If that has happened already, it is called at once, inside this call.
  /// It may destroy the request and with it this object. Replaces what was set before; may be empty.
  virtual void on_cancel(MoveOnlyFunction<void(Json reason)> cancelled) = 0;

 protected:
  Caller(std::shared_ptr<const CallerIdentity> identity, Json meta)
      : identity_(std::move(identity)), meta_(std::move(meta)) {}

  void set_identity(std::shared_ptr<const CallerIdentity> identity) { identity_ = std::move(identity); }
  void set_meta(Json meta) { meta_ = std::move(meta); }
  void set_scopes(std::shared_ptr<const Scopes> scopes) { scopes_ = std::move(scopes); }

 private:
  std::shared_ptr<const CallerIdentity> identity_;  // never null
  Json meta_;
  std::shared_ptr<const Scopes> scopes_;  // null: no limit
};

}  // namespace workbench
