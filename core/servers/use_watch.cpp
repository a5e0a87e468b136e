#include "servers/use_watch.hpp"

#include <algorithm>
#include <utility>

namespace workbench::servers {

void UseWatch::wait(MoveOnlyFunction<void()> unused) {
  unused_ = std::move(unused);
  look_later({});
}

void UseWatch::cancel() {
  unused_ = {};
  timer_.reset();
}

void UseWatch::look_later(std::chrono::milliseconds delay) {
  timer_ = loop_.after(delay, [this] { look(); });
}

void UseWatch::look() {
  const Use use = look_();
  if (!use.is_in_use) return std::exchange(unused_, {})();
  if (!use.until) return;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*use.until - Clock::now());
  look_later(std::max(left, std::chrono::milliseconds(1)));
}

}  // namespace workbench::servers
