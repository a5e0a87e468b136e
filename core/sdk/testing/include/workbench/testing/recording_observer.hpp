#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::test {

/// Writes down what it hears of a connection.
class RecordingObserver final : public ConnectionObserver {
 public:
  void on_message(std::string message) override {
    note();
    messages.push_back(std::move(message));
    if (on_each_message) on_each_message();
  }
  void on_undeliverable(const Error& what, std::string_view beginning) override {
    note();
    undeliverable.push_back({what, std::string(beginning)});
  }
  void on_end_of_input() override {
    note();
    ++ends_of_input;
  }
  void on_drained() override {
    note();
    ++drained;
  }
  void on_closed(const Error& reason) override {
    note();
    closed.push_back(reason);
    if (on_end) on_end();
  }

  [[nodiscard]] bool is_closed() const { return !closed.empty(); }

  struct Undeliverable {
    Error what;
    std::string beginning;
  };
  std::vector<std::string> messages;
  std::vector<Undeliverable> undeliverable;
  std::vector<Error> closed;  ///< one, if all is well
  std::size_t ends_of_input = 0;
  std::size_t drained = 0;

  /// True while the test is calling the connection: nothing must be heard then.
  bool must_be_silent = false;
  std::size_t heard_when_silent = 0;
  std::size_t heard_after_the_end = 0;

  MoveOnlyFunction<void()> on_each_message;
  MoveOnlyFunction<void()> on_end;

 private:
  void note() {
    if (must_be_silent) ++heard_when_silent;
    if (is_closed()) ++heard_after_the_end;
  }
};

}  // namespace workbench::test
