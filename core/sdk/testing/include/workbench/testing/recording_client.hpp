#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <workbench/json_writer.hpp>
#include <workbench/tool_call.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench::test {

/// A client for tests of meta-tools and middleware: makes tool calls and records how they are answered. It must outlive
/// its calls. [loop thread]
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

  /// How a call was answered: ToolCall::result(), error() or fail().
  using Answer = std::variant<ToolResult, PeerError, Error>;

  // What it has received, over all calls.
  std::vector<Answer> answers;
  std::vector<Progress> progress;
  std::vector<std::string> log_messages;  ///< the params of each

  /// A new call, to be given to a meta-tool or a middleware.
  [[nodiscard]] ToolCall call(Json arguments = Json("{}"));

  /// Cancels the latest call, unless it was answered.
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

class RecordingClient::Request final : public workbench::detail::ClientRequest {
 public:
  explicit Request(RecordingClient& client)
      : ClientRequest(std::make_shared<CallerIdentity>(client.identity), client.meta, client.toolboxes_),
        client_(client),
        wants_progress_(client.wants_progress) {}
  ~Request() override {
    if (client_.latest_ == this) client_.latest_ = nullptr;
  }

  void cancel(Json reason) {
    if (!is_open()) return;
    set_over();
    Response response = Error{ErrorKind::cancelled, "the client cancelled the call"};
    constexpr auto kNoResult = [](const Json&) { return true; };
    notify_answered(response, ErrorKind::cancelled, kNoResult, kNoResult);
    cancellation_reason_ = reason;
    if (auto cancelled = std::exchange(cancelled_, {})) cancelled(std::move(reason));  // it may destroy this
  }

  // ClientRequest
  void result(Json object) override { result(ToolResult::passed_on(std::move(object))); }
  void result(ToolResult result) override {
    const std::optional<ErrorKind> failure = result.failure();
    const Json object = call_tool_result(result);
    answer(std::move(result), object, failure);
  }
  void error(const PeerError& error) override { answer(error, error, ErrorKind::protocol); }
  void fail(const Error& error) override { answer(error, error, error.kind); }
  Json input_responses() const override { return {}; }
  Json request_state() const override { return {}; }
  bool is_suspended() const override { return false; }
  bool is_waiting_for_client() const override { return false; }
  void on_answer(MoveOnlyFunction<void(const ToolOutcome&)> answered) override {
    add_watcher({std::move(answered), {}});
  }
  void notify(std::string_view, const Json&) override {}
  void report_progress_members(std::string_view) override { record_progress(); }

  // Caller
  void ask(InputRequest input_request, MoveOnlyFunction<void(InputResponse)> done) override {
    if (client_.respond) return done(client_.respond(input_request));
    constexpr const char* kMessage = "the client does not support this input request";
    JsonWriter error;
    error.object().member("code", -32601).member("message", kMessage).end();
    done(PeerError{std::move(error).json(), kMessage});
  }
  bool wants_progress() const override { return wants_progress_; }
  void report_progress(const Progress& report) override {
    record_progress();
    if (wants_progress_ && is_open()) client_.progress.push_back(report);
  }
  void log(const Json& params) override { client_.log_messages.emplace_back(params.text()); }
  void on_cancel(MoveOnlyFunction<void(Json)> cancelled) override {
    if (!cancellation_reason_) {
      cancelled_ = std::move(cancelled);
    } else if (cancelled) {
      cancelled(*cancellation_reason_);
    }
  }

 private:
  /// The result as a client of the latest revision would receive it.
  static Json call_tool_result(const ToolResult& result) {
    if (!result.whole().is_absent()) return result.whole();
    JsonWriter writer;
    writer.object().key("content").array().object().member("type", "text").key("text");
    if (result.literal().is_absent()) {
      writer.string(result.plain_text());
    } else {
      writer.value(result.literal());
    }
    writer.end().end().optional_member("structuredContent", result.structured_object());
    if (result.is_error()) writer.member("isError", true);
    writer.end();
    return std::move(writer).json();
  }

  /// Whether the member `name` of a result is this text.
  [[nodiscard]] bool has_member(const Json& result, std::string_view name, std::string_view text) const {
    const std::array<std::string_view, 1> names{name};
    std::array<Json, 1> found;
    return client_.host_.json().pick(result, names, found) && found.front().text() == text;
  }

  void answer(Answer answer, Response response, std::optional<ErrorKind> failure) {
    if (!is_open()) return;
    set_over();
    const Response given = response;
    notify_answered(
        response, failure, [this](const Json& result) { return has_member(result, "isError", "true"); },
        [this](const Json& result) {
          return identity().is_modern && has_member(result, "resultType", R"("input_required")");
        });
    const auto* const result = std::get_if<Json>(&response);
    const bool is_changed = result != nullptr && result->text().data() != std::get<Json>(given).text().data();
    client_.answers.push_back(is_changed ? Answer(ToolResult::passed_on(*result)) : std::move(answer));
  }

  RecordingClient& client_;
  const bool wants_progress_;
  MoveOnlyFunction<void(Json)> cancelled_;
  std::optional<Json> cancellation_reason_;  // absent: not cancelled
};

inline ToolCall RecordingClient::call(Json arguments) {
  latest_ = new Request(*this);
  return {workbench::detail::OwnedRequest(latest_), std::move(arguments), host_};
}

inline void RecordingClient::cancel(Json reason) {
  if (latest_ != nullptr) latest_->cancel(std::move(reason));
}

inline std::string RecordingClient::text_of(const Answer& answer) {
  if (const auto* peer = std::get_if<PeerError>(&answer)) return "JSON-RPC error: " + peer->message;
  if (const auto* failure = std::get_if<Error>(&answer)) return "JSON-RPC error: " + failure->message;
  const auto& result = std::get<ToolResult>(answer);
  for (const Json* json : {&result.whole(), &result.structured_object(), &result.literal()}) {
    if (!json->is_absent()) return std::string(json->text());
  }
  return (result.is_error() ? "error: " : "") + result.plain_text();
}

}  // namespace workbench::test
