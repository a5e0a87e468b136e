#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <workbench/connection.hpp>
#include <workbench/event_loop.hpp>

namespace workbench::test {

/// One end of two connections joined in memory: what one end sends, the other one receives, each message in a turn of
/// the loop of its own. Backlog is what the other end has not received yet, because it is paused for example.
class MemoryConnection final : public Connection {
 public:
  using Pair = std::pair<std::unique_ptr<MemoryConnection>, std::unique_ptr<MemoryConnection>>;

  [[nodiscard]] static Pair make_pair(EventLoop& loop) {
    const auto link = std::make_shared<Link>(loop);
    return {std::unique_ptr<MemoryConnection>(new MemoryConnection(link, 0)),
            std::unique_ptr<MemoryConnection>(new MemoryConnection(link, 1))};
  }

  ~MemoryConnection() override {
    own().observer = nullptr;
    end_other();
  }

  void start(ConnectionObserver& observer) override {
    own().observer = &observer;
    Link::wake(link_, side_);
  }

  void send(Message message) override {
    End& other = link_->ends[1 - side_];
    if (own().reason || other.reason) return;
    std::string text;
    text.reserve(message.size());
    for (const Message::Piece& piece : message.pieces()) text.append(piece.text());
    other.waiting_bytes += text.size();
    other.waiting.push_back(std::move(text));
    Link::wake(link_, 1 - side_);
  }

  [[nodiscard]] std::size_t backlog() const override { return link_->ends[1 - side_].waiting_bytes; }

  void pause_reading(bool paused) override {
    own().paused = paused;
    Link::wake(link_, side_);
  }

  void close() noexcept override {
    if (own().reason) return;
    own().reason = Error{ErrorKind::cancelled, "closed by the workbench"};
    own().waiting.clear();
    own().waiting_bytes = 0;
    own().paused = false;
    end_other();
    Link::wake(link_, side_);
  }

 private:
  /// One end, as the loop's tasks see it: they may outlive the connection.
  struct End {
    ConnectionObserver* observer = nullptr;  // null: not started, ended, or destroyed
    std::deque<std::string> waiting;         // sent by the other end
    std::size_t waiting_bytes = 0;
    bool paused = false;
    bool is_woken = false;
    std::optional<Error> reason;  // given to on_closed when nothing is waiting any more
  };

  struct Link {
    explicit Link(EventLoop& loop_of_both) : loop(loop_of_both) {}

    static void wake(const std::shared_ptr<Link>& link, std::size_t side) {
      if (std::exchange(link->ends[side].is_woken, true)) return;
      link->loop.post([link, side] {
        link->ends[side].is_woken = false;
        deliver(link, side);
      });
    }

    static void deliver(const std::shared_ptr<Link>& link, std::size_t side) {
      End& end = link->ends[side];
      if (end.observer == nullptr || end.paused) return;
      if (!end.waiting.empty()) return deliver_message(link, side);
      if (end.reason) std::exchange(end.observer, nullptr)->on_closed(*end.reason);
    }

    static void deliver_message(const std::shared_ptr<Link>& link, std::size_t side) {
      End& end = link->ends[side];
      std::string message = std::move(end.waiting.front());
      end.waiting.pop_front();
      end.waiting_bytes -= message.size();
      wake(link, side);
      end.observer->on_message(std::move(message));
      const End& sender = link->ends[1 - side];
      if (end.waiting.empty() && sender.observer != nullptr) sender.observer->on_drained();
    }

    EventLoop& loop;
    std::array<End, 2> ends;
  };

  MemoryConnection(std::shared_ptr<Link> link, std::size_t side) : link_(std::move(link)), side_(side) {}

  [[nodiscard]] End& own() { return link_->ends[side_]; }

  void end_other() {
    End& other = link_->ends[1 - side_];
    if (!other.reason) other.reason = Error{ErrorKind::unavailable, "the other end was closed"};
    Link::wake(link_, 1 - side_);
  }

  const std::shared_ptr<Link> link_;
  const std::size_t side_;
};

}  // namespace workbench::test
