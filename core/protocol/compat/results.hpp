#pragma once

#include <string_view>

#include <workbench/json.hpp>
#include <workbench/message.hpp>

#include "jsonrpc/id.hpp"
#include "protocol/revision.hpp"

namespace workbench::protocol {

// Results, translated from a server of one era to a client of the other, or to a client of an older revision.

/// A modern server's complete result for a legacy client: without what such a client does not know (`resultType`,
/// `ttlMs`, `cacheScope`, the server's name in `_meta`), and with_object_content(). The same value if it has none of
/// these.
[[nodiscard]] Json for_legacy_client(const Json& result);

/// A legacy server's result for a modern client. In the legacy era, `resultType` is a member like any other, which says
/// nothing of the result, and the client would read it as the protocol's: it is left out. The same value if there is
/// none, or if it is "complete".
[[nodiscard]] Json for_modern_client(const Json& result);

/// The same where the result is a member of something else, to which the response does not add what clients demand of
/// every result: with `resultType`.
[[nodiscard]] Json complete_for_modern_client(const Json& result);

/// A tool's result for a legacy client. "Structured content is returned as a JSON object" until 2025-11-25
/// ("server/tools"), and as any JSON value since: a value that is not an object becomes the member `result` of an
/// object, because clients would refuse the whole result. The same value if there is no such content.
[[nodiscard]] Json with_object_content(const Json& result);

/// The result of `method` for a client whose principal has a name: if its server lets caches serve it to any client
/// (`cacheScope` "public"), it becomes private to this client, because others may not see the server at all. "Caches
/// MUST NOT be shared across authorization contexts" ("server/utilities/caching"). Otherwise the same value.
[[nodiscard]] Json for_principal(std::string_view method, const Json& result);

/// A result for a client of an older revision. Blocks of content that the revision does not have, for which a client
/// would refuse the whole result, become a text that says what they were: `audio` before 2025-03-26 and `resource_link`
/// before 2025-06-18, in the `content` of a tool's result and in the messages of a prompt. The same value if it has
/// none of them.
[[nodiscard]] Json for_older_revision(const Json& result, Revision revision);

/// Whether for_older_revision() changes anything for clients of this revision.
[[nodiscard]] bool may_need_older_form(Revision revision);

/// The response to a modern request. To `object` is added, where it is missing: `resultType`, our name in `_meta`, and,
/// for a complete result of a method that has them, `ttlMs` and `cacheScope` ("server/utilities/caching"). Members that
/// clients would refuse are replaced or left out: `_meta` is an object, `ttlMs` an integer that is not negative,
/// `cacheScope` "public" or "private", and a result that is not complete has neither. A hint that means nothing becomes
/// 0 or "private". All other bytes stay as they are.
[[nodiscard]] Message write_modern_result(const jsonrpc::Id& id, std::string_view method, const Json& object);

}  // namespace workbench::protocol
