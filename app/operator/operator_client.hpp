#pragma once

#include <filesystem>
#include <string_view>

#include <workbench/file_descriptor.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::app {

/// Sends one request to the workbench that listens at `socket`, as an operator, and returns its result. Waits for it at
/// most 10 s. Not for a thread with an event loop.
/// unavailable: no workbench listens there, or it has ended. timed_out: it does not respond. protocol: it has refused
/// the request; the message is its own.
[[nodiscard]] Result<Json> request_as_operator(FileDescriptor socket, std::string_view method);

}  // namespace workbench::app
