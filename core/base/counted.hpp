#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace workbench::base {

/// "1 call", "12000 calls", as programs that read a log expect numbers. `noun`: singular, with a plural in -s.
[[nodiscard]] inline std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace workbench::base
