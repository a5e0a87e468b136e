#include "servers/idle_check.hpp"

#include <chrono>

namespace workbench::servers {

void IdleCheck::begin() {
  const std::chrono::milliseconds limit = server_.idle_limit();
  if (limit == std::chrono::milliseconds(0)) return;
  static_cast<void>(runs_.present()->connection().in_flight().test_and_clear_used());
  timer_ = loop_.after(limit, [this] { check(); });
}

void IdleCheck::check() {
  InFlightRequests& in_flight = runs_.present()->connection().in_flight();
  static_cast<void>(in_flight.entries());  // forgets requests without a client that were never answered
  const bool was_used = in_flight.test_and_clear_used();
  if (was_used || runs_.present()->is_listing_anything() || is_held_()) return begin();
  cancel();
  end_();
}

}  // namespace workbench::servers
