#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>
#include <workbench/testing/recording_client.hpp>

#include "base/client_request.hpp"

namespace workbench::test {

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
    Response response = Error{ErrorKind::cancelled, "the client cancelled the call"};
    static_cast<void>(notify_answered(response, ErrorKind::cancelled));
    set_over();
    notify_cancelled(std::move(reason));  // it may destroy this
  }

  // ClientRequest
  void result(Json object) override { result(ToolResult::passed_on(std::move(object))); }
  void result(ToolResult result) override {
    failure_ = result.failure();
    const Json object = call_tool_result(result);
    given_ = std::move(result);
    deliver(object);
  }
  void plugin_result(Json object) override {
    auto checked = checked_replacement(std::move(object));
    if (!checked) return fail({ErrorKind::internal, "the plugin " + checked.error().message});
    result(*std::move(checked));
  }
  void error(const PeerError& error) override { answer_with_error(error, error, ErrorKind::protocol); }
  void fail(const Error& error) override { answer_with_error(error, error, error.kind); }
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
    if (client_.respond_later) return client_.respond_later(input_request, std::move(done));
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
  void on_cancel(MoveOnlyFunction<void(Json)> cancelled) override { set_on_cancel(std::move(cancelled)); }

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

  [[nodiscard]] bool is_error_result(const Json& result) const override {
    return has_member(result, "isError", "true");
  }
  [[nodiscard]] bool asks_for_input(const Json& result) const override {
    return identity().is_modern && has_member(result, "resultType", R"("input_required")");
  }
  [[nodiscard]] Result<Json> checked_replacement(Json result) const override {
    auto checked = client_.host_.json().checked(std::string(result.text()));
    if (checked && checked->kind() == JsonKind::object) return checked;
    return Error{ErrorKind::protocol, "replaced a result with something that is not a JSON object"};
  }

  /// The result that was given first is recorded as it was, unless it has been changed.
  void deliver(Json result) override {
    if (!is_open()) return;
    if (first_.is_absent()) first_ = result;
    Response response = std::move(result);
    if (!notify_answered(response, failure_)) return;
    const auto& sent = std::get<Json>(response);
    const bool is_changed = sent.text().data() != first_.text().data();
    finish(is_changed ? Answer(ToolResult::passed_on(sent)) : Answer(*std::move(given_)));
  }

  void answer_with_error(Answer answer, Response response, ErrorKind failure) {
    if (!is_open()) return;
    static_cast<void>(notify_answered(response, failure));
    finish(std::move(answer));
  }

  void finish(Answer answer) {
    if (!is_open()) return;
    set_over();
    client_.answers.push_back(std::move(answer));
  }

  RecordingClient& client_;
  const bool wants_progress_;
  std::optional<ToolResult> given_;  // set by the last holder that answered
  Json first_;                       // given_ as a client would receive it
  std::optional<ErrorKind> failure_;
};

ToolCall RecordingClient::call(Json arguments) {
  latest_ = new Request(*this);
  return {workbench::detail::OwnedRequest(latest_), std::move(arguments), host_};
}

MethodCall RecordingClient::request(std::string method, RequestTarget target, Json params) {
  latest_ = new Request(*this);
  return {workbench::detail::OwnedRequest(latest_), std::move(method), std::move(target), std::move(params), host_};
}

void RecordingClient::cancel(Json reason) {
  if (latest_ != nullptr) latest_->cancel(std::move(reason));
}

std::string RecordingClient::text_of(const Answer& answer) {
  if (const auto* peer = std::get_if<PeerError>(&answer)) return "JSON-RPC error: " + peer->message;
  if (const auto* failure = std::get_if<Error>(&answer)) return "JSON-RPC error: " + failure->message;
  const auto& result = std::get<ToolResult>(answer);
  for (const Json* json : {&result.whole(), &result.structured_object(), &result.literal()}) {
    if (!json->is_absent()) return std::string(json->text());
  }
  return (result.is_error() ? "error: " : "") + result.plain_text();
}

}  // namespace workbench::test
