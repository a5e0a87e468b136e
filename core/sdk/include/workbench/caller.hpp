#pragma once

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

/// Cancels an InputRequest: shared by the side that asks and the side that waits for the response. [loop thread]
class CancellationHandle {
 public:
  /// `cancelled` is called if the request is cancelled. Replaces what was set before.
  void on_cancelled(MoveOnlyFunction<void()> cancelled) { cancelled_ = std::move(cancelled); }

  /// A response that comes later is dropped.
  void cancel() {
    if (auto cancelled = std::exchange(cancelled_, {})) cancelled();
  }

 private:
  MoveOnlyFunction<void()> cancelled_;
};

/// What is asked of a client in the course of a request: `elicitation/create`, `sampling/createMessage` or
/// `roots/list` (InputRequest of the specification).
struct InputRequest {
  std::string method;
  Json params = {};                                            ///< absent: none
  std::shared_ptr<CancellationHandle> cancellation = nullptr;  ///< null: it is not cancelled
};

/// How the client responded to it.
using InputResponse = Response;

/// What a client has said of itself, at its `initialize` or with a modern request.
struct CallerIdentity {
  /// Whether its requests are of the modern era (2026-07-28 and later): nothing may be inferred from earlier requests
  /// on the same connection.
  bool is_modern = false;
  ClientInfo client_info;
  Json capabilities{"{}"};  ///< ClientCapabilities; an object
  /// The least severe LoggingLevel of log messages that it wants; empty: a modern client wants none, a legacy one has
  /// not said.
  std::string log_level;
  std::shared_ptr<const Principal> principal;  ///< null: anonymous
};

/// How far a request has come (ProgressNotificationParams of the specification).
struct Progress {
  double progress = 0;  ///< has to increase with each report; others are dropped
  std::optional<double> total;
  std::string message;  ///< empty: none
};

/// The client behind one request, for as long as the request is not answered. Everything here works in both eras of the
/// protocol, in the way of each. [loop thread]
class Caller {
 public:
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  virtual ~Caller() = default;

  [[nodiscard]] const CallerIdentity& identity() const { return *identity_; }

  /// The `_meta` object of the request as it came; absent if there was none.
  [[nodiscard]] const Json& meta() const { return meta_; }

  /// Sends an input request to the client; `done` is called once with its response, and not at all if the request is
  /// cancelled before. A modern request is suspended until the client repeats it with the response. An input request
  /// for which the client has not declared the capability gets a JSON-RPC error -32601 at once; one that is cancelled
  /// gets an Error.
  virtual void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) = 0;

  /// Whether the client asked for progress; reports to one that did not are dropped.
  [[nodiscard]] virtual bool wants_progress() const = 0;
  virtual void report_progress(const Progress& progress) = 0;

  /// Sends the params of a `notifications/message` that belongs to this request, if the client wants such.
  virtual void log(const Json& params) = 0;

  /// `cancelled` is called when the client cancels the request, with its reason as a JSON string or absent; the answer
  /// is dropped then. Replaces what was set before.
  virtual void on_cancel(MoveOnlyFunction<void(Json reason)> cancelled) = 0;

 protected:
  Caller(std::shared_ptr<const CallerIdentity> identity, Json meta)
      : identity_(std::move(identity)), meta_(std::move(meta)) {}

  void set_identity(std::shared_ptr<const CallerIdentity> identity) { identity_ = std::move(identity); }
  void set_meta(Json meta) { meta_ = std::move(meta); }
  void set_on_cancel(MoveOnlyFunction<void(Json)> cancelled) { cancelled_ = std::move(cancelled); }
  /// The function that set_on_cancel() has set; it may destroy this object.
  [[nodiscard]] MoveOnlyFunction<void(Json)> take_on_cancel() { return std::exchange(cancelled_, {}); }

 private:
  std::shared_ptr<const CallerIdentity> identity_;  // never null
  Json meta_;
  MoveOnlyFunction<void(Json)> cancelled_;
};

}  // namespace workbench
