#pragma once

#include <optional>
#include <string>

#include <workbench/response.hpp>

namespace workbench::protocol {

/// A server's error object as a legacy client may see it: modern errors's own are about a
/// conversation that this client knows nothing of, and become -32603. Everything else as it came.
[[nodiscard]] Json for_legacy_era(const PeerError& error);

/// What a server of 2025-11-25 says when its client has to visit a URL first (-32042), as the InputRequiredResult that
/// a modern client understands: a question in url mode for each. Absent: it is no such error.
[[nodiscard]] std::optional<Json> urls_to_visit(const PeerError& error);

/// The same for whoever cannot be sent anywhere, but may know somebody who can: "; visit https://... first (Sign in)".
/// Empty: it is no such error.
[[nodiscard]] std::string urls_in_words(const PeerError& error);

/// The same for a client that did not declare to visit URLs: -32021 with what it would have to declare.
[[nodiscard]] Json needs_url_mode(const PeerError& error);

/// A server's error object as a modern client may see it ("basic/index", section Error Codes): a resource
/// that is not there is -32602, codes that older revisions used for purposes of their own become -32603. Everything
/// else as it came.
[[nodiscard]] Json for_modern_era(const PeerError& error);

}  // namespace workbench::protocol
