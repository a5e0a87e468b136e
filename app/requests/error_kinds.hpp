#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <workbench/result.hpp>

// How errors are distinguished in the operator protocol: `data.kind` of an error response.

namespace workbench::app {

inline constexpr std::array<std::pair<ErrorKind, std::string_view>, 5> kErrorKindWords{
    {{ErrorKind::not_found, "not_found"},
     {ErrorKind::forbidden, "forbidden"},
     {ErrorKind::unavailable, "unavailable"},
     {ErrorKind::busy, "busy"},
     {ErrorKind::timed_out, "timed_out"}}};

/// Empty: errors of this kind have no `data`.
[[nodiscard]] constexpr std::string_view word_of(ErrorKind kind) {
  for (const auto& [known, word] : kErrorKindWords) {
    if (known == kind) return word;
  }
  return {};
}

/// Absent: an error of this word has no kind that is known here.
[[nodiscard]] constexpr std::optional<ErrorKind> error_kind_of(std::string_view word) {
  for (const auto& [kind, known] : kErrorKindWords) {
    if (known == word) return kind;
  }
  return std::nullopt;
}

}  // namespace workbench::app
