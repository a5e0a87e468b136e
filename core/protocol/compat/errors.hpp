#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/response.hpp>

namespace workbench::protocol {

// JSON-RPC errors, translated from a server of one era to a client of the other.

/// A server's error object for a legacy client. The modern era's own codes (-32020 to -32022) are about the request
/// between the workbench and the server, and become -32603. Everything else is unchanged.
[[nodiscard]] Json for_legacy_era(const PeerError& error);

/// A resource that does not exist, in the words of the legacy era: ResourceNotFound, -32002 ("server/resources",
/// section Error Handling). Every client that is refused a resource is answered with this error, which for_modern_era()
/// turns into that era's.
[[nodiscard]] PeerError resource_not_found(std::string_view uri, std::string message);

/// A modern server's error in response to `resources/read` for a legacy client. In the modern era, a resource that does
/// not exist is -32602 ("server/resources", section Error Handling): no other param than the URI is the client's. Other
/// errors are unchanged.
[[nodiscard]] PeerError resource_error_for_legacy_client(const PeerError& error, std::string_view uri);

/// A server's error object for a modern client ("basic/index", section Error Codes). A resource that does not exist is
/// -32602; other codes of the reserved range that the modern era has not assigned become -32603. Everything else is
/// unchanged.
[[nodiscard]] Json for_modern_era(const PeerError& error);

// A server of 2025-11-25 answers with URLElicitationRequiredError (-32042) if the client's user has to visit a URL
// first ("client/elicitation", section URL Elicitation Required Error).

/// The `elicitationId`s in it, which `notifications/elicitation/complete` may name later; none: it is another error.
[[nodiscard]] std::vector<Json> elicitation_ids_of(const PeerError& error);

/// The equivalent InputRequiredResult for a modern client: one elicitation in URL mode for each URL. Absent: it
/// is another error.
[[nodiscard]] std::optional<Json> urls_to_visit(const PeerError& error);

/// The error for a modern client that has not declared URL mode: -32021 with the capability that is missing.
[[nodiscard]] Json needs_url_mode(const PeerError& error);

/// The same for a legacy client that has not declared URL mode, in words, as an internal error: "The server MUST NOT
/// return this error except when URL mode elicitation is required", which is nothing that such a client can do.
[[nodiscard]] PeerError needs_url_mode_in_words(const PeerError& error);

/// The same for a model, which can pass it on to its user: "; visit https://... first (Sign in)". Empty: it is another
/// error.
[[nodiscard]] std::string urls_in_words(const PeerError& error);

}  // namespace workbench::protocol
