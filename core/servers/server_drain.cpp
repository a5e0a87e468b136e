#include "servers/server_drain.hpp"

#include <utility>

namespace workbench::servers {

ServerDrain::ServerDrain(EventLoop& loop, UseWatch& watch, Close close)
    : loop_(loop), watch_(watch), close_(std::move(close)) {}

void ServerDrain::remove_user() {
  if (--users_ > 0) return;
  watch_.handle_change();
  if (has_begun()) continue_later();
}

void ServerDrain::begin(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained) {
  drained_ = std::move(drained);
  limit_timer_ = loop_.after(limit, [this] { close(); });
  if (users_ == 0) continue_later();
}

void ServerDrain::abandon() {
  limit_timer_.reset();
  step_timer_.reset();
  drained_ = {};
}

/// Because the last user may be a request that a run of the server is just answering.
void ServerDrain::continue_later() {
  step_timer_ = loop_.after(std::chrono::milliseconds(0), [this] {
    if (users_ > 0 || !has_begun()) return;  // it continues when there are none; or it has ended
    if (!is_closed_) return close();
    std::exchange(drained_, {})();  // the last line: it may destroy this
  });
}

void ServerDrain::close() {
  close_([this] {
    is_closed_ = true;
    limit_timer_.reset();
    if (users_ == 0) continue_later();
  });
}

}  // namespace workbench::servers
