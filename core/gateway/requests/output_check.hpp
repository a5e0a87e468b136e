#pragma once

#include <workbench/json.hpp>

#include "gateway/requests/routed_request.hpp"

namespace workbench::gateway {

/// A server's valid result of a tool, for a client that was shown the outputSchema of the tool in a native list:
/// "servers MUST provide structured results that conform to this schema" ("server/tools", Output Schema), and the
/// official clients throw away the whole of a result that does not. The same value if it conforms, or the client knows
/// no schema.
/// - A text that is JSON of the schema is repeated as `structuredContent`.
/// - An error has no `structuredContent` then: errors mostly have a shape of their own.
/// - Any other result becomes an error, which clients do not compare, with a text that says so before the server's; its
///   structured content becomes a text. Native lists show the tool without the schema from then on.
/// The same value as well if `routed` is neither a call nor asks what a task has ended with.
[[nodiscard]] Json with_conforming_output(const RoutedRequest& routed, const Json& result);

}  // namespace workbench::gateway
