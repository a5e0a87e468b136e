#pragma once

#include <string_view>

#include <workbench/message.hpp>

#include "jsonrpc/id.hpp"

namespace workbench::jsonrpc {

// --- whole messages --------------------------------------------------------------------------------------------------

/// Absent params are left out.
[[nodiscard]] Message write_request(const Id& id, std::string_view method, const Json& params);
[[nodiscard]] Message write_notification(std::string_view method, const Json& params);
/// An absent result is written as an empty object.
[[nodiscard]] Message write_result(const Id& id, const Json& result);

// --- messages whose params or result are put together from several pieces --------------------------------------------

/// The beginning of a request, up to and including `"params":`. What follows is the params, and "}".
[[nodiscard]] Message begin_request(const Id& id, std::string_view method);
/// The same for a result, up to and including `"result":`.
[[nodiscard]] Message begin_result(const Id& id);

// --- errors ----------------------------------------------------------------------------------------------------------

/// The codes of JSON-RPC 2.0 (section 5.1), and those of MCP that we send ("basic/index", section Error Codes, of
/// 2026-07-28).
enum ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kHeaderMismatch = -32020,
  kMissingClientCapability = -32021,
  kUnsupportedProtocolVersion = -32022,
};

/// The code of an error object; 0: it has none that is an integer.
[[nodiscard]] int code_of(const Json& error);

/// An error object; `data` may be absent.
[[nodiscard]] Json error_object(int code, std::string_view message, const Json& data = {});

/// An absent id is left out, as revisions since 2025-11-25 have it. `data` may be absent.
[[nodiscard]] Message write_error(const Id& id, int code, std::string_view message, const Json& data = {});
/// With an error object that has been written already.
[[nodiscard]] Message write_error(const Id& id, const Json& error);

}  // namespace workbench::jsonrpc
