#include "environment.hpp"

#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace launcher {
namespace {

/// Whether the entry of `length` bytes at `entry` admits the variable `name=value`.
bool admits(const char* entry, std::size_t length, const char* variable) {
  if (length > 0 && entry[length - 1] == '*') return std::strncmp(entry, variable, length - 1) == 0;
  return length > 0 && std::strncmp(entry, variable, length) == 0 && variable[length] == '=';
}

bool is_kept(const char* kept, const char* variable) {
  for (;;) {
    const std::size_t length = std::strcspn(kept, ",");
    if (admits(kept, length, variable)) return true;
    if (kept[length] == '\0') return false;
    kept += length + 1;
  }
}

}  // namespace

const char* take_from_environment(const char* name) {
  const char* value = std::getenv(name);
  unsetenv(name);
  return value;
}

void keep_environment(const char* kept) {
  char** next_kept = environ;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (is_kept(kept, *variable)) *next_kept++ = *variable;
  }
  *next_kept = nullptr;
}

}  // namespace launcher
