#pragma once

#include <string_view>

#include "http-shared/headers.hpp"

namespace workbench::http {

/// Whether the header Accept of a request admits a response of this media type, "application/json" (RFC 9110, section
/// 12.5.1): of the ranges that fit, the most specific one decides, and a weight of 0 excludes. Parameters but the
/// weight are not compared. Without the header, or with an empty one, everything is admitted. [any thread]
[[nodiscard]] bool is_accepted(std::string_view media_type, const Headers& headers);

}  // namespace workbench::http
