#pragma once

#include <utility>

#include "base/client_request.hpp"

namespace test_support {

/// A base class for a test's request: its results are passed on as they are, and those who watch it are kept.
class PlainRequest : public workbench::detail::ClientRequest {
 public:
  using ClientRequest::ClientRequest;

  void plugin_result(workbench::Json object) override { result(std::move(object)); }
  void on_answer(workbench::MoveOnlyFunction<void(const workbench::ToolOutcome&)> answered) override {
    add_watcher({.answered = std::move(answered)});
  }
  void on_cancel(workbench::MoveOnlyFunction<void(workbench::Json)> cancelled) override {
    set_on_cancel(std::move(cancelled));
  }

 private:
  [[nodiscard]] bool is_error_result(const workbench::Json&) const override { return false; }
  [[nodiscard]] bool asks_for_input(const workbench::Json&) const override { return false; }
  void deliver(workbench::Json result) override { this->result(std::move(result)); }
  [[nodiscard]] workbench::Result<workbench::Json> checked_replacement(workbench::Json result) const override {
    return result;
  }
};

}  // namespace test_support
