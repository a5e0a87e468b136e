#pragma once

#include <string_view>

#include <workbench/message.hpp>

#include "jsonrpc/error_codes.hpp"  // IWYU pragma: export
#include "jsonrpc/id.hpp"

namespace workbench::jsonrpc {

[[nodiscard]] Message write_request(const Id& id, std::string_view method, const Json& params);
[[nodiscard]] Message write_notification(std::string_view method, const Json& params);
[[nodiscard]] Message write_result(const Id& id, const Json& result);
/// An absent id is left out, as the specification has it since 2025-11-25. `data` may be absent.
[[nodiscard]] Message write_error(const Id& id, int code, std::string_view message, const Json& data = {});
/// With an error object that is written already.
[[nodiscard]] Message write_error(const Id& id, const Json& error);

/// An error object; `data` may be absent.
[[nodiscard]] Json error_object(int code, std::string_view message, const Json& data = {});

/// The beginning of a request up to and including `"params":`, for params that are put together from several pieces.
/// Whoever appends them closes the message with "}".
[[nodiscard]] Message begin_request(const Id& id, std::string_view method);
[[nodiscard]] Message begin_notification(std::string_view method);
/// The same for a result, up to and including `"result":`.
[[nodiscard]] Message begin_result(const Id& id);

}  // namespace workbench::jsonrpc
