#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/client_profile.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

namespace workbench {

class Host;

/// Whether the one who asked a question still wants to know: held by who asked and by who waits for the answer.
/// [loop thread]
class CancellationHandle {
 public:
  /// `withdrawn` is called if the question is taken back. Replaces what was set before.
  void on_cancelled(MoveOnlyFunction<void()> cancelled) { cancelled_ = std::move(cancelled); }

  /// Takes the question back: an answer will be thrown away.
  void cancel() {
    if (auto cancelled = std::exchange(cancelled_, {})) cancelled();
  }

 private:
  MoveOnlyFunction<void()> cancelled_;
};

/// What one side asks the client in the middle of a request: `elicitation/create`, `sampling/createMessage` or
/// `roots/list`.
struct InputRequest {
  std::string method;
  Json params = {};                                            ///< absent: none
  std::shared_ptr<CancellationHandle> cancellation = nullptr;  ///< null: it is not taken back
};

/// The client behind one request: what it told with the request, and how to reach it until the request is answered.
/// Everything here works in both eras of the protocol, each in its own way. [loop thread]
class Caller {
 public:
  Caller() = default;
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  virtual ~Caller() = default;

  [[nodiscard]] virtual Host& host() = 0;

  /// Whether the request is of the modern era (2026-07-28 and later): nothing may be inferred from what came before
  /// it on the same connection.
  [[nodiscard]] virtual bool is_modern() const = 0;

  /// The `_meta` object of the request as it came; absent if there was none.
  [[nodiscard]] virtual Json meta() const = 0;

  /// The program that the client says it is.
  [[nodiscard]] virtual ClientInfo client_info() const = 0;

  /// The ClientCapabilities that the client declared, in the handshake or with the request; an object.
  [[nodiscard]] virtual Json capabilities() const = 0;

  /// `inputResponses` and `requestState` of a request that repeats an earlier one ("basic/patterns/mrtr"); absent in
  /// all others.
  [[nodiscard]] virtual Json input_responses() const = 0;
  [[nodiscard]] virtual Json request_state() const = 0;

  /// Asks the client and calls `answered` once with what it says; not at all if the request is cancelled before. In the
  /// modern era the request waits, parked, until the client repeats it with the answers. A question that the client
  /// did not declare to understand is answered at once with a JSON-RPC error -32601, and one that is taken back, of
  /// which a client with a session is told, with an Error.
  virtual void ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) = 0;

  /// Whether the request waits for its client to repeat it. Then nothing that its server says now can be meant for it.
  [[nodiscard]] virtual bool is_suspended() const = 0;

  /// Whether the client asked for progress; reporting to one that did not does nothing.
  [[nodiscard]] virtual bool wants_progress() const = 0;

  /// Passes on the members of a progress notification as a server wrote them, without the token:
  /// `"progress":1.0,"total":3`. A report whose progress is not beyond the one before is dropped: the specification
  /// wants it to increase.
  virtual void report_progress(std::string_view members) = 0;

  /// The least severe level of log messages that the client wants with this request; empty: none.
  [[nodiscard]] virtual std::string_view log_level() const = 0;

  /// Sends the params of a `notifications/message` that belongs to this request, if the client wants such.
  virtual void log(const Json& params) = 0;

  /// `cancelled` is called when the client cancels, with its reason as a JSON string if it gave one; nobody waits for
  /// an answer then. Replaces what was set before.
  virtual void on_cancel(MoveOnlyFunction<void(Json reason)> cancelled) = 0;
};

}  // namespace workbench
