#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/caller.hpp>

#include "base/client_request.hpp"
#include "json/lookup.hpp"

namespace workbench::app {

/// A call of no client, which keeps the text of its answer. [loop thread]
class MeasuredCall final : public detail::ClientRequest {
 public:
  /// `toolboxes` and `answer` must outlive it.
  MeasuredCall(const CallerIdentity& identity, Toolboxes& toolboxes, std::string& answer)
      : ClientRequest(std::make_shared<CallerIdentity>(identity), {}, toolboxes), answer_(answer) {}

  // ClientRequest
  void result(Json) override { set_over(); }
  void result(ToolResult result) override {
    set_over();
    answer_ = result.literal().is_absent() ? result.plain_text() : json::characters(result.literal());
  }
  void plugin_result(Json) override { set_over(); }
  void error(const PeerError&) override { set_over(); }
  void fail(const Error&) override { set_over(); }
  void on_answer(MoveOnlyFunction<void(const ToolOutcome&)>) override {}
  void notify(std::string_view, const Json&) override {}
  void report_progress_members(std::string_view) override {}
  [[nodiscard]] Json input_responses() const override { return {}; }
  [[nodiscard]] Json request_state() const override { return {}; }
  [[nodiscard]] bool is_suspended() const override { return false; }
  [[nodiscard]] bool is_waiting_for_client() const override { return false; }

  // Caller
  void ask(InputRequest, MoveOnlyFunction<void(InputResponse)> done) override {
    done(Error{ErrorKind::unavailable, "the call is not a client's"});
  }
  [[nodiscard]] bool wants_progress() const override { return false; }
  void report_progress(const Progress&) override {}
  void log(const Json&) override {}
  void on_cancel(MoveOnlyFunction<void(Json)> cancelled) override { set_on_cancel(std::move(cancelled)); }

 private:
  [[nodiscard]] bool is_error_result(const Json&) const override { return false; }
  [[nodiscard]] bool asks_for_input(const Json&) const override { return false; }
  void deliver(Json) override { set_over(); }
  [[nodiscard]] Result<Json> checked_replacement(Json result) const override { return result; }

  std::string& answer_;
};

}  // namespace workbench::app
