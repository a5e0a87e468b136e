#pragma once

#include <string_view>

#include <workbench/json.hpp>
#include <workbench/message.hpp>

#include "jsonrpc/id.hpp"
#include "protocol/revision.hpp"

namespace workbench::protocol {

// Results on their way from a server of one era to a client of the other, or of an older revision.

/// A modern server's result for a legacy client: without what such a client does not know (`resultType`, `ttlMs`,
/// `cacheScope`, the server's name in `_meta`). The very same value if there is nothing of that in it.
[[nodiscard]] Json for_legacy_client(const Json& result);

/// A result for a client of an older revision. Blocks of content that the revision does not have, for which a client
/// would refuse the whole result, become a text that says what they were: `audio` before 2025-03-26 and `resource_link`
/// before 2025-06-18, in the `content` of a tool's result and in the messages of a prompt. The very same value if there
/// is none of them in it.
[[nodiscard]] Json for_older_revision(const Json& result, Revision revision);

/// Whether for_older_revision() changes anything for clients of this revision.
[[nodiscard]] bool may_need_older_form(Revision revision);

/// The response to a modern request. To `object` is added, where it is missing: `resultType`, our name in `_meta`, and,
/// for a complete result of a method that has them, `ttlMs` and `cacheScope` ("server/utilities/caching"). Its own
/// bytes stay as they are.
[[nodiscard]] Message write_modern_result(const jsonrpc::Id& id, std::string_view method, const Json& object);

}  // namespace workbench::protocol
