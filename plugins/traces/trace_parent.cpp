#include "trace_parent.hpp"

#include <algorithm>

namespace workbench::traces {
namespace {

constexpr std::size_t kTraceAt = 3;
constexpr std::size_t kSpanAt = 36;
constexpr std::size_t kFlagsAt = 53;
constexpr std::size_t kLength = 55;
constexpr std::size_t kMaxState = 512;

bool are_digits(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_id(std::string_view text) {
  return are_digits(text) && text.find_first_not_of('0') != std::string_view::npos;
}

/// "If a higher version is detected, the implementation SHOULD try to parse it": what follows the known fields is
/// separated by a dash. Version 00 has nothing more, and ff is not valid.
bool has_valid_version(std::string_view text) {
  const std::string_view version = text.substr(0, 2);
  if (!are_digits(version) || version == "ff") return false;
  return text.size() == kLength || (version != "00" && text[kLength] == '-');
}

bool has_dashes(std::string_view text) {
  return text[kTraceAt - 1] == '-' && text[kSpanAt - 1] == '-' && text[kFlagsAt - 1] == '-';
}

/// The last bit of the flags.
bool is_odd(char digit) {
  constexpr std::string_view kOdd = "13579bdf";
  return kOdd.find(digit) != std::string_view::npos;
}

}  // namespace

std::optional<TraceParent> parse_traceparent(std::string_view text) {
  if (text.size() < kLength || !has_valid_version(text) || !has_dashes(text)) return std::nullopt;
  const std::string_view trace = text.substr(kTraceAt, kTraceDigits);
  const std::string_view span = text.substr(kSpanAt, kSpanDigits);
  if (!is_id(trace) || !is_id(span) || !are_digits(text.substr(kFlagsAt, 2))) return std::nullopt;
  return TraceParent{std::string(trace), std::string(span), is_odd(text[kLength - 1])};
}

std::string text_of(const TraceParent& parent) {
  return "00-" + parent.trace + "-" + parent.span + (parent.is_sampled ? "-01" : "-00");
}

bool may_pass_on(std::string_view tracestate) {
  return tracestate.size() <= kMaxState &&
         std::all_of(tracestate.begin(), tracestate.end(), [](char one) { return one >= ' ' && one <= '~'; });
}

}  // namespace workbench::traces
