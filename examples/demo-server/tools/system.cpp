// current_time and list_directory.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

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
                 "'" + offset_text.value() + "' is not a UTC offset; write it like '+05:30', '-08:00' or 'Z'."};
  }

  const std::time_t shifted = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() + *offset);
  std::tm parts{};
  gmtime_r(&shifted, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  return Output{std::string(text, length) + offset_text.value()};
}

namespace fs = std::filesystem;

constexpr std::size_t kMaxEntries = 1000;

std::string_view kind_of(const fs::directory_entry& entry) {
  std::error_code failed;
  const auto type = entry.symlink_status(failed).type();
  if (type == fs::file_type::directory) return "directory";
  if (type == fs::file_type::regular) return "file";
  if (type == fs::file_type::symlink) return "link";
  return "other";
}

void describe(JsonWriter& list, const fs::directory_entry& entry) {
  const std::string_view kind = kind_of(entry);
  list.object().member("name", entry.path().filename().string()).member("kind", kind);
  std::error_code failed;
  const std::uintmax_t size = kind == "file" ? entry.file_size(failed) : 0;
  if (kind == "file" && !failed) list.member("size", size);
  list.end();
}

Result<std::vector<fs::directory_entry>> read_entries(const fs::path& path) {
  std::error_code failed;
  fs::directory_iterator next(path, failed);
  std::vector<fs::directory_entry> entries;
  while (!failed && next != fs::directory_iterator()) {
    entries.push_back(*next);
    next.increment(failed);
  }
  if (failed) {
    return Error{ErrorKind::invalid_argument, "Cannot list '" + path.string() + "': " + failed.message() +
                                                  "; give the path of a directory that can be read."};
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

Result<Output> list_directory(const Arguments& arguments) {
  const auto path = arguments.text("path");
  if (!path) return path.error();
  const auto entries = read_entries(path.value());
  if (!entries) return entries.error();

  JsonWriter result;
  result.object().member("path", path.value()).key("entries").array();
  for (std::size_t i = 0; i < std::min(entries->size(), kMaxEntries); ++i) describe(result, entries.value()[i]);
  result.end().member("truncated", entries->size() > kMaxEntries).end();
  return Output{std::move(result).take(), true};
}

}  // namespace

const DemoTool kCurrentTime = {
    .name = "current_time",
    .title = "Current time",
    .description = "Returns the date and time in ISO 8601, in UTC or at a given offset from it.",
    .input_schema = R"({"type":"object","properties":{)"
                    R"("utc_offset":{"type":"string","pattern":"^(Z|[+-][0-9]{2}:[0-9]{2})$","default":"Z",)"
                    R"("description":"Offset from UTC, such as +05:30"}},"additionalProperties":false})",
    .output_schema = {},
    .annotations = R"({"readOnlyHint":true,"openWorldHint":false})",
    .run = current_time};

const DemoTool kListDirectory = {
    .name = "list_directory",
    .title = "List a directory",
    .description =
        "Lists what is in a directory: names in order, kinds, and the sizes of files in bytes. Changes "
        "nothing. Long lists are cut off after 1,000 entries.",
    .input_schema =
        R"({"type":"object","properties":{)"
        R"("path":{"type":"string","description":"The directory, absolute or from where the server runs"}},)"
        R"("required":["path"],"additionalProperties":false})",
    .output_schema = R"({"type":"object","properties":{"path":{"type":"string"},)"
                     R"("entries":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},)"
                     R"("kind":{"type":"string","enum":["file","directory","link","other"]},)"
                     R"("size":{"type":"integer","minimum":0}},"required":["name","kind"]}},)"
                     R"("truncated":{"type":"boolean"}},"required":["path","entries","truncated"]})",
    .annotations = R"({"readOnlyHint":true,"openWorldHint":false})",
    .run = list_directory};

}  // namespace workbench::demo
