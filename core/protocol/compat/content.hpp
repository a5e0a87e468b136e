#pragma once

#include <workbench/json.hpp>

#include "protocol/revision.hpp"

namespace workbench::protocol {

/// A result for a client of an older revision: blocks of content that it has never heard of, and would refuse the whole
/// result for, become a text that says what they were. These are `audio` before 2025-03-26 and `resource_link` before
/// 2025-06-18, in the `content` of a tool's result and in the messages of a prompt. The very same value if there is
/// none of them in it.
[[nodiscard]] Json for_older_revision(const Json& result, Revision revision);

}  // namespace workbench::protocol
