#pragma once

#include <compare>
#include <string_view>

namespace workbench::app {

/// Which of two versions is the later one, by Semantic Versioning 2.0.0 (section 11): a prerelease comes before its
/// release, and build metadata does not count. Versions of another form are compared field by field, too.
[[nodiscard]] std::strong_ordering order_of_versions(std::string_view one, std::string_view other);

}  // namespace workbench::app
