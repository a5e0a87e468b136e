#include "arguments.hpp"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace launcher {
namespace {

/// The text behind `name` if `argument` begins with it, else null.
const char* value_of(const char* argument, const char* name) {
  const std::size_t length = std::strlen(name);
  return std::strncmp(argument, name, length) == 0 ? argument + length : nullptr;
}

bool read_number(const char* text, int& number) {
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0 || value < 0 || value > INT_MAX) return false;
  number = static_cast<int>(value);
  return true;
}

}  // namespace

bool read_arguments(char** argv, Arguments& arguments) {
  for (++argv; *argv != nullptr; ++argv) {
    if (std::strcmp(*argv, "--") == 0) {
      arguments.command = argv + 1;
      break;
    }
    if (const char* parent = value_of(*argv, "--parent=")) {
      if (!read_number(parent, arguments.parent)) return false;
    } else if (const char* grace = value_of(*argv, "--grace-ms=")) {
      if (!read_number(grace, arguments.grace_ms)) return false;
    } else if (const char* directory = value_of(*argv, "--cwd=")) {
      arguments.directory = directory;
    } else if (const char* kept = value_of(*argv, "--keep-env=")) {
      arguments.kept_environment = kept;
    } else {
      return false;
    }
  }
  return arguments.parent > 0 && arguments.kept_environment != nullptr && arguments.command != nullptr &&
         *arguments.command != nullptr;
}

}  // namespace launcher
