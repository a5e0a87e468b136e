#pragma once

#include <cstdint>

#include <workbench/caller.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "protocol/revision.hpp"

namespace workbench::protocol {

// The params of input requests, translated from the revision of a server to the revision of a client.

/// For a client of the modern era, in an InputRequiredResult: without what belongs to the server's own connection, its
/// progress token and `elicitationId`.
[[nodiscard]] Json params_for_modern_client(const InputRequest& input_request);

/// For a legacy client that is sent a request with our id `id`: with `id` in place of the server's progress token where
/// the server is notified of progress (InputRequest::progress), otherwise without one, and
/// - for a client of 2025-06-18, with titled choices of a form (`oneOf` of `const` and `title`) as `enum` and
///   `enumNames`; Error: a choice of several has no such form;
/// - for one of 2025-11-25, in URL mode, with an `elicitationId`, which modern servers do not send.
[[nodiscard]] Result<Json> params_for_legacy_client(const InputRequest& input_request, Revision revision,
                                                    std::uint64_t id);

}  // namespace workbench::protocol
