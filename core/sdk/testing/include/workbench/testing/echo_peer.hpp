#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/connection.hpp>

namespace workbench::test {

/// The other end of a connection under test: sends back every message, and reads on only while what it sends is read.
class EchoPeer final : public ConnectionObserver {
 public:
  /// It closes the connection after this message was sent back.
  static constexpr std::string_view kLastMessage = "\"last\"";

  explicit EchoPeer(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {
    connection_->start(*this);
  }

  void on_message(std::string message) override {
    const bool is_last = message == kLastMessage;
    connection_->send(Message(std::move(message)));
    connection_->pause_reading(connection_->backlog() > kMaxBacklog);
    if (is_last) connection_->close();
  }
  void on_undeliverable(const Error&, std::string_view) override {}
  void on_end_of_input() override { connection_->close(); }
  void on_drained() override { connection_->pause_reading(false); }
  void on_closed(const Error&) override { connection_.reset(); }

 private:
  static constexpr std::size_t kMaxBacklog = 1024U * 1024;

  std::unique_ptr<Connection> connection_;
};

}  // namespace workbench::test
