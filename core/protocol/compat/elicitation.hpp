#pragma once

#include <workbench/caller.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "protocol/revision.hpp"

namespace workbench::protocol {

/// The params of an input request without what belongs to the server's own connection: its progress token, and for
/// modern clients `elicitationId`.
[[nodiscard]] Json params_for_client(const InputRequest& input_request, Revision revision);

/// A requestedSchema of 2025-11-25 or later for a client of 2025-06-18: titled choices (`oneOf` of `const` and `title`)
/// become `enum` and `enumNames`. Error: a choice of several has no older form.
[[nodiscard]] Result<Json> older_form(const Json& params);

}  // namespace workbench::protocol
