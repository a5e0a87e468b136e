#include "process/launch_record.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

#include "process/server_command.hpp"

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
  if (what == "started") return LaunchRecord{LaunchRecord::What::started, {}, extract_number(text)};
  if (what == "processes") return LaunchRecord{LaunchRecord::What::too_many_processes, {}, extract_number(text)};
  const std::string_view how = extract_word(text);
  if (what == "failed") return LaunchRecord{LaunchRecord::What::failed, std::string(how), extract_number(text)};
  if (what != "ended") return std::nullopt;
  const auto ended = how == "signal" ? LaunchRecord::What::ended_by_signal : LaunchRecord::What::ended_with_code;
  return LaunchRecord{ended, {}, extract_number(text)};
}

std::string quoted(const std::string& text) {
  return "'" + text + "'";
}

std::string reason(int error) {
  return std::generic_category().message(error) + " (errno " + std::to_string(error) + ")";
}

}  // namespace

StderrLine read_stderr_line(std::string_view line, std::string_view token) {
  const std::string marker = std::string("\x1elauncher ").append(token).append(" ");
  const std::size_t at = line.find(marker);
  if (at == std::string_view::npos) return {line, std::nullopt};
  return {line.substr(0, at), read_record(line.substr(at + marker.size()))};
}

bool is_not_on_path(const ServerCommand& server, const LaunchRecord& failure) {
  return failure.what == LaunchRecord::What::failed && failure.step == "exec" && failure.number == ENOENT &&
         server.command.find('/') == std::string::npos;
}

Error describe_failed_start(const ServerCommand& server, const LaunchRecord& failure) {
  std::string what = "cannot start " + quoted(server.command) + ": ";
  if (failure.step == "cwd") {
    what += "its working directory " + quoted(server.cwd) + " cannot be entered: " + reason(failure.number) +
            "; check \"cwd\"";
  } else if (failure.step == "interpreter") {
    what += "the program exists, but the interpreter that it names does not: " + reason(failure.number) +
            "; check its first line";
  } else if (failure.step != "exec") {
    what += reason(failure.number);
  } else if (is_not_on_path(server, failure)) {
    what += "it was not found on PATH; give its full path in \"command\", or set PATH in \"env\"";
  } else {
    what += reason(failure.number) + "; check \"command\"";
  }
  return {ErrorKind::unavailable, std::move(what)};
}

Error describe_failed_launcher(const std::string& launcher, const LaunchRecord& end) {
  const char* how = end.what == LaunchRecord::What::ended_by_signal ? "signal " : "exit code ";
  return {ErrorKind::unavailable,
          "the launcher " + quoted(launcher) + " ended before it started the server (" + how +
              std::to_string(end.number) +
              "); check that this is Linux 5.4 or later, and that arguments and environment are not too large"};
}

Error describe_end(const LaunchRecord& end) {
  if (end.what != LaunchRecord::What::ended_by_signal) {
    return {ErrorKind::unavailable, "the server ended with exit code " + std::to_string(end.number)};
  }
  const char* name = sigabbrev_np(end.number);
  return {ErrorKind::unavailable, "the server was ended by signal " + std::to_string(end.number) +
                                      (name != nullptr ? std::string(" (SIG") + name + ")" : std::string())};
}

Error describe_stop(const std::string& what) {
  return {ErrorKind::unavailable, "the server " + what + " and was stopped"};
}

}  // namespace workbench::stdio
