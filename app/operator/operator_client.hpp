#pragma once

#include <filesystem>
#include <string_view>

#include <workbench/file_descriptor.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::app {

/// Sends one request to the workbench that listens at `socket`, as an operator, and returns its result. Waits for it at
/// most 10 s. Not for a thread with an event loop.
/// `params`: an object; absent: none.
/// unavailable: no workbench listens there, or it has ended. timed_out: it does not respond. not_found: it knows no
/// object of the id in the params. protocol: it has refused the request. The message of the last two is its own.
[[nodiscard]] Result<Json> request_as_operator(FileDescriptor socket, std::string_view method, const Json& params = {});

}  // namespace workbench::app
