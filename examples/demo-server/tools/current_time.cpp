#include <chrono>
#include <ctime>
#include <optional>

#include "tools.hpp"

namespace workbench::demo {
namespace {

using std::chrono::minutes;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

int two_digits(std::string_view text) {
  return (text[0] - '0') * 10 + (text[1] - '0');
}

/// `+05:30`, `-08:00` or `Z`.
std::optional<minutes> read_offset(std::string_view text) {
  if (text == "Z") return minutes(0);
  const bool has_shape = text.size() == 6 && (text[0] == '+' || text[0] == '-') && is_digit(text[1]) &&
                         is_digit(text[2]) && text[3] == ':' && is_digit(text[4]) && is_digit(text[5]);
  if (!has_shape) return std::nullopt;
  const int hours = two_digits(text.substr(1));
  const int rest = two_digits(text.substr(4));
  if (hours > 14 || rest > 59) return std::nullopt;
  const minutes distance(hours * 60 + rest);
  return text[0] == '-' ? -distance : distance;
}

Result<Output> current_time(const Arguments& arguments) {
  const auto offset_text = arguments.has("utc_offset") ? arguments.text("utc_offset") : std::string("Z");
  if (!offset_text) return offset_text.error();
  const auto offset = read_offset(offset_text.value());
  if (!offset) {
    return Error{ErrorKind::invalid_argument,
                 "'" + offset_text.value() + "' is no UTC offset; write it like '+05:30', '-08:00' or 'Z'."};
  }

  const std::time_t shifted = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() + *offset);
  std::tm parts{};
  gmtime_r(&shifted, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  return Output{std::string(text, length) + offset_text.value()};
}

}  // namespace

const DemoTool kCurrentTime = {
    .name = "current_time",
    .title = "Tell the time",
    .description = "Tells the date and time in ISO 8601, in UTC or at a given offset from it.",
    .input_schema = R"({"type":"object","properties":{)"
                    R"("utc_offset":{"type":"string","pattern":"^(Z|[+-][0-9]{2}:[0-9]{2})$","default":"Z",)"
                    R"("description":"Offset from UTC, such as +05:30"}},"additionalProperties":false})",
    .output_schema = {},
    .annotations = R"({"readOnlyHint":true,"openWorldHint":false})",
    .run = current_time};

}  // namespace workbench::demo
