#pragma once

#include <array>
#include <string_view>
#include <variant>

#include <workbench/json.hpp>
#include <workbench/tool_outcome.hpp>

namespace workbench {

/// All words for how a call ended; plugins/call-log/REFERENCE.md explains them.
inline constexpr std::array<std::string_view, 11> kOutcomeWords{
    "result",    "tool_error", "input_required", "refused", "unavailable", "login_required",
    "timed_out", "busy",       "server_error",   "failed",  "cancelled"};

namespace detail {

inline std::string_view outcome_word_for(ErrorKind failure) {
  switch (failure) {
    case ErrorKind::cancelled: return "cancelled";
    case ErrorKind::invalid_argument:
    case ErrorKind::forbidden:
    case ErrorKind::not_found: return "refused";
    case ErrorKind::unavailable: return "unavailable";
    case ErrorKind::timed_out: return "timed_out";
    case ErrorKind::busy: return "busy";
    case ErrorKind::login_required: return "login_required";
    case ErrorKind::protocol: return "server_error";
    case ErrorKind::internal: break;
  }
  return "failed";
}

inline bool requires_input(const Json& result, const JsonAccess& json) {
  if (result.text().find("input_required") == std::string_view::npos) return false;
  constexpr std::array<std::string_view, 1> kNames{"resultType"};
  std::array<Json, 1> found;
  return json.pick(result, kNames, found) && found.front().text() == R"("input_required")";
}

}  // namespace detail

/// How a call ended, as one of kOutcomeWords, so that all reports use the same words. `is_modern`: the client's request
/// was of the modern era.
[[nodiscard]] inline std::string_view outcome_word(const ToolOutcome& outcome, bool is_modern, const JsonAccess& json) {
  if (outcome.failure) return detail::outcome_word_for(*outcome.failure);
  if (outcome.is_error) return "tool_error";
  const auto* const result = std::get_if<Json>(&outcome.response);
  const bool wants_input = is_modern && result != nullptr && detail::requires_input(*result, json);
  return wants_input ? "input_required" : "result";
}

}  // namespace workbench
