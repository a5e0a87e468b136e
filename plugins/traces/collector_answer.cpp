#include "collector_answer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>

namespace workbench::traces {
namespace {

/// "The request that receives a response status code listed in following table SHOULD be retried".
bool is_temporary(unsigned status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

Json member(const Json& object, std::string_view name, const JsonAccess& json) {
  std::array<Json, 1> found;
  const std::array<std::string_view, 1> names{name};
  if (!json.pick(object, names, found)) return {};
  return found.front();
}

/// `partialSuccess.rejectedSpans`, a number or, as 64-bit integers are written, a string.
std::size_t rejected_in(const std::string& body, const JsonAccess& json) {
  const auto checked = json.checked(body);
  if (!checked) return 0;
  const Json rejected = member(member(*checked, "partialSuccess", json), "rejectedSpans", json);
  std::string_view digits = rejected.text();
  if (rejected.kind() == JsonKind::string) digits = digits.substr(1, digits.size() - 2);
  std::size_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return count;
}

}  // namespace

CollectorAnswer read_answer(const http::PostOutcome& outcome, std::size_t spans, const JsonAccess& json) {
  if (outcome.status == 0) return {spans, "the collector cannot be reached: " + outcome.failure, true};
  if (outcome.status / 100 == 2) {
    const std::size_t rejected = std::min(rejected_in(outcome.body, json), spans);
    return {rejected, rejected == 0 ? "" : "the collector has rejected them"};
  }
  CollectorAnswer answer{spans, "the collector has answered with status " + std::to_string(outcome.status)};
  answer.may_repeat = is_temporary(outcome.status);
  if (outcome.retry_after) answer.wait = *outcome.retry_after;
  return answer;
}

}  // namespace workbench::traces
