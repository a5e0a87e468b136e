#include "requests/log_requests.hpp"

#include <charconv>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "requests/server_params.hpp"
#include "servers/login_text.hpp"

namespace workbench::app {
namespace {

/// As the log writes them, without blanks.
std::string_view word_for(LogLevel level) {
  switch (level) {
    case LogLevel::error: return "error";
    case LogLevel::warning: return "warning";
    case LogLevel::information: return "information";
    case LogLevel::debug: return "debug";
    case LogLevel::trace: return "trace";
  }
  return "information";
}

/// `"limit"`, 1 to the most that is remembered; absent: that.
Result<std::size_t> limit_in(const Json& params) {
  const Json limit = json::member(params, "limit");
  if (limit.is_absent()) return RecentLines::kMaxLines;
  std::size_t count = 0;
  const std::string_view digits = limit.text();
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  const bool is_number = failure == std::errc() && end == digits.data() + digits.size();
  if (is_number && count >= 1 && count <= RecentLines::kMaxLines) return count;
  return Error{ErrorKind::invalid_argument,
               "\"limit\" must be a number from 1 to " + std::to_string(RecentLines::kMaxLines)};
}

}  // namespace

Result<Json> LogRequests::result_of(const OperatorRequest& request) const {
  if (!request.from.sees_everything()) return only_for_everything();
  const auto named = server_params(request.params);
  if (!named) return named.error();
  const auto limit = limit_in(request.params);
  if (!limit) return limit.error();
  JsonWriter writer;
  writer.object().key("lines").array();
  for (const RecentLine& line : lines_.of(named->source(), *limit)) {
    writer.object().member("time", servers::timestamp(line.time)).member("level", word_for(line.level));
    writer.member("text", line.text).end();
  }
  writer.end().end();
  return std::move(writer).json();
}

}  // namespace workbench::app
