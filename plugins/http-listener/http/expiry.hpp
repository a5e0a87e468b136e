#pragma once

#include <algorithm>
#include <chrono>

namespace workbench::http {

/// The present time; std::chrono::system_clock::now, except in a test.
using WallClock = std::chrono::system_clock::time_point (*)();

/// The time at which something ends, by the wall clock or the steady clock, whichever is first: the steady clock stops
/// while the machine is suspended, and the wall clock may be set back. A value; not tied to a thread.
class Expiry {
 public:
  using Steady = std::chrono::steady_clock;
  using Wall = std::chrono::system_clock;

  /// Never.
  Expiry() = default;
  /// At `end` of the wall clock, whose time is `now`.
  Expiry(Wall::time_point end, Wall::time_point now)
      : wall_(end), steady_(Steady::now() + std::chrono::duration_cast<Steady::duration>(end - now)) {}
  /// By the steady clock alone, where nothing else is known.
  explicit Expiry(Steady::time_point end) : steady_(end) {}

  /// The time until then, if the wall clock's time is `now`; not above zero: it has passed.
  [[nodiscard]] Steady::duration left(Wall::time_point now) const {
    return std::min(steady_ - Steady::now(), std::chrono::duration_cast<Steady::duration>(wall_ - now));
  }
  [[nodiscard]] bool has_passed(Wall::time_point now) const { return left(now) <= Steady::duration::zero(); }

 private:
  Wall::time_point wall_ = Wall::time_point::max();
  Steady::time_point steady_ = Steady::time_point::max();
};

}  // namespace workbench::http
