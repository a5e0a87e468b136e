#pragma once

#include <string>
#include <string_view>

#include "workbench/json.hpp"

namespace workbench::mcp {

[[nodiscard]] inline std::string stateless_meta(const Json&, std::string_view) {
  return {};
}

}  // namespace workbench::mcp
