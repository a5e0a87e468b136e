#include "path_rules.hpp"

#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace launcher {
namespace {

/// Removes slashes at the end, and what stands for the same place within (`//`, `/./`).
void normalize(char* path) {
  char* to = path;
  for (const char* from = path; *from != '\0';) {
    const bool is_empty_part = from[0] == '/' && (from[1] == '/' || from[1] == '\0');
    const bool is_same_place = from[0] == '/' && from[1] == '.' && (from[2] == '/' || from[2] == '\0');
    if (is_empty_part) {
      ++from;
    } else if (is_same_place) {
      from += 2;
    } else {
      *to++ = *from++;
    }
  }
  if (to == path) *to++ = '/';
  *to = '\0';
}

/// Whether a part of the path stands for the folder above it.
bool goes_up(const char* path) {
  for (const char* part = path; part != nullptr; part = std::strchr(part, '/')) {
    part += *part == '/' ? 1 : 0;
    if (part[0] == '.' && part[1] == '.' && (part[2] == '/' || part[2] == '\0')) return true;
  }
  return false;
}

/// Whether the path leads through a symbolic link in a folder that may be written to.
bool follows_writable_link(const char* path, const PathRules& writable, int depth = 0) {
  constexpr int kMaxDepth = 40;  // as the kernel
  char folder[PATH_MAX];
  char target[PATH_MAX];
  if (depth == kMaxDepth || std::strlen(path) >= sizeof folder) return true;
  for (const char* end = path; *end != '\0';) {
    const char* const name = end + std::strspn(end, "/");
    end = name + std::strcspn(name, "/");
    std::memcpy(folder, path, static_cast<std::size_t>(end - path));
    folder[end - path] = '\0';
    const ssize_t size = readlink(folder, target, sizeof target - 1);
    if (size < 0) continue;
    target[size] = '\0';
    folder[name - path] = '\0';
    char real[PATH_MAX];
    if (realpath(folder, real) == nullptr || (writable.rights_of(real) & kMayWrite) != 0) return true;
    char next[3 * PATH_MAX];
    std::snprintf(next, sizeof next, "%s/%s/%s", *target == '/' ? "" : real, target, end);
    return follows_writable_link(next, writable, depth + 1);
  }
  return false;
}

}  // namespace

bool is_within(const char* path, const char* folder, std::size_t folder_length) {
  if (folder_length == 1) return true;
  if (std::strncmp(path, folder, folder_length) != 0) return false;
  return path[folder_length] == '\0' || path[folder_length] == '/';
}

char* resolve_path(const char* path) {
  if (*path != '/') return nullptr;
  char* existing = strdup(path);
  if (existing == nullptr) return nullptr;
  char real[PATH_MAX];
  std::size_t length = std::strlen(existing);
  while (length > 1 && realpath(existing, real) == nullptr) {
    while (length > 1 && existing[length - 1] == '/') --length;
    while (length > 1 && existing[length - 1] != '/') --length;
    existing[length] = '\0';
  }
  if (length <= 1 && realpath(existing, real) == nullptr) std::strcpy(real, "/");
  std::free(existing);
  const char* rest = path + length;
  if (goes_up(rest)) return nullptr;
  const std::size_t size = std::strlen(real) + std::strlen(rest) + 2;
  char* resolved = static_cast<char*>(std::malloc(size));
  if (resolved == nullptr) return nullptr;
  std::strcpy(resolved, real);
  std::strcat(resolved, "/");
  std::strcat(resolved, rest);
  normalize(resolved);
  return resolved;
}

PathRules::~PathRules() {
  for (const PathRule& rule : rules_) std::free(rule.path);
}

bool PathRules::add(const char* path, unsigned changed, unsigned rights) {
  char* resolved = resolve_path(path);
  if (resolved == nullptr) return false;
  const bool is_added = rules_.add({path, resolved, std::strlen(resolved), changed, rights});
  if (!is_added) std::free(resolved);
  return is_added;
}

unsigned PathRules::rights_of(const char* path) const {
  return rights_of(path, nullptr);
}

unsigned PathRules::rights_of(const char* path, const PathRule* ignored) const {
  unsigned rights = kMayRead;
  for (const unsigned right : {kMayRead, kMayWrite}) {
    std::size_t longest = 0;
    for (const PathRule& rule : rules_) {
      if (&rule == ignored || (rule.changed & right) == 0 || !is_within(path, rule.path, rule.length)) continue;
      const bool takes_away = (rule.rights & right) == 0;
      if (rule.length < longest || (rule.length == longest && !takes_away)) continue;
      longest = rule.length;
      rights = takes_away ? rights & ~right : rights | right;
    }
  }
  return rights;
}

unsigned PathRules::rights_of_whole(const char* path) const {
  const std::size_t length = std::strlen(path);
  unsigned rights = rights_of(path);
  for (const PathRule& rule : rules_) {
    if (is_within(rule.path, path, length)) rights &= rights_of(rule.path);
  }
  return rights;
}

const char* PathRules::find_planted(const PathRules& writable) const {
  for (const PathRule& rule : rules_) {
    const bool opens = (rule.rights & ~rights_of(rule.path, &rule)) != 0;
    if (opens && follows_writable_link(rule.written, writable)) return rule.written;
  }
  return nullptr;
}

bool PathRules::has_rules_below(const char* path) const {
  const std::size_t length = std::strlen(path);
  for (const PathRule& rule : rules_) {
    if (rule.length > length && is_within(rule.path, path, length)) return true;
  }
  return false;
}

}  // namespace launcher
