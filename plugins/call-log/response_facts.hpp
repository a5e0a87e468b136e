#pragma once

#include <cstddef>

#include <workbench/json.hpp>
#include <workbench/response.hpp>

namespace workbench::call_log {

/// Bytes of the result or error; 0 if the call was cancelled, because no answer is sent then.
[[nodiscard]] std::size_t size_of(const Response& response);

/// Sets `result`, or `error` to the server's JSON-RPC error or to `{"message": "..."}`.
void keep_response(const Response& response, Json& result, Json& error);

}  // namespace workbench::call_log
