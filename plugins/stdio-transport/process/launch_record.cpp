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

std::optional<LaunchRecord> read_record(std::string_view text) {
  const std::string_view what = extract_word(text);
  if (what == "started") return LaunchRecord{LaunchRecord::What::started, {}, extract_number(text), {}};
  if (what == "processes") return LaunchRecord{LaunchRecord::What::too_many_processes, {}, extract_number(text), {}};
  if (what == "denied") return LaunchRecord{LaunchRecord::What::denied, {}, 0, std::string(text)};
  if (what == "unconfined") return LaunchRecord{LaunchRecord::What::unconfined, {}, 0, std::string(text)};
  const std::string_view how = extract_word(text);
  if (what == "failed") {
    const int number = extract_number(text);
    return LaunchRecord{LaunchRecord::What::failed, std::string(how), number, std::string(text)};
  }
  if (what != "ended") return std::nullopt;
  const auto ended = how == "signal" ? LaunchRecord::What::ended_by_signal : LaunchRecord::What::ended_with_code;
  return LaunchRecord{ended, {}, extract_number(text), {}};
}

}  // namespace

StderrLine read_stderr_line(std::string_view line, std::string_view token) {
  const std::string marker = std::string("\x1elauncher ").append(token).append(" ");
  const std::size_t at = line.find(marker);
  if (at == std::string_view::npos) return {line, std::nullopt};
  return {line.substr(0, at), read_record(line.substr(at + marker.size()))};
}

}  // namespace workbench::stdio
