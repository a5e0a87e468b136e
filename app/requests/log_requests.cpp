#include "requests/log_requests.hpp"

#include <string>
#include <utility>

#include <workbench/json_writer.hpp>

#include "requests/positive_number.hpp"
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

}  // namespace

Result<Json> LogRequests::result_of(const OperatorRequest& request) const {
  if (!request.from.sees_everything()) return only_for_everything();
  const auto named = server_params(request.params);
  if (!named) return named.error();
  const auto limit = positive_number(request.params, "limit", RecentLines::kMaxLines);
  if (!limit || *limit > RecentLines::kMaxLines) {
    return Error{ErrorKind::invalid_argument,
                 "\"limit\" must be a number from 1 to " + std::to_string(RecentLines::kMaxLines)};
  }
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
