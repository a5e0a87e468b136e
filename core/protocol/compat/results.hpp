#pragma once

#include <string_view>

#include <workbench/json.hpp>
#include <workbench/message.hpp>

#include "jsonrpc/id.hpp"

namespace workbench::protocol {

/// A modern server's result for a legacy client: without what such a client does not know (`resultType`, `ttlMs`,
/// `cacheScope`, the server's name in `_meta`). The very same value if there is nothing of that in it.
[[nodiscard]] Json for_legacy_client(const Json& result);

/// The response to a modern request. To `object` is added, where it is not there: `resultType`, the server's name in
/// `_meta`, and, for a complete result of a method that has them, `ttlMs` and `cacheScope`
/// ("server/utilities/caching"). Its own bytes stay as they are.
[[nodiscard]] Message write_modern_result(const jsonrpc::Id& id, std::string_view method, const Json& object);

}  // namespace workbench::protocol
