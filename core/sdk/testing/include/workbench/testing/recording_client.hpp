#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include <workbench/method_call.hpp>
#include <workbench/tool_call.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench::test {

/// A client for tests of meta-tools and middleware: makes tool calls and other requests, and records how they are
/// answered. It must outlive its calls. [loop thread]
class RecordingClient {
 public:
  /// Both must outlive the client.
  RecordingClient(Host& host, Toolboxes& toolboxes) : host_(host), toolboxes_(toolboxes) {}
  RecordingClient(const RecordingClient&) = delete;
  RecordingClient& operator=(const RecordingClient&) = delete;

  // What its next calls say.
  CallerIdentity identity;
  Json meta;
  bool wants_progress = true;
  /// Responds to an input request. Empty: it fails as if the client had not declared the capability.
  std::function<InputResponse(const InputRequest&)> respond;
  /// The same for a client that takes its time, in place of `respond`: it calls `done` with the response, at most once.
  std::function<void(const InputRequest&, MoveOnlyFunction<void(InputResponse)> done)> respond_later;

  /// How a call was answered: ToolCall::result(), error() or fail().
  using Answer = std::variant<ToolResult, PeerError, Error>;

  // What it has received, over all calls.
  std::vector<Answer> answers;
  std::vector<Progress> progress;
  std::vector<std::string> log_messages;  ///< the params of each

  /// A new call, to be given to a meta-tool or a middleware.
  [[nodiscard]] ToolCall call(Json arguments = Json("{}"));
  /// A new request that is not a tool call, to be given to a middleware.
  [[nodiscard]] MethodCall request(std::string method, RequestTarget target, Json params = Json("{}"));

  /// Cancels the latest call or request, unless it was answered.
  void cancel(Json reason = {});

  /// An answer in words: the text or the JSON of a result, "error: ..." of a result with isError, "JSON-RPC error: ..."
  /// of the other two.
  [[nodiscard]] static std::string text_of(const Answer& answer);

 private:
  class Request;

  Host& host_;
  Toolboxes& toolboxes_;
  Request* latest_ = nullptr;  // null: it has been destroyed
};

}  // namespace workbench::test
