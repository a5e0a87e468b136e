#pragma once

#include "contenders.hpp"
#include "page.hpp"

namespace bench {

/// How much is measured.
struct Effort {
  double seconds = 5;  ///< for each case
  int starts = 40;     ///< of each program
  int idle_seconds = 30;
  bool has_all_sizes = true;  ///< the points of the pictures, the modes, and two processors
};

// Each measures one part and adds what it has measured to the page. They throw std::runtime_error if an answer is wrong
// or a program ends.

/// Calls on one processor: one at a time and many in flight, small and large, with the time of the processor.
void measure_calls(const Contenders& contenders, const Effort& effort, Page& page);
/// The same calls on two processors.
void measure_two_processors(const Contenders& contenders, const Effort& effort, Page& page);
/// Calls in each tool mode, with middleware, and over HTTP.
void measure_modes(const Contenders& contenders, const Effort& effort, Page& page);
/// From the start to the answer of `initialize`, to the first call among 10,000 tools, and the opening of 50 servers.
void measure_start(const Contenders& contenders, const Effort& effort, Page& page);
/// Memory and wake-ups of an idle workbench.
void measure_idle(const Contenders& contenders, const Effort& effort, Page& page);

}  // namespace bench
