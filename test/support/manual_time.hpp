#pragma once

#include <chrono>

namespace test_support {

/// Lets `time` pass in a program that links manual_time.cpp. There, std::chrono::steady_clock shows a time of its own:
/// it passes by this function, and by a microsecond whenever somebody looks at it, so that nobody waits for ever. The
/// timers of event_loop::Loop are called when they are due by that clock; one that is late by more than a second only a
/// second later (event_loop::Timers), so that less should pass at once.
void pass_time(std::chrono::nanoseconds time);

}  // namespace test_support
