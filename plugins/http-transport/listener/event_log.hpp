#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>

namespace workbench::http {

/// The latest events of one stream, to be sent again to a client that lost its connection ("basic/transports",
/// Resumability and Redelivery). Bounded: what is older than the limit cannot be had again,
/// but the latest event always can. Not tied to a thread.
class EventLog {
 public:
  explicit EventLog(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Adds an event (whole, with its id line) and drops the oldest ones beyond the limit.
  void add(std::uint64_t number, std::string event) {
    bytes_ += event.size();
    events_.push_back({number, std::move(event)});
    while (bytes_ > most_bytes_ && events_.size() > 1) {
      bytes_ -= events_.front().text.size();
      events_.pop_front();
    }
  }

  /// All that came after event `number`, in order.
  void replay(std::uint64_t number, const std::function<void(const std::string&)>& send) const {
    for (const Event& event : events_) {
      if (event.number > number) send(event.text);
    }
  }

  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  struct Event {
    std::uint64_t number;
    std::string text;
  };

  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::deque<Event> events_;
};

}  // namespace workbench::http
