#include "process/launch_texts.hpp"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

namespace workbench::stdio {
namespace {

constexpr std::size_t kMaxSandboxText = 150;

std::string in_quotes(const std::string& text) {
  return "'" + text + "'";
}

std::string reason(int error) {
  return std::generic_category().message(error) + " (errno " + std::to_string(error) + ")";
}

/// Whether the errno of an exec says that there is no such program. A command line may be longer than a name can be.
bool is_no_program(int error) {
  return error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG;
}

bool has_several_words(const std::string& command) {
  constexpr std::string_view kBlanks = " \t\n";
  const std::size_t word = command.find_first_not_of(kBlanks);
  const std::size_t end = command.find_first_of(kBlanks, word);
  return command.find_first_not_of(kBlanks, end) != std::string::npos;
}

/// "npx -y package" is a command line, and no program has that name. Some files of other clients may have one there.
bool is_command_line(const ProcessCommand& server, const LaunchRecord& failure) {
  return is_no_program(failure.number) && has_several_words(server.command);
}

}  // namespace

bool is_not_on_path(const ProcessCommand& server, const LaunchRecord& failure) {
  return failure.what == LaunchRecord::What::failed && failure.step == "exec" && failure.number == ENOENT &&
         server.command.find('/') == std::string::npos;
}

Error describe_failed_start(const ProcessCommand& server, const LaunchRecord& failure) {
  if (failure.step == "sandbox") {
    return {ErrorKind::unavailable,
            "the server cannot be confined, so it was not started: " + failure.text.substr(0, kMaxSandboxText) + ": " +
                reason(failure.number) +
                "; use a later kernel, or write \"bestEffort\": true in \"sandbox\" to start it with "
                "what this kernel can enforce"};
  }
  std::string what = "cannot start " + in_quotes(server.command) + ": ";
  if (failure.step == "cwd") {
    what += "its working directory " + in_quotes(server.cwd) + " cannot be entered: " + reason(failure.number) +
            "; check \"cwd\"";
  } else if (failure.step == "interpreter") {
    what += "the program exists, but the interpreter that it names does not: " + reason(failure.number) +
            "; check its first line";
  } else if (failure.step != "exec") {
    what += reason(failure.number);
  } else if (is_command_line(server, failure)) {
    what += (is_not_on_path(server, failure) ? "it was not found on PATH" : reason(failure.number)) +
            "; \"command\" names the program alone: write each of its arguments as a string in \"args\"";
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
          "the launcher " + in_quotes(launcher) + " ended before it started the server (" + how +
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
