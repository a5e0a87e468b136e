#include "http/accept_header.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>

namespace workbench::http {
namespace {

using boost::beast::iequals;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// The text up to the next `separator` outside of quoted strings, and removes both from `rest`.
std::string_view extract_part(std::string_view& rest, char separator) {
  bool is_quoted = false;
  std::size_t end = 0;
  for (; end != rest.size() && (is_quoted || rest[end] != separator); ++end) {
    if (rest[end] == '"') is_quoted = !is_quoted;
    if (is_quoted && rest[end] == '\\' && end + 1 != rest.size()) ++end;
  }
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return trimmed(part);
}

/// 3: names the media type. 2, 1: a range that contains it. 0: does not fit. Old Java clients write `*` for `*/*`.
int specificity(std::string_view range, std::string_view media_type) {
  if (iequals(range, media_type)) return 3;
  if (range == "*/*" || range == "*") return 1;
  const std::string_view group = media_type.substr(0, media_type.find('/') + 1);
  return range.ends_with("/*") && iequals(range.substr(0, range.size() - 1), group) ? 2 : 0;
}

/// Whether a parameter is a weight of 0: `q=0`, `Q = 0.000`.
bool excludes(std::string_view parameter) {
  const std::size_t equals = std::min(parameter.find('='), parameter.size());
  if (!iequals(trimmed(parameter.substr(0, equals)), "q") || equals == parameter.size()) return false;
  const std::string_view weight = trimmed(parameter.substr(equals + 1));
  return !weight.empty() && weight.find_first_not_of("0.") == std::string_view::npos;
}

}  // namespace

bool is_accepted(std::string_view media_type, const Headers& headers) {
  bool has_ranges = false;
  int best = 0;
  bool is_admitted = false;
  for (const auto& [name, value] : headers) {
    if (!iequals(name, "Accept")) continue;
    for (std::string_view ranges = value; !ranges.empty();) {
      std::string_view parameters = extract_part(ranges, ',');
      const std::string_view range = extract_part(parameters, ';');
      if (range.empty()) continue;
      has_ranges = true;
      const int fits = specificity(range, media_type);
      if (fits <= best) continue;
      best = fits;
      is_admitted = true;
      while (!parameters.empty()) is_admitted = !excludes(extract_part(parameters, ';')) && is_admitted;
    }
  }
  return is_admitted || !has_ranges;
}

AcceptedForms accepted_forms(const Headers& headers) {
  const std::string* accept = headers.find("Accept");
  if (accept != nullptr && *accept == "application/json, text/event-stream") return {};  // what most clients send
  return {is_accepted("application/json", headers), is_accepted("text/event-stream", headers)};
}

}  // namespace workbench::http
