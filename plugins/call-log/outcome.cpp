#include "outcome.hpp"

#include <array>
#include <string_view>
#include <variant>

namespace workbench::call_log {
namespace {

constexpr std::string_view kInputRequired = "input_required";

bool requires_input(const Json& result, const JsonAccess& json) {
  if (result.text().find(kInputRequired) == std::string_view::npos) return false;
  constexpr std::array<std::string_view, 1> kNames{"resultType"};
  std::array<Json, 1> found;
  return json.pick(result, kNames, found) && found.front().text() == R"("input_required")";
}

std::string_view word_for_failure(ErrorKind failure) {
  switch (failure) {
    case ErrorKind::cancelled: return "cancelled";
    case ErrorKind::invalid_argument:
    case ErrorKind::not_found: return "refused";
    case ErrorKind::unavailable: return "unavailable";
    case ErrorKind::timed_out: return "timed_out";
    case ErrorKind::busy: return "busy";
    case ErrorKind::protocol: return "server_error";
    case ErrorKind::internal: return "failed";
  }
  return "failed";
}

}  // namespace

std::string_view word_for(const ToolOutcome& outcome, bool is_modern, const JsonAccess& json) {
  if (outcome.failure) return word_for_failure(*outcome.failure);
  if (outcome.is_error) return "tool_error";
  const auto* result = std::get_if<Json>(&outcome.response);
  return is_modern && result != nullptr && requires_input(*result, json) ? kInputRequired : "result";
}

}  // namespace workbench::call_log
