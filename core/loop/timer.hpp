#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>

#include "workbench/event_loop.hpp"

namespace workbench {

/// Calls `due` once on the thread that runs `context`, when `delay` has passed.
[[nodiscard]] EventLoop::Timer start_timer(boost::asio::io_context& context, std::chrono::milliseconds delay,
                                           MoveOnlyFunction<void()> due);

}  // namespace workbench
