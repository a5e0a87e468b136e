#include "call_record.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "utc_text.hpp"

namespace workbench::call_log {
namespace {

/// More than most lines have without values.
constexpr std::size_t kUsualBytes = 512;

/// Milliseconds with three decimals, because many calls take less than one.
std::string format_milliseconds(std::chrono::nanoseconds duration) {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
  std::string text = std::to_string(microseconds / 1000) + ".000";
  put_digits(text, text.size() - 3, 3, microseconds % 1000);
  return text;
}

void append_unit(std::string& out, std::uint32_t unit) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out.append("\\u");
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += kDigits[unit >> shift & 0xFU];
}

/// A JSON text, in valid UTF-8, with the escapes of JSON for everything beyond printable ASCII: a terminal that shows
/// the log obeys none of it, and hides none.
std::string in_ascii(std::string_view json) {
  std::string ascii;
  ascii.reserve(json.size());
  while (!json.empty()) {
    const auto first = static_cast<unsigned char>(json.front());
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    std::uint32_t value = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (const char byte : json.substr(1, length - 1)) value = value << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
    if (value >= 0x10000) {
      append_unit(ascii, 0xD800U + ((value - 0x10000U) >> 10U));
      append_unit(ascii, 0xDC00U + ((value - 0x10000U) & 0x3FFU));
    } else if (value >= 0x7F) {
      append_unit(ascii, value);
    } else {
      ascii += json.front();
    }
    json.remove_prefix(std::min(length, json.size()));
  }
  return ascii;
}

void append_member(std::string& line, std::string_view name, std::string_view value) {
  if (!value.empty()) line.append(",\"").append(name).append("\":").append(value);
}

/// What a decision has in place of the outcome of a call.
void write_decision(JsonWriter& writer, const Decision& decision) {
  writer.member("method", decision.method).member("decision", decision.decision);
  if (!decision.who.empty()) writer.member("who", decision.who);
  if (!decision.how.empty()) writer.member("how", decision.how);
  if (!decision.reason.empty()) writer.member("reason", decision.reason);
}

}  // namespace

std::string line_for(const CallRecord& record) {
  JsonWriter writer(kUsualBytes);
  writer.object().member("time", format_time(record.time));
  if (record.principal != nullptr && !record.principal->name.empty()) {
    writer.member("principal", record.principal->name);
  }
  if (!record.client.name.empty()) writer.member("client", record.client.name);
  if (!record.client.version.empty()) writer.member("clientVersion", record.client.version);
  writer.member("toolbox", record.tool.toolbox).member("server", record.tool.server).member("tool", record.tool.tool);
  if (record.decision != nullptr) {
    write_decision(writer, *record.decision);
    return in_ascii(std::move(writer.end()).take());
  }
  writer.member("outcome", record.outcome).key("milliseconds").raw(format_milliseconds(record.duration));
  writer.member("bytesIn", record.bytes_in).member("bytesOut", record.bytes_out);
  std::string line = in_ascii(std::move(writer.end()).take());
  line.pop_back();
  append_member(line, "arguments", record.arguments.text());
  append_member(line, "result", record.result.text());
  append_member(line, "error", in_ascii(record.error.text()));
  return line += '}';
}

}  // namespace workbench::call_log
