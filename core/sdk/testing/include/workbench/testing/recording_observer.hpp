#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/connection.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::test {

/// Records the calls of a connection to its observer.
class RecordingObserver final : public ConnectionObserver {
 public:
  void on_message(std::string message) override { record(std::move(message), {}, {}); }
  void on_checked_message(CheckedMessage message) override {
    record(std::string(message.whole.text()), std::move(message.related_request), std::move(message.scopes));
  }
  /// Also recorded as the error response that it is by default.
  void on_request_failed(const Json& id, const Error& reason) override {
    failed_requests.push_back(reason);
    ConnectionObserver::on_request_failed(id, reason);
  }
  void on_undeliverable(const Error& what, std::string_view beginning) override {
    check_silence();
    undeliverable.push_back({what, std::string(beginning)});
  }
  void on_end_of_input() override {
    check_silence();
    ++ends_of_input;
  }
  void on_drained() override {
    check_silence();
    ++drained;
  }
  void on_closed(const Error& reason) override {
    check_silence();
    closed.push_back(reason);
    if (on_end) on_end();
  }

  [[nodiscard]] bool is_closed() const { return !closed.empty(); }

  struct Undeliverable {
    Error what;
    std::string beginning;
  };
  std::vector<std::string> messages;
  std::vector<std::string> related_requests;          ///< CheckedMessage::related_request of each message
  std::vector<std::shared_ptr<const Scopes>> scopes;  ///< CheckedMessage::scopes of each message
  std::vector<Error> failed_requests;
  std::vector<Undeliverable> undeliverable;
  std::vector<Error> closed;  ///< one, if all is well
  std::size_t ends_of_input = 0;
  std::size_t drained = 0;

  /// True while the test is calling the connection, which must not call its observer then.
  bool expects_silence = false;
  std::size_t calls_while_silent = 0;
  std::size_t calls_after_closed = 0;

  MoveOnlyFunction<void()> on_each_message;
  MoveOnlyFunction<void()> on_end;

 private:
  void record(std::string message, std::string related_request, std::shared_ptr<const Scopes> granted) {
    check_silence();
    messages.push_back(std::move(message));
    related_requests.push_back(std::move(related_request));
    scopes.push_back(std::move(granted));
    if (on_each_message) on_each_message();
  }
  void check_silence() {
    if (expects_silence) ++calls_while_silent;
    if (is_closed()) ++calls_after_closed;
  }
};

}  // namespace workbench::test
