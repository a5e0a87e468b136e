#include <memory>
#include <string>
#include <utility>

#include <workbench/testing/memory_connection.hpp>
#include <workbench/testing/transport_contract.hpp>

#include "event_loop/loop.hpp"
#include "run_until.hpp"

namespace workbench::test {
namespace {

/// Sends back every message, and reads on only while what it sends is read.
class EchoPeer final : public ConnectionObserver {
 public:
  explicit EchoPeer(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {
    connection_->start(*this);
  }
  void on_message(std::string message) override {
    const bool is_last = message == "\"farewell\"";
    connection_->send(Message(std::move(message)));
    connection_->pause_reading(connection_->backlog() > 1024U * 1024);
    if (is_last) connection_->close();
  }
  void on_undeliverable(const Error&, std::string_view) override {}
  void on_end_of_input() override {}
  void on_drained() override { connection_->pause_reading(false); }
  void on_closed(const Error&) override {}

 private:
  std::unique_ptr<Connection> connection_;
};

class MemoryGround {
 public:
  EventLoop& loop() { return loop_; }
  bool run_until(const std::function<bool()>& done) { return test::run_until(loop_, done); }
  std::unique_ptr<Connection> connect() {
    auto [ours, theirs] = MemoryConnection::make_pair(loop_);
    peer_ = std::make_unique<EchoPeer>(std::move(theirs));
    return std::move(ours);
  }
  std::string farewell() { return "\"farewell\""; }

 private:
  event_loop::Loop loop_;
  std::unique_ptr<EchoPeer> peer_;
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Memory, TransportContract, MemoryGround);

}  // namespace workbench::test
