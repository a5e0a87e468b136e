#include "call_record.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::call_log {
namespace {

/// More than most lines have without values.
constexpr std::size_t kUsualBytes = 512;

/// Replaces the digits at `at` by those of `value`, with leading zeros.
void put_digits(std::string& text, std::size_t at, std::size_t digits, std::int64_t value) {
  for (std::size_t place = at + digits; place != at; value /= 10) text[--place] = static_cast<char>('0' + value % 10);
}

/// In UTC, as ISO 8601 has it.
std::string format_time(std::chrono::system_clock::time_point time) {
  const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time);
  const auto day = std::chrono::floor<std::chrono::days>(milliseconds);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(milliseconds - day);
  std::string text = "0000-00-00T00:00:00.000Z";
  put_digits(text, 0, 4, static_cast<int>(date.year()));
  put_digits(text, 5, 2, static_cast<unsigned>(date.month()));
  put_digits(text, 8, 2, static_cast<unsigned>(date.day()));
  put_digits(text, 11, 2, clock.hours().count());
  put_digits(text, 14, 2, clock.minutes().count());
  put_digits(text, 17, 2, clock.seconds().count());
  put_digits(text, 20, 3, clock.subseconds().count());
  return text;
}

/// Milliseconds with three decimals, because many calls take less than one.
std::string format_milliseconds(std::chrono::nanoseconds duration) {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
  std::string text = std::to_string(microseconds / 1000) + ".000";
  put_digits(text, text.size() - 3, 3, microseconds % 1000);
  return text;
}

}  // namespace

std::string line_for(const CallRecord& record) {
  JsonWriter writer(kUsualBytes + record.arguments.text().size() + record.result.text().size());
  writer.object().member("time", format_time(record.time));
  if (record.principal != nullptr && !record.principal->name.empty()) {
    writer.member("principal", record.principal->name);
  }
  if (!record.client.name.empty()) writer.member("client", record.client.name);
  if (!record.client.version.empty()) writer.member("clientVersion", record.client.version);
  writer.member("toolbox", record.tool.toolbox).member("server", record.tool.server).member("tool", record.tool.tool);
  writer.member("outcome", record.outcome).key("milliseconds").raw(format_milliseconds(record.duration));
  writer.member("bytesIn", record.bytes_in).member("bytesOut", record.bytes_out);
  writer.optional_member("arguments", record.arguments);
  writer.optional_member("result", record.result).optional_member("error", record.error);
  writer.end();
  return std::move(writer).take();
}

}  // namespace workbench::call_log
