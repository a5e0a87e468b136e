#include "process/launch_record.hpp"

#include <charconv>

namespace workbench::stdio {
namespace {

/// Removes the first word from `text` and returns it.
std::string_view extract_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size() < text.size() ? word.size() + 1 : word.size());
  return word;
}

int extract_number(std::string_view& text) {
  const std::string_view word = extract_word(text);
  int number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

/// `text` begins with the errno.
LaunchRecord read_failure(std::string_view step, std::string_view text) {
  const int number = extract_number(text);
  return {LaunchRecord::What::failed, std::string(step), number, std::string(text)};
}

}  // namespace

std::optional<LaunchRecord> read_launch_record(std::string_view line) {
  std::string_view text = line;
  const std::string_view what = extract_word(text);
  if (what == "started") return LaunchRecord{LaunchRecord::What::started, {}, extract_number(text)};
  if (what == "processes") return LaunchRecord{LaunchRecord::What::too_many_processes, {}, extract_number(text)};
  if (what == "denied") return LaunchRecord{LaunchRecord::What::denied, {}, 0, std::string(text)};
  if (what == "unconfined") return LaunchRecord{LaunchRecord::What::unconfined, {}, 0, std::string(text)};
  const std::string_view how = extract_word(text);
  if (what == "container") return LaunchRecord{LaunchRecord::What::container_left, std::string(how), 0};
  if (what == "failed") return read_failure(how, text);
  if (what != "ended") return std::nullopt;
  const auto ended = how == "signal" ? LaunchRecord::What::ended_by_signal : LaunchRecord::What::ended_with_code;
  return LaunchRecord{ended, {}, extract_number(text)};
}

}  // namespace workbench::stdio
