#pragma once

#include <string>

#include "page.hpp"

namespace bench {

/// The chart as SVG, readable on a white and on a dark background.
[[nodiscard]] std::string draw(const Picture& picture);

}  // namespace bench
