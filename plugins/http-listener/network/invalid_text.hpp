#pragma once

#include <string>
#include <string_view>

#include <workbench/result.hpp>

namespace workbench::http {

/// What is wrong with a text of the configuration: `'text' reason`.
[[nodiscard]] inline Error invalid_text(std::string_view text, std::string_view reason) {
  return {ErrorKind::invalid_argument, "'" + std::string(text) + "' " + std::string(reason)};
}

}  // namespace workbench::http
