#pragma once

// A client's request without a client, for events that only the owner of the request can see: when it is destroyed, and
// with it the text that came with it.

#include <memory>
#include <string>
#include <utility>

#include "plain_request.hpp"

namespace gateway_fixture {

/// What became of a FakeRequest.
struct RequestRecord {
  std::string result;  ///< the result object; of a ToolResult, its text
  std::string error;   ///< the error's message
  bool is_destroyed = false;
};

class FakeRequest final : public test_support::PlainRequest {
 public:
  FakeRequest(RequestRecord& record, workbench::Toolboxes& toolboxes, workbench::CallerIdentity identity = {})
      : PlainRequest(std::make_shared<const workbench::CallerIdentity>(std::move(identity)), {}, toolboxes),
        record_(record) {}
  ~FakeRequest() override { record_.is_destroyed = true; }

  /// What the session does when the client cancels, or its stream closes.
  void cancel() {
    set_over();
    notify_cancelled({});
  }

  void result(workbench::Json object) override { finish(record_.result, std::string(object.text())); }
  void result(workbench::ToolResult result) override { finish(record_.result, result.plain_text()); }
  void error(const workbench::PeerError& error) override { finish(record_.error, error.message); }
  void fail(const workbench::Error& error) override { finish(record_.error, error.message); }
  [[nodiscard]] workbench::Json input_responses() const override { return {}; }
  [[nodiscard]] workbench::Json request_state() const override { return {}; }
  [[nodiscard]] bool is_suspended() const override { return false; }
  [[nodiscard]] bool is_waiting_for_client() const override { return false; }
  void notify(std::string_view, const workbench::Json&) override {}
  void report_progress_members(std::string_view) override {}
  void ask(workbench::InputRequest, workbench::MoveOnlyFunction<void(workbench::InputResponse)>) override {}
  [[nodiscard]] bool wants_progress() const override { return false; }
  void report_progress(const workbench::Progress&) override {}
  void log(const workbench::Json&) override {}

 private:
  void finish(std::string& place, std::string text) {
    if (!is_open()) return;
    set_over();
    place = std::move(text);
  }

  RequestRecord& record_;
};

}  // namespace gateway_fixture
