#include "transport/ending.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace workbench::stdio {
namespace {

std::string quoted(const std::string& text) {
  return "'" + text + "'";
}

std::string reason(int error) {
  return std::generic_category().message(error) + " (errno " + std::to_string(error) + ")";
}

Error unavailable(std::string what, const std::string& last_words) {
  if (!last_words.empty()) what += "; its last words on stderr: " + last_words;
  return {ErrorKind::unavailable, std::move(what)};
}

}  // namespace

bool is_not_on_path(const ServerCommand& server, const LaunchRecord& failure) {
  return failure.what == LaunchRecord::What::failed && failure.step == "exec" && failure.number == ENOENT &&
         server.command.find('/') == std::string::npos;
}

std::string searched_path(const ServerCommand& server) {
  std::string path;
  if (const char* inherited = std::getenv("PATH")) path = inherited;
  for (const auto& [name, value] : server.env) {
    if (name == "PATH") path = value;
  }
  return path;
}

Error describe_failed_start(const ServerCommand& server, const LaunchRecord& failure) {
  std::string what = "cannot start " + quoted(server.command) + ": ";
  if (failure.step == "cwd") {
    what += "its working directory " + quoted(server.cwd) + " cannot be entered: " + reason(failure.number) +
            "; check \"cwd\"";
  } else if (failure.step == "interpreter") {
    what += "the program is there, but not the interpreter that it names: " + reason(failure.number) +
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
          "the launcher " + quoted(launcher) + " ended before it had started the server (" + how +
              std::to_string(end.number) +
              "); it needs Linux 5.4 or later, and arguments and environment within its limits"};
}

Error describe_end(const LaunchRecord& end, const std::string& last_words) {
  if (end.what != LaunchRecord::What::ended_by_signal) {
    return unavailable("the server ended with exit code " + std::to_string(end.number), last_words);
  }
  const char* name = sigabbrev_np(end.number);
  return unavailable("the server was ended by signal " + std::to_string(end.number) +
                         (name != nullptr ? std::string(" (SIG") + name + ")" : std::string()),
                     last_words);
}

Error describe_lost_stream(const std::string& what, const std::string& last_words) {
  return unavailable("the server " + what + " and was stopped", last_words);
}

}  // namespace workbench::stdio
