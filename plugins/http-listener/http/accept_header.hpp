#pragma once

#include <string_view>

#include "http-shared/headers.hpp"

namespace workbench::http {

/// Whether the header Accept of a request admits a response of this media type, "application/json" (RFC 9110, section
/// 12.5.1): of the ranges that fit, the most specific one decides, and a weight of 0 excludes. Parameters but the
/// weight are not compared. Without the header, or with an empty one, everything is admitted. [any thread]
[[nodiscard]] bool is_accepted(std::string_view media_type, const Headers& headers);

/// The forms of the response to a POST that its client accepts. "The client MUST include an Accept header, listing both
/// application/json and text/event-stream" ("basic/transports", Sending Messages to the Server); one that lists one of
/// them is served in that form.
struct AcceptedForms {
  bool json = true;
  bool events = true;
};
[[nodiscard]] AcceptedForms accepted_forms(const Headers& headers);

}  // namespace workbench::http
