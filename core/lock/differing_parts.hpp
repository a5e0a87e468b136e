#pragma once

#include <string>
#include <string_view>

namespace workbench::lock {

/// A long line without the words that it has in common with `other`, but for a few around each place where the two
/// differ; "…" stands for the others. So whatever only this line has is there, and so is each place at which the other
/// one has more.
[[nodiscard]] std::string differing_parts(std::string_view line, std::string_view other);

}  // namespace workbench::lock
