#pragma once

#include <optional>
#include <string>
#include <vector>

#include <workbench/response.hpp>

#include "protocol/revision.hpp"

namespace workbench::servers {

/// "If the server supports the requested protocol version, it MUST respond with the same version. Otherwise, the server
/// MUST respond with another protocol version it supports" ("basic/lifecycle", Version Negotiation). Some refuse
/// instead, with any code, as the example of the specification's errors does: "Unsupported protocol version", and the
/// supported ones in `data`; over HTTP with the status 400, and the versions in a text.
///
/// The revision to ask for next, after `asked_for` (in that order, not empty): the newest that the refusal names, or if
/// it names none but is about versions, the next older one. Absent: the refusal is about something else, or there is
/// none left.
[[nodiscard]] std::optional<protocol::Revision> next_revision(const Response& refusal,
                                                              const std::vector<protocol::Revision>& asked_for);

}  // namespace workbench::servers
