#pragma once

#include <workbench/file_descriptor.hpp>

namespace workbench::event_loop {

/// An eventfd, with which a sleeping loop is woken. Throws std::system_error if the operating system refuses one.
[[nodiscard]] FileDescriptor new_event_descriptor();

/// Makes an event descriptor readable. Safe in a signal handler. [any thread]
void raise_event(int fd) noexcept;

/// Makes it not readable again.
void clear_event(int fd) noexcept;

}  // namespace workbench::event_loop
