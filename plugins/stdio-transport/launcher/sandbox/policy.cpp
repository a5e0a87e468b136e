#include "policy.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace launcher {
namespace {

bool set(bool& value, bool to) {
  value = to;
  return true;
}

bool set_path(const char*& value, const char* path) {
  value = path;
  return *path == '/';
}

bool set_number(int& value, const char* text) {
  value = std::atoi(text);
  return *text >= '0' && *text <= '9';
}

/// The server may write to a temporary folder, which does not exist yet.
bool set_temporary(Policy& policy, const char* path) {
  return set_path(policy.temporary, path) && policy.paths.open_for_writing(path);
}

/// Devices hold secrets: other terminals of the user, on which passwords are typed, disks with all files on them,
/// memory that programs share. A policy may open them again.
bool close_devices(PathRules& paths) {
  bool is_closed = paths.close_for_reading("/dev");
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}) {
    is_closed = is_closed && paths.open_for_reading(device);
  }
  return is_closed;
}

/// What does not exist stays closed, so that it is reported as what the server was refused.
bool open_existing(Policy& policy, const char* path) {
  if (access(path, F_OK) != 0 && errno == ENOENT) return *path == '/';
  return policy.paths.open_for_writing(path);
}

bool add_folder(Policy& policy, const char* path) {
  return policy.paths.open_for_writing(path) && policy.folders.add(path);
}

bool read_line(const char* keyword, char* value, Policy& policy) {
  const auto is = [keyword](const char* name) { return std::strcmp(keyword, name) == 0; };
  if (is("read-not")) return policy.paths.close_for_reading(value);
  if (is("read")) return policy.paths.open_for_reading(value);
  if (is("write")) return open_existing(policy, value);
  if (is("folder")) return add_folder(policy, value);
  if (is("make")) return *value == '/' && policy.folders.add(value);
  if (is("write-not")) return policy.paths.close_for_writing(value);
  if (is("temporary")) return set_temporary(policy, value);
  if (is("allow")) return policy.network.allow(value);
  if (is("deny")) return policy.network.deny(value);
  if (is("unix")) return policy.sockets.open_for_writing(value);
  if (is("local-binding")) return set(policy.binds_locally, true);
  if (is("learn")) return set(policy.learns, true);
  if (is("best-effort")) return set(policy.is_best_effort, true);
  if (is("resolv-conf")) return set_path(policy.nameservers_file, value);
  if (is("hosts")) return set_path(policy.hosts_file, value);
  if (is("no-notification")) return set(policy.has_notification, false);
  if (is("landlock-abi")) return set_number(policy.max_landlock_abi, value);
  return false;
}

}  // namespace

const char* read_policy(char* lines, Policy& policy) {
  if (!close_devices(policy.paths)) return "no memory";
  while (*lines != '\0') {
    char* line = lines;
    char* end = lines + std::strcspn(lines, "\n");
    lines = *end == '\0' ? end : end + 1;
    *end = '\0';
    if (line == end) continue;
    char* blank = std::strchr(line, ' ');
    static char nothing[1] = "";
    if (blank != nullptr) *blank = '\0';
    char* value = blank == nullptr ? nothing : blank + 1;
    if (!read_line(line, value, policy)) return line;
  }
  return nullptr;
}

}  // namespace launcher
